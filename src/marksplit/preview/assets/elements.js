"use strict";
// Elements from data: text goes in as text nodes only. Nothing of chunks here.

/** An element with properties or attributes, and children: nodes or strings. */
function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name === "class") node.className = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node) node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** An SVG element with attributes and children. */
function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const byId = (id) => document.getElementById(id);

const NAMES = {
  0x00: "NUL", 0x07: "BEL", 0x08: "BS", 0x0b: "VT", 0x0c: "FF", 0x1b: "ESC", 0x7f: "DEL",
  0xad: "SHY", 0x61c: "ALM", 0x200b: "ZWSP", 0x200e: "LRM", 0x200f: "RLM",
  0x2028: "LS", 0x2029: "PS", 0x202a: "LRE", 0x202b: "RLE", 0x202c: "PDF", 0x202d: "LRO",
  0x202e: "RLO", 0x2060: "WJ", 0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI",
  0xfeff: "BOM",
};
// Control and bidi characters, invisible ones, and surrogates without a partner. Joiners
// (U+200C, U+200D) belong to words and emoji, so they are left alone.
const INVISIBLE =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;
const INVISIBLE_OR_SPACE = new RegExp(`${INVISIBLE.source}| +|\\t|\\u00a0`, "gu");

/** Append `text` to `node`, with characters that cannot be seen as small labels. */
function put(node, text, { whitespace = false } = {}) {
  let done = 0;
  for (const found of text.matchAll(whitespace ? INVISIBLE_OR_SPACE : INVISIBLE)) {
    if (found.index > done) node.append(text.slice(done, found.index));
    node.append(sign(found[0]));
    done = found.index + found[0].length;
  }
  if (done < text.length) node.append(text.slice(done));
  return node;
}

function sign(found) {
  if (found[0] === " ") return el("span", { class: "blank" }, "·".repeat(found.length), el("wbr"));
  if (found === "\t") return el("span", { class: "blank tab" }, "→\t");
  if (found === "\u00a0") return el("span", { class: "blank" }, "⍽");
  return el("span", { class: "control", title: number(found) }, nameOf(found));
}

const number = (mark) => `U+${mark.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
const nameOf = (mark) => NAMES[mark.codePointAt(0)] ?? number(mark);

/** `text` as a string in which what cannot be seen is spelled out: for titles and labels. */
const visible = (text) => text.replace(INVISIBLE, (mark) => `[${nameOf(mark)}]`);

/** A path of titles; those without text are named. */
function pathText(path) {
  return path.length ? path.map((title) => visible(title) || "(no title)").join(" › ") : "(no heading)";
}

/** The path as an element whose outer titles give way first. */
function pathNode(path) {
  const outer = path.length > 1 ? el("bdi", { class: "outer" }, pathText(path.slice(0, -1))) : null;
  const inner = el("bdi", { class: "inner" }, pathText(path.slice(-1)));
  return el("span", { class: "path", title: pathText(path) }, outer, outer && el("span", {}, "\u00a0›\u00a0"), inner);
}

const numbers = new Intl.NumberFormat("en");
const count = (number, noun) => `${numbers.format(number)} ${noun}${number === 1 ? "" : "s"}`;

let toastTimer = 0;
/** Say something for a moment. */
function say(message) {
  const toast = byId("toast");
  toast.textContent = message;
  toast.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => toast.classList.remove("shown"), 2500);
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
  } catch {
    say("The browser does not let this page copy");
  }
}
