// Search: every hit in the text, one of them the current one.

const MOST_HITS = 10_000;
let currentHit = -1;

/** The hits that touch a range, for painting. */
function hitsIn(from, to) {
  const found = [];
  for (let number = lastAt(state.hits, from, (hit) => hit.to) + 1; number < state.hits.length; number++) {
    const hit = state.hits[number];
    if (hit.from >= to) break;
    found.push({ ...hit, current: number === currentHit });
  }
  return found;
}

function find() {
  const query = byId("query").value;
  state.query = query;
  state.hits = [];
  if (query && state.document) {
    const pattern = new RegExp(query.replace(/[.*+?^${}()|[\]\\\/]/g, "\\$&"), "gi");
    for (const hit of state.document.text.matchAll(pattern)) {
      state.hits.push({ from: hit.index, to: hit.index + hit[0].length });
      if (state.hits.length === MOST_HITS) break;
    }
  }
  currentHit = -1;
  tell("hits");
  sayHits();
}

function goTo(number) {
  if (!state.hits.length) return;
  currentHit = (number + state.hits.length) % state.hits.length;
  const hit = state.hits[currentHit];
  const [first] = chunksIn(hit.from, hit.to);
  if (first !== undefined && !chunksIn(hit.from, hit.to).includes(state.selected)) select(first);
  tell("current hit");
  sourceView.reveal(hit.from, "center");
  sayHits();
}

function sayHits() {
  const more = state.hits.length === MOST_HITS ? "+" : "";
  byId("hits").textContent = !state.query ? ""
    : state.hits.length ? `${numbers.format(currentHit + 1)} / ${numbers.format(state.hits.length)}${more}` : "no hit";
  byId("search").classList.toggle("active", Boolean(state.query));
}

let findTimer = 0;
byId("query").addEventListener("input", () => {
  clearTimeout(findTimer);
  findTimer = setTimeout(() => {
    find();
    goTo(0);
  }, 120);
});
byId("query").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  goTo(currentHit + (event.shiftKey ? -1 : 1));
});
byId("search").addEventListener("submit", (event) => event.preventDefault());
byId("hit-next").addEventListener("click", () => goTo(currentHit + 1));
byId("hit-previous").addEventListener("click", () => goTo(currentHit - 1));
on("document", () => { if (state.query) find(); });
