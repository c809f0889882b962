// Masks secrets in texts. One object knows the secrets of the whole process, and every text that leaves it goes through here.

import { isUtf8 } from "node:buffer";
import { base64Of, hexOf, type Letter, lettersOf, tokensOf } from "./forms.ts";
import { aroundMark, hasMarks } from "./markup.ts";
import { normalOf } from "./normal.ts";
import { type Piece, piecesOf, spelledIn, spellingOf } from "./spelled.ts";

/** Longer expressions are compared part by part. */
const MOST_AT_ONCE = 256;
/** So many parts are looked for; what begins like a secret is then compared on. */
const BEGINNING = 4;
/** A beginning counts if it has so many parts and half of the secret: a field can hold less than the whole. */
const LEAST_PART = 6;
/** How much of a secret is looked for after a text's cut, and after how many cuts. */
const MOST_REST = 200;
const MOST_CUTS = 2_000;
/** Texts of a value that can be a piece of a secret are no longer, in UTF-16 units. */
const SHORT = 8;

interface Interval {
  from: number;
  to: number;
  name: string;
  /** Whether marks of Markdown in it are the secret's own. */
  own: boolean;
}

/** A secret, ready to be found. */
class Hidden {
  /** As it was given. */
  readonly given: string;
  readonly name: string;
  /** As texts are compared. */
  readonly #value: string;
  readonly #own: boolean;
  readonly #tokens: readonly string[];
  /** The parts that are a letter or a digit of ASCII. */
  readonly #letters: readonly (Letter | undefined)[];
  readonly #whole: readonly RegExp[];
  readonly #spelling: string | undefined;
  readonly #beginning: RegExp;
  readonly #next = new Map<string, RegExp>();

