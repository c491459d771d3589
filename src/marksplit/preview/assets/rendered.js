// The rendered Markdown: a tree of data becomes elements of the allowed kinds, and no others.

const renderedView = (() => {
  const scroller = el("div", { class: "scroller rendered", tabIndex: 0, role: "region", ariaLabel: "Rendered Markdown" });
  const ALLOWED = new Set(
    "p h1 h2 h3 h4 h5 h6 ul ol li blockquote table thead tbody tr th td em strong s a code pre sup br hr div span".split(" "),
  );
  const LINKS = new Set(["http:", "https:", "mailto:"]);
  const CHARACTERS = 5000;
  let blocks = null;
  let firsts = [];
  let parts = null;
  let shown = null; // the description that is drawn

  on("document", () => { shown = null; });
  on("selected", ({ scroll }) => {
    if (!shown) return;
    markSelected(scroller);
    if (scroll && state.selected >= 0) reveal(state.document.chunks[state.selected].own);
  });
  scroller.addEventListener("click", (event) => {
    const index = clicked(event);
    if (index >= 0 && !event.target.closest("a")) select(index, { scroll: false });
  });

  /** Draw the document when the view is looked at. */
  async function look() {
    if (shown === state.document) return;
    const document = state.document;
    const found = await renderedBlocks();
    if (document !== state.document) return;
    shown = document;
    if (found === blocks) { // other chunks of the same text
      parts.refresh();
      return;
    }
    blocks = found;
    parts?.close();
    firsts = [];
    const heights = [];
    let characters = Infinity;
    blocks.forEach((block, number) => {
      if (characters > CHARACTERS) {
        firsts.push(number);
        heights.push(0);
        characters = 0;
      }
      characters += block.to - block.from;
      heights[heights.length - 1] += 30 + (block.to - block.from) * 0.28;
    });
    parts = new Parts(scroller, heights, fill);
    if (!blocks.length) scroller.append(el("p", { class: "empty" }, "There is no text in this document."));
    if (state.selected >= 0) reveal(state.document.chunks[state.selected].own);
  }

  function fill(part) {
    const { chunks } = state.document;
    return blocks.slice(firsts[part], firsts[part + 1]).map((block, number) => {
      const before = blocks[firsts[part] + number - 1]?.to ?? 0;
      const holding = chunksIn(block.from, block.to);
      const node = el("div", { class: "block", dir: "auto" }, ...block.nodes.map(build));
      const starting = holding.filter((index) => chunks[index].own >= before && chunks[index].own < block.to);
      node.append(el("div", { class: "starts", dir: "ltr" }, ...starting.map((index) => chunkLabel(chunks[index]))));
      return paint(node, holding.filter((index) => chunks[index].own < block.to && chunks[index].to > block.from));
    });
  }

  function build(node) {
    if (typeof node === "string") return put(document.createDocumentFragment(), node);
    const [tag, attributes, ...children] = node;
    const made = document.createElement(ALLOWED.has(tag) ? tag : "span");
    if (attributes.class) made.className = attributes.class;
    if (attributes.align) made.classList.add(attributes.align);
    if (attributes.start !== undefined) made.setAttribute("start", attributes.start);
    if (attributes.title) made.title = visible(attributes.title);
    if (attributes.label) made.append(el("sup", {}, visible(attributes.label)));
    if (attributes.href !== undefined) link(made, String(attributes.href));
    if (tag === "pre") made.tabIndex = 0; // it scrolls
    made.append(...children.map(build));
    return made;
  }

  /** A link that leaves this page; an address of another kind is only shown. */
  function link(node, href) {
    node.title = visible(href);
    if (!URL.canParse(href) || !LINKS.has(new URL(href).protocol)) return;
    node.href = href;
    node.target = "_blank";
    node.rel = "noopener noreferrer";
  }

  function reveal(offset) {
    const number = Math.max(0, lastAt(blocks, offset, (block) => block.from));
    const part = lastAt(firsts, number, (first) => first);
    if (part < 0) return;
    parts.build(part).children[number - firsts[part]].scrollIntoView({ block: "start" });
  }

  return { name: "rendered", label: "Rendered", element: scroller, look };
})();

/** The rendered blocks of the current document, read once. */
let renderedBlocks = async () => {
  const entry = state.documents[state.current];
  entry.rendered ??= read(`rendered-${state.current}`);
  return entry.rendered;
};
