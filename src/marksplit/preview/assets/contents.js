// Where to go: the files of the page, and the sections of the current one.

const contents = (() => {
  const HEIGHT = 30; // as in layout.css
  const PER_PART = 80;
  const files = el("div", { class: "scroller files", tabIndex: 0, role: "region", ariaLabel: "Files" });
  const sections = el("div", { class: "scroller sections", tabIndex: 0, role: "region", ariaLabel: "Sections" });
  const filesTitle = el("p", { class: "caption" });
  const sectionsTitle = el("p", { class: "caption" });
  const panel = el("div", { class: "panel contents" }, filesTitle, files, sectionsTitle, sections);
  byId("side").append(panel);
  const parts = new Map();

  on("document", draw);
  on("selected", markSection);

  function draw() {
    const several = state.documents.length > 1;
    filesTitle.hidden = files.hidden = !several;
    filesTitle.textContent = count(state.documents.length, "file");
    fill(files, state.documents, fileRow);
    const found = state.document.sections.filter((section) => section.level || section.to > section.from);
    sectionsTitle.textContent = count(found.filter((section) => section.level).length, "section");
    fill(sections, found, sectionRow);
    if (several) show(files, state.current);
  }

  function fill(scroller, rows, make) {
    parts.get(scroller)?.close();
    const heights = [];
    for (let first = 0; first < rows.length; first += PER_PART) {
      heights.push(HEIGHT * Math.min(PER_PART, rows.length - first));
    }
    parts.set(scroller, new Parts(scroller, heights, (part) =>
      rows.slice(part * PER_PART, (part + 1) * PER_PART).map((row, number) => make(row, part * PER_PART + number))));
  }

  function show(scroller, number) {
    const box = parts.get(scroller).build(Math.floor(number / PER_PART));
    const row = box.children[number % PER_PART];
    scroller.scrollTop = Math.max(0, row.offsetTop - scroller.clientHeight / 2);
  }

  function fileRow(entry, number) {
    const { summary } = entry;
    return el("button", {
      type: "button", class: "item", title: visible(entry.source), ariaCurrent: number === state.current ? "true" : null,
      onclick: () => open(number),
    },
    fileName(visible(entry.source)),
    summary.oversize ? el("span", { class: "badge", title: "over the limit" }, numbers.format(summary.oversize)) : null,
    el("span", { class: "amount" }, numbers.format(summary.count)));
  }

  function fileName(source) {
    const cut = source.lastIndexOf("/") + 1;
    return el("span", { class: "path" },
      cut ? el("bdi", { class: "outer" }, source.slice(0, cut)) : null,
      el("bdi", { class: "inner" }, source.slice(cut)));
  }

  function sectionRow(section) {
    const title = section.level ? visible(section.title) || "(no title)" : "Whole document";
    const row = el("button", {
      type: "button", class: "item", title,
      onclick: () => {
        const [first] = chunksIn(section.from, section.to);
        if (first !== undefined) select(first);
        sourceView.reveal(section.from);
        tell("pane", "text");
      },
    },
    el("span", { class: "name" }, el("bdi", {}, title)),
    el("span", { class: "amount" }, numbers.format(section.size)));
    row.style.paddingInlineStart = `${16 + 14 * Math.max(0, section.level - 1)}px`;
    row.dataset.from = section.from;
    row.classList.toggle("document", !section.level);
    return row;
  }

  /** Mark the innermost section in which the selected chunk starts. */
  function markSection() {
    const chunk = state.document.chunks[state.selected];
    for (const row of sections.querySelectorAll("[aria-current]")) row.removeAttribute("aria-current");
    if (!chunk) return;
    const rows = [...sections.querySelectorAll(".item:not(.document)")];
    const row = rows[lastAt(rows, chunk.own, (each) => Number(each.dataset.from))];
    row?.setAttribute("aria-current", "true");
  }

  return panel;
})();
