// Two results of one document side by side: the one that was kept, and the current one.

const compareView = (() => {
  const scroller = el("div", { class: "scroller groups", tabIndex: 0, role: "region", ariaLabel: "What moved" });
  const head = el("div", { class: "heads" });
  const element = el("div", { class: "compare" }, head, scroller);
  const PER_PART = 12;
  let parts = null;
  let shown = null;

  on("document", () => {
    state.documents[state.current].kept ??= state.document;
    shown = null;
  });
  on("selected", () => { if (shown) markSelected(scroller); });

  function look() {
    if (shown === state.document) return;
    shown = state.document;
    const { kept } = state.documents[state.current];
    const groups = grouped(kept.chunks, shown.chunks);
    const moved = groups.filter((group) => !group.same);
    const only = (side) => moved.reduce((sum, group) => sum + group[side].length, 0);
    const same = groups.reduce((sum, group) => sum + (group.same ? group.now.length : 0), 0);
    head.replaceChildren(
      headNode("Kept", kept, count(only("before"), "chunk") + " only here"),
      headNode("Current", shown, count(only("now"), "chunk") + " only here"),
      el("p", { class: "same" },
        `${count(same, "chunk")} unchanged`,
        el("button", { type: "button", onclick: keep }, "Keep the current result")));
    parts?.close();
    const heights = [];
    for (let first = 0; first < groups.length; first += PER_PART) {
      heights.push(groups.slice(first, first + PER_PART).reduce((sum, group) =>
        sum + (group.same ? 44 : 24 + 92 * Math.max(group.before.length, group.now.length)), 0));
    }
    parts = new Parts(scroller, heights, (part) => groups.slice(part * PER_PART, (part + 1) * PER_PART).map(groupNode));
    if (!moved.length) scroller.prepend(el("p", { class: "empty" }, "Nothing moved. Change a setting to see what does."));
  }

  function keep() {
    state.documents[state.current].kept = state.document;
    shown = null;
    look();
  }

  const headNode = (title, described, moved) =>
    el("section", { ariaLabel: title },
      el("h2", {}, title, el("span", {}, moved)),
      put(el("code"), described.settings.command),
      summaryTable(described.summary), histogram(described.summary));

  function groupNode(group) {
    if (group.same) {
      const [first, last] = [group.now[0], group.now.at(-1)];
      return el("div", { class: "unchanged" },
        `${count(group.now.length, "chunk")} unchanged, lines ${first.first_line}–${last.last_line}`);
    }
    return el("div", { class: "group" },
      el("div", { class: "column" }, ...group.before.map((chunk) => cardNode(chunk, false))),
      el("div", { class: "column" }, ...group.now.map((chunk) => cardNode(chunk, true))));
  }

  function cardNode(chunk, now) {
    const text = shown.text.slice(chunk.own, Math.min(chunk.to, chunk.own + 160));
    const card = el(now ? "button" : "div", { class: "moved", type: now ? "button" : null, onclick: now ? () => select(chunk.index) : null },
      el("span", { class: "facts" }, el("b", {}, `#${chunk.index}`), el("span", {}, linesText(chunk)),
        el("span", { class: chunk.oversize ? "oversize" : "" }, numbers.format(chunk.size))),
      put(el("span", { class: "text", dir: "auto" }), text.replace(/\s+/g, " ")));
    card.classList.add(`hue-${chunk.index % 5}`);
    if (now) card.dataset.chunks = chunk.index;
    if (now && chunk.index === state.selected) card.classList.add("selected");
    return card;
  }

  return { name: "compare", label: "Compare", element, look };
})();

/** Runs of equal chunks, and the smallest stretches of text in which the chunks differ. */
function grouped(before, now) {
  const groups = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < now.length) {
    const group = { before: [], now: [], same: false };
    for (let end = 0; i < before.length || j < now.length;) {
      const older = j === now.length || (i < before.length && before[i].own <= now[j].own);
      const next = older ? before[i] : now[j];
      if (end && next.own >= end) break;
      (older ? group.before : group.now).push(next);
      if (older) i += 1;
      else j += 1;
      end = Math.max(end, next.to);
    }
    const [one, other] = [group.before[0], group.now[0]];
    group.same = group.before.length === 1 && group.now.length === 1 && one.from === other.from && one.to === other.to;
    const last = groups.at(-1);
    if (group.same && last?.same) {
      last.before.push(one);
      last.now.push(other);
    } else groups.push(group);
  }
  return groups;
}
