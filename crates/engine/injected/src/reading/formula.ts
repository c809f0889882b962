/** Formulas, as their author wrote them, or in one line that keeps what stands above, below and beside. */
import {
  attribute,
  find,
  firstElementChild,
  isElement,
  localName,
  nodeType,
  textContent,
  textData,
} from "../dom/dom.js";
import { eachChild } from "../dom/shadow.js";
import { HIDDEN, NONE, SKIPPED } from "../dom/style.js";
import { clean, line } from "../dom/text.js";
import { IGNORED } from "../walk/vocabulary.js";
import type { Reading } from "./pass.js";

const LENGTH = 2_000;
/** How deep a formula is followed. What is deeper is read as text. */
const DEEPEST = 100;
/** One number, or one name. */
const SIMPLE = /^(?:[\p{N}.,]+|\p{L}+|)$/u;
/** What is drawn of a formula only in its place, or not at all. */
const UNDRAWN = new Set("annotation annotation-xml mphantom mprescripts none".split(" "));

/** A part in one line. `joint`: it would grow together with a letter or number after it. */
interface Part {
  text: string;
  joint: boolean;
}

/** A formula as its author wrote it, unless that is prose that is not drawn; or what is drawn of it. */
export function formula(reading: Reading, el: Element): void {
  const { writer, sight } = reading;
  const annotation = find(el, 'annotation[encoding="application/x-tex"]');
  const source = line(attribute(el, "alttext") ?? (annotation && textContent(annotation)) ?? "", LENGTH);
  const isSeen = source !== "" && sight.seesSource(el, source, () => reading.drawn(el));
  const text = isSeen || (source !== "" && sight.shows) ? source : line(row(reading, el, 0), LENGTH);
  if (text === "") return;
  reading.say(isSeen || text !== source, () => {
    writer.mark("$");
    writer.code(() => writer.text(text));
    writer.mark("$");
  });
}

/** What is in an element, one after the other, so that no number grows together with its neighbour. */
function row(reading: Reading, el: Element, depth: number): string {
  let text = "";
  let joint = false;
  for (const part of parts(reading, el, depth)) {
    const grows = joint ? /^[\p{L}\p{N}√(]/u : /^[\p{N}√]/u;
    const meets = (joint || /[\p{L}\p{N}]$/u.test(text)) && grows.test(part.text);
    text += meets ? ` ${part.text}` : part.text;
    if (part.text !== "") joint = part.joint;
  }
  return text;
}

function parts(reading: Reading, el: Element, depth: number): Part[] {
  const found: Part[] = [];
  eachChild(el, localName(el), (child) => {
    if (isElement(child)) found.push(part(reading, child, depth + 1));
    else if (nodeType(child) === 3 && !(reading.styles.of(el) & HIDDEN)) {
      const data = textData(child as Text);
      const text = clean(data);
      if (text !== "") found.push({ text: reading.sight.written(text, reading.sight.sees(el, data)), joint: false });
    }
  });
  return found;
}

function part(reading: Reading, el: Element, depth: number): Part {
  const tag = localName(el);
  const { styles, sight } = reading;
  if (IGNORED.has(tag) || UNDRAWN.has(tag) || styles.of(el, tag) & (NONE | SKIPPED) || !sight.enters(el))
    return { text: "", joint: false };
  if (depth > DEEPEST) return { text: reading.deep(el), joint: false };
  if (tag === "semantics") {
    const shown = firstElementChild(el);
    return shown === null ? { text: "", joint: false } : part(reading, shown, depth + 1);
  }
  if (tag === "mtable") return { text: `[${listed(reading, el, depth, "; ")}]`, joint: false };
  if (tag === "mtr") return { text: listed(reading, el, depth, ", "), joint: false };
  if (tag === "msqrt") return { text: `√${grouped(row(reading, el, depth))}`, joint: true };
  // Words stand apart from what is around them.
  if (tag === "mtext") return { text: ` ${row(reading, el, depth)} `, joint: false };
  const write = SCRIPTS[tag];
  if (write === undefined) return { text: row(reading, el, depth), joint: false };
  // A fraction without its line is a number over another in one bracket.
  if (tag === "mfrac" && /^0/.test(attribute(el, "linethickness") ?? ""))
    return { text: `[${listed(reading, el, depth, "; ")}]`, joint: false };
  const [base = "", first = "", second = ""] = parts(reading, el, depth).map(({ text }) => grouped(text));
  return { text: write(base, first, second), joint: true };
}

/** How what has a base and one or two other parts is written. */
const SCRIPTS: Record<string, (base: string, first: string, second: string) => string> = {
  mfrac: (base, first) => `${base}/${first}`,
  mroot: (base, first) => `√[${first}]${base}`,
  msup: (base, first) => `${base}^${first}`,
  mover: (base, first) => `${base}^${first}`,
  msub: (base, first) => `${base}_${first}`,
  munder: (base, first) => `${base}_${first}`,
  msubsup: (base, first, second) => `${base}_${first}^${second}`,
  munderover: (base, first, second) => `${base}_${first}^${second}`,
};

const listed = (reading: Reading, el: Element, depth: number, between: string): string =>
  parts(reading, el, depth)
    .map(({ text }) => text)
    .join(between);

function grouped(part: string): string {
  const text = part.trim();
  return SIMPLE.test(text) || [...text].length === 1 ? text : `(${text})`;
}
