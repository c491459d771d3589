// The source, line by line, with the chunks as bands in it.

const sourceView = (() => {
  const scroller = el("div", { class: "scroller source", tabIndex: 0, role: "region", ariaLabel: "Source" });
  const ROWS = 60;
  const CHARACTERS = 6000;
  const LINE_END = /\r\n|\r|\n/g;
  let rows = []; // {from, to, end, line}: `end` is behind the line end; line 0 continues a long one
  let firsts = []; // number of the first row of each part
  let parts = null;
  let shown = null; // the text of the rows

  on("document", build);
  on("selected", ({ scroll }) => {
    markSelected(scroller);
    if (scroll && state.selected >= 0) reveal(state.document.chunks[state.selected].from);
  });
  on("whitespace", () => parts.refresh());
  on("hits", () => parts.refresh());
  on("current hit", () => parts.refresh());
  scroller.addEventListener("click", (event) => {
    const index = clicked(event);
    if (index >= 0) select(index, { scroll: false });
  });

  function build() {
    const { text } = state.document;
    if (text === shown) { // other chunks of it
      parts.refresh();
      return;
    }
    shown = text;
    parts?.close();
    rows = [...split(text)];
    firsts = [];
    const heights = [];
    let characters = Infinity;
    rows.forEach((row, number) => {
      if (characters > CHARACTERS || number - firsts.at(-1) >= ROWS) {
        firsts.push(number);
        heights.push(0);
        characters = 0;
      }
      characters += row.to - row.from;
      heights[heights.length - 1] += 22 * Math.max(1, Math.ceil((row.to - row.from) / 90));
    });
    parts = new Parts(scroller, heights, fill);
  }

  /** The lines of a text; a very long one in several rows. */
  function* split(text) {
    let from = 0;
    let line = 1;
    for (const found of text.matchAll(LINE_END)) {
      yield* row(from, found.index, found.index + found[0].length, line);
      from = found.index + found[0].length;
      line += 1;
    }
    if (from < text.length || line === 1) yield* row(from, text.length, text.length, line);
  }

  function* row(from, to, end, line) {
    while (to - from > CHARACTERS) {
      yield { from, to: from + CHARACTERS, end: from + CHARACTERS, line };
      from += CHARACTERS;
      line = 0;
    }
    yield { from, to, end, line };
  }

  function fill(part) {
    const nodes = [];
    for (let number = firsts[part]; number < (firsts[part + 1] ?? rows.length); number++) {
      nodes.push(rowNode(rows[number]));
    }
    return nodes;
  }

  function rowNode(row) {
    const { text: source, chunks } = state.document;
    const text = el("span", { class: "text", dir: "auto" });
    const covering = chunksIn(row.from, Math.max(row.to, row.from + 1));
    const whole = covering.every((index) => chunks[index].from <= row.from && chunks[index].to >= row.to);
    const marks = new Set([row.from, row.to]);
    const inside = (offset) => offset > row.from && offset < row.to && marks.add(offset);
    for (const index of covering) [chunks[index].from, chunks[index].to].forEach(inside);
    const hits = hitsIn(row.from, row.to);
    for (const hit of hits) [hit.from, hit.to].forEach(inside);
    const edges = [...marks].sort((one, other) => one - other);
    for (let number = 0; number + 1 < edges.length; number++) {
      const [from, to] = [edges[number], edges[number + 1]];
      const hit = hits.find((each) => each.from <= from && each.to >= to);
      const run = put(el(hit ? "mark" : "span"), source.slice(from, to), state);
      if (hit?.current) run.classList.add("current");
      if (!whole) paint(run, chunksIn(from, to));
      if (covering.some((index) => chunks[index].from === from)) run.classList.add("edge");
      text.append(run);
    }
    if (row.from === row.to) text.append("\u200b");
    if (state.whitespace) text.append(lineEnd(source.slice(row.to, row.end)));
    const node = el("div", { class: "row" },
      el("span", { class: "line" }, row.line ? String(row.line) : ""),
      text,
      el("span", { class: "starts" }, ...starting(row, covering)),
    );
    if (whole) paint(node, covering);
    outline(node, row);
    return node;
  }

  function lineEnd(end) {
    const shown = end.replace("\r", "CR").replace("\n", end === "\n" ? "↵" : "LF");
    return el("span", { class: "blank" }, shown);
  }

  /** Labels of the chunks whose text begins in a row. */
  function starting(row, covering) {
    const { chunks } = state.document;
    return covering
      .filter((index) => chunks[index].from >= row.from && (chunks[index].from < row.to || chunks[index].from === row.from))
      .map((index) => chunkLabel(chunks[index]));
  }

  /** Draw a row as part of an atomic block's outline. */
  function outline(node, row) {
    const { atomic } = state.document;
    const block = atomic[lastAt(atomic, row.from, (each) => each.from)];
    if (!block || block.to < row.to || block.to <= row.from) return;
    node.classList.add("atomic");
    node.title = block.kind.replace("_", " ");
    if (block.from >= row.from) node.classList.add("opens");
    if (block.to <= row.end) node.classList.add("closes");
  }

  /** Scroll to the row that holds an offset. */
  function reveal(offset, block = "start") {
    const number = Math.max(0, lastAt(rows, offset, (row) => row.from));
    const part = lastAt(firsts, number, (first) => first);
    const node = parts.build(part).children[number - firsts[part]];
    node.scrollIntoView({ block });
  }

  return { name: "source", label: "Source", element: scroller, reveal };
})();

/** The small label at the start of a chunk. */
function chunkLabel(chunk) {
  const label = el("button", {
    type: "button", class: `label hue-${chunk.index % 5}`, tabIndex: -1,
    ariaLabel: `Chunk ${chunk.index}, size ${chunk.size}`,
    title: [pathText(chunk.heading_path), chunk.reason].filter(Boolean).join("\n"),
    onclick: () => select(chunk.index, { scroll: false }),
  }, el("b", {}, `#${chunk.index}`), el("span", {}, numbers.format(chunk.size)));
  label.dataset.chunks = chunk.index;
  if (chunk.oversize) label.classList.add("oversize");
  if (chunk.reason) label.classList.add("explained");
  if (chunk.index === state.selected) label.classList.add("selected");
  return label;
}
