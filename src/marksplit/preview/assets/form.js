// The form of the settings; a change cuts the document anew on the server.

const tuning = read("tuning");

/** Ask the server; the answer, or an error with `message` and perhaps `field`. */
async function ask(path, asked, signal) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked), signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw Object.assign(new Error("The server does not answer. Is it still running?"), { cause: error });
  }
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.message), { field: answer.field });
  return answer;
}

const formPanel = (() => {
  const groups = { options: "How to cut", syntax: "Which Markdown it is" };
  const inputs = []; // {group, name, input, note}
  const general = el("p", { class: "error", role: "alert", hidden: true });
  const form = el("form", { class: "scroller settings", ariaLabel: "Settings", tabIndex: 0 }, general);
  let timer = 0;
  let asking = new AbortController();

  for (const [group, title] of Object.entries(groups)) {
    form.append(el("fieldset", {}, el("legend", {}, title), ...tuning[group].map((field) => fieldNode(group, field))));
  }
  form.append(el("button", { type: "button", class: "reset", onclick: reset }, "Back to the start"));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(cut, 200);
  });
  const tabs = ["settings", "contents"].map((side) => el("button", {
    type: "button", value: side, onclick: () => turn(side),
  }, side[0].toUpperCase() + side.slice(1)));
  byId("side").prepend(el("div", { class: "tabs side-tabs", role: "group", ariaLabel: "Side" }, ...tabs));
  byId("side").append(el("div", { class: "panel settings-panel" }, form));
  const begun = JSON.stringify(values());
  on("pane", turn);
  on("opened", () => {
    const { cutAs = begun } = state.documents[state.current];
    if (cutAs !== JSON.stringify(values())) cut();
  });
  turn("settings");

  /** Show one of the two sides. */
  function turn(side) {
    if (!tabs.some((tab) => tab.value === side)) return;
    document.body.dataset.side = side;
    for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.value === side));
  }

  function fieldNode(group, field) {
    const id = `${group}-${field.name}`;
    const name = field.name.replaceAll("_", " ");
    const note = el("p", { class: "error", id: `${id}-error`, hidden: true });
    const input = inputNode(field, id);
    inputs.push({ group, field, input, note });
    const help = el("p", { class: "help", id: `${id}-help` }, field.help);
    input.setAttribute("aria-describedby", `${id}-help ${id}-error`);
    const label = el("label", { htmlFor: id }, name);
    const line = field.kind === "switch" ? [input, label] : [label, input];
    return el("div", { class: `field ${field.kind}` }, ...line, note, help);
  }

  function inputNode(field, id) {
    if (field.kind === "switch") return el("input", { type: "checkbox", id, checked: field.value });
    if (field.kind === "number") return el("input", { type: "number", id, value: field.value, step: 1 });
    return el("select", { id }, ...field.choices.map((choice) => el("option", { value: choice, selected: choice === field.value }, choice)));
  }

  /** The settings as entered; an emptied number is no number, which the server tells. */
  function values() {
    const found = { options: {}, syntax: {} };
    for (const { group, field, input } of inputs) {
      found[group][field.name] = field.kind === "switch" ? input.checked
        : field.kind === "number" ? (Number.isNaN(input.valueAsNumber) ? null : input.valueAsNumber)
        : input.value;
    }
    return found;
  }

  function reset() {
    for (const { field, input } of inputs) {
      if (field.kind === "switch") input.checked = field.value;
      else input.value = field.value;
    }
    cut();
  }

  function explain(error) {
    for (const { field, input, note } of inputs) {
      const mine = error?.field === field.name;
      note.hidden = !mine;
      note.textContent = mine ? error.message : "";
      input.setAttribute("aria-invalid", String(mine));
    }
    const placed = inputs.some(({ field }) => field.name === error?.field);
    general.hidden = !error || placed;
    general.textContent = error && !placed ? error.message : "";
  }

  /** Cut the current document with the settings as entered. */
  async function cut() {
    const entry = state.documents[state.current];
    const asked = values();
    asking.abort();
    asking = new AbortController();
    document.body.classList.add("busy");
    try {
      const found = await ask("/chunks", { source: entry.source, text: entry.document.text, ...asked }, asking.signal);
      explain(null);
      entry.document = { ...found, text: entry.document.text };
      entry.summary = found.summary;
      entry.cutAs = JSON.stringify(asked);
      if (state.documents[state.current] === entry) {
        const kept = state.document.chunks[state.selected]?.id ?? "";
        show(entry.document, kept, { scroll: false });
      }
    } catch (error) {
      if (error.name === "AbortError") return;
      explain(error);
    }
    document.body.classList.remove("busy");
  }

  // Rendered text depends on the syntax alone.
  renderedBlocks = async () => {
    const entry = state.documents[state.current];
    const { syntax } = values();
    const key = JSON.stringify(syntax);
    if (entry.renderedAs !== key) {
      entry.rendered = await ask("/rendered", { text: entry.document.text, syntax });
      entry.renderedAs = key;
    }
    return entry.rendered;
  };

  return { values };
})();
