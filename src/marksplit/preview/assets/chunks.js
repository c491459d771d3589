// The list of chunks, the summary of their sizes above it, and the dock of the selected one.

const COPIES = [
  { label: "Copy text", short: "Text", what: "Text", of: chunkText },
  { label: "Copy with context", short: "+ Context", what: "Text with context", of: chunkWithContext },
];

const copyButtons = (chunk, name = "label") =>
  COPIES.map((each) => el("button", {
    type: "button", class: "copy", ariaLabel: `${each.label} of chunk ${chunk.index}`, title: each.label,
    onclick: () => copy(each.of(chunk), each.what),
  }, each[name]));

/** How full a chunk is; the bar ends at the limit. */
function sizeBar(chunk) {
  const { top } = state.document.summary;
  const bar = el("span", { class: chunk.oversize ? "bar oversize" : "bar" });
  const full = el("span");
  full.style.width = `${Math.min(100, (100 * chunk.size) / top)}%`;
  bar.append(full);
  return bar;
}

const linesText = ({ first_line: first, last_line: last }) =>
  first === last ? `line ${first}` : `lines ${first}–${last}`;

const chunkList = (() => {
  const HEIGHT = 64; // as in chunks.css
  const PER_PART = 40;
  const top = el("div", { class: "summary" });
  const heading = el("p", { class: "caption" });
  const scroller = el("div", { class: "scroller list", tabIndex: 0, role: "region", ariaLabel: "List of chunks" });
  byId("chunks").append(top, heading, scroller);
  let listed = [];
  let parts = null;

  on("document", () => {
    const { summary, settings } = state.document;
    const open = top.querySelector("details")?.open ?? false;
    top.replaceChildren(summaryTable(summary), histogram(summary), settingsNode(settings, open));
    build();
  });
  on("hits", build);
  on("selected", ({ scroll }) => {
    markSelected(scroller);
    if (scroll) reveal();
  });

  function build() {
    const { chunks, summary } = state.document;
    const found = new Set(state.hits.flatMap((hit) => chunksIn(hit.from, hit.to)));
    listed = state.query ? chunks.filter((chunk) => found.has(chunk.index)) : chunks;
    heading.textContent = state.query
      ? `${numbers.format(listed.length)} of ${count(chunks.length, "chunk")}`
      : `${count(chunks.length, "chunk")}${summary.limit ? `, limit ${numbers.format(summary.limit)}` : ""}`;
    parts?.close();
    const heights = [];
    for (let first = 0; first < listed.length; first += PER_PART) {
      heights.push(HEIGHT * Math.min(PER_PART, listed.length - first));
    }
    parts = new Parts(scroller, heights, (part) => listed.slice(part * PER_PART, (part + 1) * PER_PART).map(card));
    reveal();
  }

  function card(chunk) {
    const node = el("div", { class: "card" },
      el("button", {
        type: "button", class: "open", title: chunk.reason,
        ariaLabel: `Chunk ${chunk.index}, ${pathText(chunk.heading_path)}, size ${chunk.size}${chunk.oversize ? ", over the limit" : ""}`,
        onclick: () => select(chunk.index),
      },
      el("span", { class: "number" }, `#${chunk.index}`),
      pathNode(chunk.heading_path),
      el("span", { class: "size" }, numbers.format(chunk.size)),
      sizeBar(chunk),
      el("span", { class: "lines" }, `${linesText(chunk)}, ${chunk.kinds.join(", ").replaceAll("_", " ")}`)),
      el("span", { class: "copies" }, ...copyButtons(chunk, "short")),
    );
    node.dataset.chunks = chunk.index;
    node.classList.add(`hue-${chunk.index % 5}`);
    node.classList.toggle("selected", chunk.index === state.selected);
    return node;
  }

  function reveal() {
    const number = listed.findIndex((chunk) => chunk.index === state.selected);
    if (number < 0) return;
    const part = Math.floor(number / PER_PART);
    parts.build(part).children[number % PER_PART].scrollIntoView({ block: "nearest" });
  }
})();

/** The summary in numbers. */
function summaryTable(summary) {
  const cell = (label, value, kind = "") => el("div", { class: kind }, el("dt", {}, label), el("dd", {}, value));
  const share = summary.count ? Math.round((100 * summary.small) / summary.count) : 0;
  return el("dl", { class: "numbers" },
    cell("chunks", numbers.format(summary.count)),
    cell("min", numbers.format(summary.min)),
    cell("median", numbers.format(summary.median)),
    cell("p95", numbers.format(summary.p95)),
    cell("max", numbers.format(summary.max)),
    cell("oversize", numbers.format(summary.oversize), summary.oversize ? "oversize" : ""),
    summary.limit ? cell("under 20 %", `${share} %`) : null,
  );
}

