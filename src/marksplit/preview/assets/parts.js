// Long content in parts: only those near the window are built, the others are empty boxes.

class Parts {
  /**
   * @param scroller the element that scrolls
   * @param heights estimated height of each part, in pixels
   * @param fill makes the nodes of a part from its number
   */
  constructor(scroller, heights, fill) {
    this.scroller = scroller;
    this.fill = fill;
    this.boxes = heights.map((height, number) => {
      const box = el("div", { class: "part" });
      box.style.height = `${height}px`;
      box.dataset.part = number;
      return box;
    });
    this.observer = new IntersectionObserver((entries) => this.#seen(entries), {
      root: scroller,
      rootMargin: "600px 0px",
    });
    scroller.replaceChildren(...this.boxes);
    scroller.scrollTop = 0;
    for (const box of this.boxes) this.observer.observe(box);
  }

  /** Build a part now, and those beside it, so that it can be scrolled to. */
  build(number) {
    for (const near of [number - 1, number, number + 1]) this.#build(this.boxes[near]);
    return this.boxes[number];
  }

  /** Build anew what is built, after a change of how it looks. */
  refresh() {
    for (const box of this.boxes) {
      if (box.firstChild) box.replaceChildren(...this.fill(Number(box.dataset.part)));
    }
  }

  close() {
    this.observer.disconnect();
    this.scroller.replaceChildren();
  }

  #seen(entries) {
    for (const { target: box, isIntersecting } of entries) {
      if (isIntersecting) this.#build(box);
      else if (box.offsetHeight && box.firstChild && !box.contains(document.activeElement)) {
        box.style.height = `${box.offsetHeight}px`;
        box.replaceChildren();
      }
    }
  }

  #build(box) {
    if (!box || box.firstChild) return;
    box.replaceChildren(...this.fill(Number(box.dataset.part)));
    box.style.height = "";
  }
}

/** The last index in a sorted list whose `key` is at most `value`; -1 if none is. */
function lastAt(list, value, key) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(list[middle]) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
