/** Collects the lines of a walk: runs of text, and lines of elements, which can be removed again. */

import { contentType, token } from "../dom/dom.js";
import { noteValue } from "../dom/note-value.js";
import { line, TEXT_LENGTH } from "../dom/text.js";
import type { WalkArgs } from "../protocol.js";
import type { Names } from "../semantics/name.js";
import type { Named } from "../semantics/named.js";
import { A_ARIA, A_DESCRIBED, A_DRAGGABLE, A_GRAB, A_ID, A_INERT, A_PLACE, A_ROLE, A_TITLE } from "./attributes.js";
import { boundsOf, furtherAttributes } from "./extra-fields.js";
import { iconField } from "./icon.js";
import { choiceField, idField } from "./ids.js";
import { type Line, newLine, written } from "./line.js";
import { M_DISABLED, M_FOLDED, M_INERT } from "./modes.js";
import { Addresses, states, tail } from "./state-fields.js";
import { CONTAINERS, KEPT_EMPTY } from "./vocabulary.js";

/** What a field holds, in the states of its line. Shorter texts are no orders. */
const HELD = /\t(value|placeholder|options)=([^\t]{30,})/g;
const HELD_LENGTH = 36;

/** What a walk gives on request only, see protocol.ts. */
export type Detail = Pick<WalkArgs, "attributes" | "everything" | "bounds" | "unseen">;

/** Thrown to end the walk of one element as soon as its line is certain. */
export const CERTAIN = Symbol();

/** The number that a table gives a row, or the column of a cell; empty for none. */
const placeOf = (el: Element, role: string): string =>
  /^[1-9]\d{0,8}$/.exec(token(el, role === "row" ? "aria-rowindex" : "aria-colindex"))?.[0] ?? "";

/** The lines of one walk. */
export class Lines {
  readonly list: Line[] = [];
  /** Text since the last line. */
  run = "";
  /** Whether the line that is being added may be removed again. */
  tentative = false;
  /** Whether a person cannot see what is added. */
  private hidden = false;
  private addresses = new Addresses();

  /** `only`: see pass.ts. `focused`: the element with the focus. */
  constructor(
    private only: Element | null,
    private names: Names,
    private focused: Element | null,
    private more: Detail,
    /** Collects form controls with what they hold. */
    private values: Map<Element, string> | null = null,
  ) {}

  /** The lines in the form of the protocol, each after a line break. */
  text(): string {
    let out = "";
    const { attributes, bounds } = this.more;
    for (const l of this.list) {
      out += `\n${l.depth}${written(l)}`;
      if (l.el && attributes) out += furtherAttributes(l.el);
      if (l.el && bounds) out += boundsOf(l.el);
    }
    return out;
  }

  /** The line of the document itself. */
  title(el: Element, name: string): void {
    // The viewer of another type, such as PDF. Its document may hold little to read or to act on.
    const type = contentType(document);
    const rest = /html/.test(type) ? "" : `\ttype=${line(type, 60)}`;
    this.push(newLine(0, el, "document", "", name, rest, false));
  }

  /** Whether a person cannot see what a line tells of what a field holds or suggests. */
  private hidesHeld(el: Element, tag: string, named: Named, rest: string): boolean {
    if (named.source === "placeholder" && this.names.hidesValue(el, tag, named.name, true)) return true;
    if (rest.length < HELD_LENGTH) return false;
    for (const [, what, text = ""] of rest.matchAll(HELD)) {
      const texts = what === "options" ? text.split("|") : [text];
      for (const one of texts) if (this.names.hidesValue(el, tag, one, what === "placeholder")) return true;
    }
    return false;
  }

  /** Whether an element of this role is told apart by more than what it holds. Its id is not given twice. */
  private isControl(role: string): boolean {
    return this.more.attributes !== true && role !== "row" && !CONTAINERS.has(role) && !KEPT_EMPTY.has(role);
  }