  constructor(name: string, value: string) {
    this.given = value;
    this.name = name;
    this.#value = normalOf(value).text;
    this.#own = hasMarks(this.#value);
    this.#tokens = tokensOf(value);
    this.#letters = lettersOf(value);
    this.#spelling = spellingOf(this.#value);
    this.#beginning = new RegExp(this.#tokens.slice(0, BEGINNING).join(""), "giu");
    this.#whole = [
      ...(this.#tokens.length <= MOST_AT_ONCE ? [new RegExp(this.#tokens.join(""), "giu")] : []),
      ...(this.#tokens.length <= MOST_AT_ONCE ? base64Of(value).map((source) => new RegExp(source, "g")) : []),
      ...(value.length <= MOST_AT_ONCE ? [new RegExp(hexOf(value), "gi")] : []),
    ];
  }

  /**
   * @param text - as it is compared
   * @param pieces - the short pieces of it
   */
  find(text: string, pieces: readonly Piece[]): Interval[] {
    const found = this.spelled(pieces);
    const add = (from: number, to: number): void => {
      found.push({ from, to, name: this.name, own: this.#own });
    };
    for (const pattern of this.#whole) {
      for (const match of text.matchAll(pattern)) add(match.index, match.index + match[0].length);
    }
    let masked = 0;
    for (const match of text.matchAll(this.#beginning)) {
      if (match.index < masked) continue;
      const { parts, to } = this.#follow(text, match.index + match[0].length, Math.min(BEGINNING, this.#tokens.length));
      const half = parts >= Math.max(LEAST_PART, Math.ceil(this.#tokens.length / 2));
      // A word that differs in its case is no part of the secret: most passwords begin like a word.
      const isPart = half && this.#value.startsWith(text.slice(match.index, to));
      if (parts < this.#tokens.length && !isPart && !isCut(text, to)) continue;
      add(match.index, to);
      masked = to;
    }
    for (const { from, to } of this.#afterCuts(text)) add(from, to);
    return found;
  }

  /** Where pieces spell it together. */
  spelled(pieces: readonly Piece[]): Interval[] {
    if (this.#spelling === undefined) return [];
    return spelledIn(pieces, this.#spelling).map(({ from, to }) => ({ from, to, name: this.name, own: this.#own }));
  }

  /** How many parts stand in a text from `at` on, after `parts` others. */
  #follow(text: string, at: number, parts: number): { parts: number; to: number } {
    let [to, count] = [at, parts];
    for (; count < this.#tokens.length; count++) {
      const plain = this.#letters[count];
      if (plain !== undefined) {
        // What most texts are, without an expression: letters that follow each other, or after one blank.
        const gap = text[to] === " " ? 1 : 0;
        if (text[to + gap]?.toLowerCase() === plain.letter && (gap === 0 || plain.gap)) {
          to += gap + 1;
          continue;
        }
      }
      const pattern = this.#pattern(this.#tokens[count] ?? "");
      pattern.lastIndex = to;
      const match = pattern.exec(text);
      if (match === null) break;
      to += match[0].length;
    }
    return { parts: count, to };
  }

  /** Ends of the secret that stand after the mark of a cut. */
  *#afterCuts(text: string): Generator<{ from: number; to: number }> {
    let cuts = 0;
    for (let at = text.indexOf("…"); at >= 0 && cuts < MOST_CUTS; at = text.indexOf("…", at + 1)) {
      cuts++;
      // What stands apart from the mark was not cut there.
      if (text[at + 1] === " ") continue;
      for (
        let first = Math.max(1, this.#tokens.length - MOST_REST);
        first <= this.#tokens.length - BEGINNING;
        first++
      ) {
        const { parts, to } = this.#follow(text, at + 1, first);
        if (parts === this.#tokens.length) {
          yield { from: at + 1, to };
          break;
        }
      }
    }
  }

  #pattern(token: string): RegExp {
    let pattern = this.#next.get(token);
    if (pattern === undefined) {
      pattern = new RegExp(token, "iuy");
      this.#next.set(token, pattern);
    }
    return pattern;
  }
}

/** Whether a text was cut at a place. */
const isCut = (text: string, at: number): boolean => /^(?:…|\\{1,8}u2026)/.test(text.slice(at, at + 14));

/** What stands in the place of a secret. */
export const markOf = (name: string): string => `[secret ${name}]`;

/** Masks the secrets that it knows. */
export class Masker {
  readonly #hidden = new Map<string, { hidden: Hidden; users: number }>();

  /** @returns what ends it, when no page and no file has them any more */
  add(secrets: Iterable<{ name: string; value: string }>): () => void {
    const keys: string[] = [];
    for (const { name, value } of secrets) {
      const key = `${name}\0${value}`;
      const known = this.#hidden.get(key) ?? { hidden: new Hidden(name, value), users: 0 };
      known.users++;
      this.#hidden.set(key, known);
      keys.push(key);
    }
    return () => {
      for (const key of keys.splice(0)) {
        const known = this.#hidden.get(key);
        if (known !== undefined && --known.users === 0) this.#hidden.delete(key);
      }
    };
  }

  /** A text in which every secret is replaced by its name. */
  text(text: string): string {
    if (this.#hidden.size === 0 || text === "") return text;
    const normal = normalOf(text);
    const pieces = piecesOf(normal.text);
    const found = [...this.#hidden.values()].flatMap(({ hidden }) => hidden.find(normal.text, pieces));
    if (found.length === 0) return text;
    found.sort((a, b) => a.from - b.from || b.to - a.to);
    let [masked, at] = ["", 0];
    for (let first = 0; first < found.length; ) {
      const begin = found[first] as Interval;
      let { to: end, own } = begin;
      let last = first + 1;
      // Secrets that overlap are replaced as one.
      for (; last < found.length && (found[last] as Interval).from < end; last++) {
        const next = found[last] as Interval;
        end = Math.max(end, next.to);
        own ||= next.own || next.name !== begin.name;
      }
      const [from, to] = [normal.place(begin.from, "begin"), normal.place(end, "end")];
      const mark = markOf(begin.name);
      masked += text.slice(at, from) + (own ? mark : aroundMark(mark, text.slice(from, to), text.slice(to, to + 3)));
      [at, first] = [to, last];
    }
    return masked + text.slice(at);
  }

  /** Whether it knows no secret. */
  get isEmpty(): boolean {
    return this.#hidden.size === 0;
  }

  /**
   * The parts of a text: what may be shown, and the names of secrets where their values stand. Undefined if it holds a secret in another
   * form than its own, such as one that is encoded: then its value cannot be put back.
   */
  parts(text: string): (string | { secret: string })[] | undefined {
    if (this.text(text) === text) return [text];
    const parts: (string | { secret: string })[] = [];
    let at = 0;
    for (let next = this.#nextIn(text, at); next !== undefined; next = this.#nextIn(text, at)) {
      if (next.from > at) parts.push(text.slice(at, next.from));
      parts.push({ secret: next.name });
      at = next.to;
    }
    if (at < text.length) parts.push(text.slice(at));
    return parts.every((part) => typeof part !== "string" || this.text(part) === part) ? parts : undefined;
  }

  /** Where the next secret stands as it was given; the longest of those that begin there. */
  #nextIn(text: string, at: number): { from: number; to: number; name: string } | undefined {
    const found = [...this.#hidden.values()].flatMap(({ hidden: { given, name } }) => {
      const from = given === "" ? -1 : text.indexOf(given, at);
      return from < 0 ? [] : [{ from, to: from + given.length, name }];
    });
    return found.sort((a, b) => a.from - b.from || b.to - a.to)[0];
  }

  /** A piece of a longer text, in which the ends of secrets that begin before it are masked, and the beginnings of those that go on. */
  piece(text: string, begins: boolean, goesOn: boolean): string {
    if (this.#hidden.size === 0) return text;
    const [before, after] = [begins ? "…" : "", goesOn ? "…" : ""];
    const masked = this.text(`${before}${text}${after}`);
    return masked.slice(before.length, masked.length - after.length);
  }

  /** Bytes in which every secret is replaced by its name. */
  bytes(bytes: Uint8Array): Uint8Array {
    if (this.#hidden.size === 0) return bytes;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // Each byte is a character there, so what holds no secret stays as it is.
    const encoding = isUtf8(buffer) ? "utf8" : "latin1";
    const text = buffer.toString(encoding);
    const masked = this.text(text);
    if (masked !== text) return Buffer.from(masked, encoding);
    return this.#wide(buffer, false) ?? this.#wide(buffer, true) ?? bytes;
  }

  /** The same for UTF-16; undefined if it holds no secret. */
  #wide(bytes: Buffer, bigEndian: boolean): Buffer | undefined {
    // A secret can begin at an even or an odd byte: what is before it may be anything.
    for (const from of [0, 1]) {
      const even = Buffer.from(bytes.subarray(from, bytes.length - ((bytes.length - from) % 2)));
      const text = (bigEndian ? even.swap16() : even).toString("utf16le");
      const masked = this.text(text);
      if (masked === text) continue;
      const written = Buffer.from(masked, "utf16le");
      const rest = bytes.subarray(from + even.length);
      return Buffer.concat([bytes.subarray(0, from), bigEndian ? written.swap16() : written, rest]);
    }
    return undefined;
  }

  /** A value of JSON with all its texts, keys and numbers masked. */
  value<T>(value: T): T {
    if (this.#hidden.size === 0) return value;
    const masked = withTexts(
      value,
      (text) => this.text(text),
      (key) => this.text(key),
    );
    return this.#unspelled(masked) as T;
  }

  /** A value of JSON without texts that spell a secret, such as the names of a list of elements. */
  #unspelled(value: unknown): unknown {
    const texts: string[] = [];
    withTexts(value, (text) => {
      if (text.length <= SHORT) texts.push(text);
      return text;
    });
    const joined = normalOf(texts.join("\n")).text;
    const pieces = piecesOf(joined);
    const names = new Map<number, string>();
    for (const { hidden } of this.#hidden.values())
      for (const { from, name } of hidden.spelled(pieces)) names.set(lineOf(joined, from), name);
    if (names.size === 0) return value;
    let at = 0;
    return withTexts(value, (text) => {
      const name = text.length <= SHORT ? names.get(at++) : undefined;
      return name === undefined ? text : markOf(name);
    });
  }
}

/** The number of the line that a place is in. */
const lineOf = (text: string, at: number): number => text.slice(0, at).split("\n").length - 1;

/** A value of JSON with other texts. A number is a text, and stays a number where its text stays as it is. */
function withTexts(value: unknown, of: (text: string) => string, ofKey = (key: string): string => key): unknown {
  if (typeof value === "string") return of(value);
  if (typeof value === "number") {
    const text = String(value);
    const other = of(text);
    return other === text ? value : other;
  }
  if (Array.isArray(value)) return value.map((one) => withTexts(one, of, ofKey));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [ofKey(key), PICTURES.has(key) ? inner : withTexts(inner, of, ofKey)]),
  );
}

/** Fields with pictures of ours in base64. What they show of a secret is painted over. */
const PICTURES: ReadonlySet<string> = new Set(["imageDataBase64"]);

/** The secrets of this process. */
export const masker = new Masker();