/** Chunks by size, with the limit as a line. */
function histogram(summary) {
  const { histogram: bars, top, limit } = summary;
  const most = Math.max(1, ...bars);
  const [width, height, step] = [300, 56, 300 / bars.length];
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "histogram", role: "img", preserveAspectRatio: "none" },
    svg("title", {}, `Chunks by size${limit ? `; the limit is ${limit}` : ""}`));
  bars.forEach((bar, number) => {
    const tall = bar ? Math.max(2, (bar / most) * (height - 2)) : 0;
    const over = number === bars.length - 1;
    const low = Math.floor((number * top) / (bars.length - 1));
    const range = over ? `over ${numbers.format(top)}` : `${numbers.format(low)} to ${numbers.format(Math.floor(((number + 1) * top) / (bars.length - 1)))}`;
    const small = limit && number < (bars.length - 1) / 5;
    drawing.append(svg("rect", {
      x: number * step + 1, y: height - tall, width: step - 2, height: tall,
      class: over ? "over" : small ? "small" : "",
    }, svg("title", {}, `${range}: ${count(bar, "chunk")}`)));
  });
  const edge = (bars.length - 1) * step;
  if (limit) drawing.append(svg("line", { x1: edge, x2: edge, y1: 0, y2: height, class: "limit" }));
  return el("div", { class: "distribution" }, drawing,
    el("p", {}, el("span", {}, "0"), el("span", {}, limit ? `limit ${numbers.format(limit)}` : `largest ${numbers.format(top)}`)));
}

/** How to get these chunks without this page. */
function settingsNode({ command, python }, open) {
  const line = (label, text) => el("div", { class: "call" },
    el("span", {}, label),
    el("button", { type: "button", class: "copy", ariaLabel: `Copy ${label}`, onclick: () => copy(text, label) }, "Copy"),
    put(el("code"), text));
  return el("details", { class: "calls", open }, el("summary", {}, "How to get these chunks"),
    line("Command line", command), line("Python", python));
}

/** The selected chunk in full. */
const dock = (() => {
  const node = byId("dock");
  on("selected", draw);
  on("document", draw);

  function draw() {
    const chunk = state.document.chunks[state.selected];
    node.replaceChildren();
    node.hidden = !chunk;
    if (!chunk) return;
    const { limit } = state.document.summary;
    const fact = (text, kind = "") => el("li", { class: kind }, text);
    node.className = `dock hue-${chunk.index % 5}`;
    node.append(
      el("div", { class: "title" },
        el("b", {}, `#${chunk.index}`),
        pathNode(chunk.heading_path),
        el("span", { class: "steps" },
          el("button", { type: "button", class: "plain", ariaLabel: "Previous chunk", title: "Previous chunk (k)", disabled: chunk.index === 0, onclick: () => select(state.selected - 1) }, "↑"),
          el("button", { type: "button", class: "plain", ariaLabel: "Next chunk", title: "Next chunk (j)", disabled: chunk.index === state.document.chunks.length - 1, onclick: () => select(state.selected + 1) }, "↓"),
          el("button", { type: "button", class: "plain", ariaLabel: "Select no chunk", title: "Select no chunk (Esc)", onclick: () => select(-1) }, "×"))),
      el("ul", { class: "facts" },
        fact(`size ${numbers.format(chunk.size)}${limit ? ` of ${numbers.format(limit)}` : ""}`, chunk.oversize ? "oversize" : ""),
        chunk.oversize ? fact("one unit alone is over the limit", "oversize") : null,
        fact(linesText(chunk)),
        fact(`characters ${numbers.format(chunk.start)}–${numbers.format(chunk.end)}`),
        chunk.overlap ? fact(`the first ${count(chunk.overlap, "character")} repeat the chunk before`) : null,
        fact(chunk.kinds.join(", ").replaceAll("_", " ")),
        chunk.reason ? fact(chunk.reason, "reason") : null),
      chunk.added ? el("details", {}, el("summary", {}, "Context that is added for embedding"), put(el("pre", { tabIndex: 0 }), chunk.added)) : "",
      el("div", { class: "copies" }, ...copyButtons(chunk)),
    );
  }
})();
