// What is shown and selected, who is told of a change, and the address that keeps it.

const read = (id) => JSON.parse(byId(id)?.textContent ?? "null");

const state = {
  /** Entries of the file list: source, summary; `document` and `rendered` once they are read. */
  documents: read("documents"),
  current: -1,
  document: null,
  /** Index of the selected chunk, or -1. */
  selected: -1,
  hits: [],
  whitespace: false,
};

const listeners = {};
/**
 * Be told of "document" (there is another, or other chunks of it), "opened" (another of the list),
 * "selected", "hits", "current hit", "whitespace" or "pane" (one is to be shown).
 */
const on = (event, listener) => (listeners[event] ??= []).push(listener);
const tell = (event, detail) => (listeners[event] ?? []).forEach((listener) => listener(detail));

/** Show a document of the list, with a chunk selected if one of it has this id. */
function open(number, id = "") {
  const entry = state.documents[number];
  if (!entry) return;
  entry.document ??= read(`document-${number}`);
  state.current = number;
  show(entry.document, id);
  tell("opened");
}

/** Show a description of the current document; a chunk that it still has stays selected. */
function show(described, id = "", { scroll = true } = {}) {
  state.document = described;
  state.selected = described.chunks.findIndex((chunk) => chunk.id === id);
  document.title = `${visible(described.source)} · marksplit`;
  tell("document");
  tell("selected", { scroll });
  keepAddress();
}

/** Select a chunk; -1 selects none. */
function select(index, { scroll = true } = {}) {
  const last = state.document.chunks.length - 1;
  state.selected = Math.max(-1, Math.min(index, last));
  tell("selected", { scroll });
  keepAddress();
}

function keepAddress() {
  if (location.protocol === "about:") return; // in a frame, which has no address
  const address = new URLSearchParams();
  if (state.documents.length > 1) address.set("file", state.current);
  if (state.selected >= 0) address.set("chunk", state.document.chunks[state.selected].id);
  const kept = address.size ? `#${address}` : location.pathname + location.search;
  history.replaceState(null, "", kept);
}

/** Open what the address names. */
function openAddress() {
  const address = new URLSearchParams(location.hash.slice(1));
  const number = Number(address.get("file") ?? 0);
  open(state.documents[number] ? number : 0, address.get("chunk") ?? "");
}

const chunkText = (chunk) => state.document.text.slice(chunk.from, chunk.to);
/** The chunk's text with what a reader of it alone lacks: `Chunk.with_context()`. */
const chunkWithContext = (chunk) => chunk.added + chunkText(chunk);

/** Indexes of the chunks that hold something of a range. */
function chunksIn(from, to) {
  const { chunks } = state.document;
  let first = lastAt(chunks, from, (chunk) => chunk.from);
  while (first > 0 && chunks[first - 1].to > from) first -= 1;
  const found = [];
  for (let index = Math.max(first, 0); index < chunks.length && chunks[index].from < to; index++) {
    if (chunks[index].to > from) found.push(index);
  }
  return found;
}

/** Mark an element as showing text of these chunks. */
function paint(node, indexes) {
  if (!indexes.length) return node;
  node.dataset.chunks = indexes.join(" ");
  node.classList.add("band", `hue-${indexes[0] % 5}`);
  if (indexes.length > 1) node.classList.add("shared", `with-${indexes[1] % 5}`);
  if (indexes.includes(state.selected)) node.classList.add("selected");
  return node;
}

/** Move the mark of the selected chunk below `root`. */
function markSelected(root) {
  for (const node of root.querySelectorAll(".selected")) node.classList.remove("selected");
  for (const node of root.querySelectorAll(`[data-chunks~="${state.selected}"]`)) {
    node.classList.add("selected");
  }
}

/** The chunk that a click in `event` means; -1 for none. A shared text is its first chunk's. */
function clicked(event) {
  if (!getSelection().isCollapsed) return -1; // text was marked, not a chunk
  const node = event.target.closest("[data-chunks]");
  return node ? Number(node.dataset.chunks.split(" ")[0]) : -1;
}