  private push(l: Line): void {
    if (this.hidden && !l.flags.includes("u")) l.flags += "u";
    this.list.push(l);
    if (l.el !== this.only && !this.tentative) this.decided();
  }

  /** Called for a line that stays inside the element in question, which is therefore not shown by its text alone. */
  decided(): void {
    if (this.only) throw CERTAIN;
  }

  /** Ends a run of text and makes it a line. */
  flush(depth: number): void {
    if (this.run === "") return;
    const text = this.take();
    if (text) this.push(newLine(depth, null, "text", "", text, "", false));
  }

  /** Ends a run of text and answers it. */
  take(): string {
    if (this.run === "") return "";
    const text = line(this.run, TEXT_LENGTH);
    this.run = "";
    return text;
  }

  /** Adds lines that are marked as unseen, and apart from the text around them. */
  apart(depth: number, add: () => void): void {
    this.flush(depth);
    this.hidden = true;
    add();
    this.flush(depth);
    this.hidden = false;
  }

  /** Removes the line of a wrapper around a single control. */
  unwrap(at: number, depth: number): void {
    const { list } = this;
    const inner = list[at + 1] as Line;
    if (!inner.interactive) return;
    for (let i = at + 2; i < list.length; i++) if ((list[i] as Line).depth <= depth + 1) return;
    list.splice(at, 1);
    for (let i = at; i < list.length; i++) (list[i] as Line).depth--;
  }

  /** Removes a run of text that is all there is below the line at `at`, which says it. */
  once(at: number, said: string): void {
    const [only, more] = this.list.slice(at + 1, at + 3);
    if (only?.el === null && !more && said.includes(only.name)) this.list.pop();
  }

  /** Puts a line without meaning around the lines from `at` on. */
  wrap(at: number, el: Element, depth: number): void {
    for (let i = at; i < this.list.length; i++) (this.list[i] as Line).depth++;
    this.list.splice(at, 0, newLine(depth, el, "generic", "", "", "", false));
  }

  /** Adds the line of an element, with its states. */
  add(
    el: Element,
    tag: string,
    role: string,
    flags: string,
    named: Named,
    depth: number,
    mode: number,
    bits: number,
    interactive: boolean,
  ): void {
    if (this.values !== null) noteValue(this.values, el, tag);
    const draggable = bits & A_GRAB || (bits & A_DRAGGABLE && token(el, "draggable") === "true");
    let rest = "";
    let unseen = named.unseen === true ? "u" : "";
    if (!this.only) {
      if (
        interactive ||
        bits ||
        role === "heading" ||
        el === this.focused ||
        role === "progressbar" ||
        role === "meter" ||
        role === "dialog"
      ) {
        rest = states({
          el,
          tag,
          role,
          named,
          aria: (bits & (A_ARIA | A_ROLE)) !== 0,
          names: this.names,
          focused: this.focused,
          inert: (mode & M_INERT) !== 0 || (bits & A_INERT) !== 0,
          refused: interactive && (mode & M_DISABLED) !== 0,
          interactive,
        });
        if (draggable) rest += "\tdraggable";
      }
      if (named.shows !== undefined) rest += `\tshows=${named.shows}`;
      const end = tail(el, tag, role, named, this.names, (bits & (A_TITLE | A_DESCRIBED)) !== 0, this.addresses);
      rest += end.text;
      if (end.unseen) unseen += "d";
      if (interactive && named.name === "" && this.isControl(role))
        rest += choiceField(el, role) || (bits & A_ID && idField(el)) || iconField(el);
      if (!unseen.includes("u") && this.hidesHeld(el, tag, named, rest)) unseen += "u";
    }
    const byText = named.source === "content" && !flags.includes("t") ? "t" : "";
    if (interactive && mode & M_FOLDED && !flags.includes("h")) unseen += "h";
    const place = bits & A_PLACE ? placeOf(el, role) : "";
    this.push(newLine(depth, el, role, place + flags + byText + unseen, named.name, rest, interactive));
  }
}
