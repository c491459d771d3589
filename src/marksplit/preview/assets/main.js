// Wiring: views, panes on a narrow window, keys, and the start.

const views = [sourceView, renderedView, ...(typeof compareView === "undefined" ? [] : [compareView])];
const panes = [
  { name: "text", label: "Text" },
  { name: "chunks", label: "Chunks" },
  { name: "contents", label: "Contents" },
  ...(typeof formPanel === "undefined" ? [] : [{ name: "settings", label: "Settings" }]),
];

const KEYS = [
  ["j", "Next chunk", () => select(state.selected + 1)],
  ["k", "Previous chunk", () => select(Math.max(0, state.selected - 1))],
  ["/", "Search", () => byId("query").focus()],
  ["c", "Copy the chunk's text", () => copySelected(COPIES[0])],
  ["e", "Copy it with context, as for embedding", () => copySelected(COPIES[1])],
  ["v", "Next view", () => choose(views[(views.indexOf(chosen) + 1) % views.length])],
  ["w", "Show white space", () => byId("whitespace").click()],
  ["t", "Light or dark", () => byId("theme").click()],
  ["Escape", "Clear the search, or select no chunk", clear],
  ["?", "These keys", () => byId("keys").showModal()],
];

let chosen = null;

/** Show a view; the others keep where they are. */
function choose(view) {
  chosen = view;
  for (const each of views) {
    each.element.classList.toggle("away", each !== view);
    each.tab.setAttribute("aria-pressed", String(each === view));
  }
  view.look?.();
}

function pane(name) {
  document.body.dataset.pane = name;
  for (const { name: other, button } of panes) button.setAttribute("aria-pressed", String(other === name));
}

function copySelected({ of, what }) {
  const chunk = state.document.chunks[state.selected];
  if (chunk) copy(of(chunk), what);
  else say("Select a chunk first");
}

function clear() {
  if (state.query) {
    byId("query").value = "";
    find();
  } else select(-1);
}

for (const view of views) {
  byId("view").append(view.element);
  view.tab = el("button", { type: "button", onclick: () => { choose(view); tell("pane", "text"); } }, view.label);
  byId("views").append(view.tab);
}
for (const each of panes) {
  each.button = el("button", { value: each.name, type: "button", onclick: () => tell("pane", each.name) }, each.label);
  byId("panes").append(each.button);
}
byId("keys").append(
  el("h2", { id: "keys-title" }, "Keys"),
  el("dl", {}, ...KEYS.map(([key, text]) => el("div", {}, el("dt", {}, el("kbd", {}, key === "Escape" ? "Esc" : key)), el("dd", {}, text)))),
  el("button", { type: "button", class: "primary", onclick: () => byId("keys").close() }, "Close"),
);
byId("help").addEventListener("click", () => byId("keys").showModal());
byId("whitespace").addEventListener("click", (event) => {
  state.whitespace = !state.whitespace;
  event.currentTarget.setAttribute("aria-pressed", String(state.whitespace));
  tell("whitespace");
});
byId("theme").addEventListener("click", () => {
  const dark = getComputedStyle(document.documentElement).colorScheme === "dark"
    || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "light" : "dark";
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
  const typing = event.target.closest("input:not([type=checkbox]), select, textarea, dialog");
  if (typing && event.key !== "Escape") return;
  const found = KEYS.find(([key]) => key === event.key);
  if (!found) return;
  event.preventDefault();
  if (typing) event.target.blur();
  found[2]();
});
addEventListener("hashchange", openAddress);
on("document", () => {
  byId("source").textContent = visible(state.document.source);
  chosen.look?.();
});
on("pane", pane);
choose(sourceView);
tell("pane", "text");
openAddress();
