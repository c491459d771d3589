// Further documents: a text that is pasted, a file that is dropped.

(() => {
  const name = el("input", { type: "text", id: "new-name", value: "pasted.md" });
  const text = el("textarea", { id: "new-text", rows: 14, spellcheck: false });
  const note = el("p", { class: "error", role: "alert", hidden: true });
  const dialog = el("dialog", { id: "new", ariaLabel: "Add a text" },
    el("h2", {}, "Add a text"),
    el("label", { htmlFor: "new-name" }, "Name"), name,
    el("label", { htmlFor: "new-text" }, "Markdown"), text,
    note,
    el("div", { class: "buttons" },
      el("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
      el("button", { type: "button", class: "primary", onclick: paste }, "Cut it")));
  const veil = el("p", { class: "veil", hidden: true }, "Drop a Markdown file to cut it");
  document.body.append(dialog, veil);
  byId("side").querySelector(".contents").prepend(
    el("button", { type: "button", class: "add", onclick: () => { note.hidden = true; dialog.showModal(); text.focus(); } }, "Add a text…"));

  async function paste() {
    try {
      await add(name.value.trim() || "pasted.md", text.value);
      text.value = "";
      dialog.close();
    } catch (error) {
      note.hidden = false;
      note.textContent = error.message;
    }
  }

  /** Cut a text with the settings as entered, and show it. */
  async function add(source, content) {
    const asked = formPanel.values();
    const found = await ask("/chunks", { source, text: content, ...asked });
    state.documents.push({
      source, summary: found.summary, document: { ...found, text: content }, cutAs: JSON.stringify(asked),
    });
    open(state.documents.length - 1);
    tell("pane", "text");
  }

  async function drop(file) {
    try {
      if (file.size > tuning.limit) throw new Error(`${file.name} is larger than ${tuning.limit / 1e6} MB`);
      const bytes = await file.arrayBuffer();
      let content;
      try {
        content = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
      } catch {
        throw new Error(`${file.name} is no text in UTF-8`);
      }
      await add(file.name, content);
    } catch (error) {
      say(error.message);
    }
  }

  addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    veil.hidden = false;
  });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) veil.hidden = true; });
  addEventListener("drop", (event) => {
    event.preventDefault();
    veil.hidden = true;
    for (const file of event.dataTransfer.files) drop(file);
  });
})();
