/**
 * How much of what can be operated a snapshot hands out, by role and name.
 *
 * The same for every tool: each element takes one entry of the snapshot for itself. It has to have the element's name
 * (letters, digits and symbols compared, not their case or the space between them; a name that the tool cut with `…` by
 * what is left of it; a name that holds the element's whole name and says more, such as what a picture in a link shows),
 * and a role of the same kind. Where none is left of that kind, any entry with the name and a
 * reference does, for a tool may see the same element as something else, and a click on it does the same. Elements
 * without a name take an entry of their kind that has none, or one that nothing else asked for.
 */

import type { Entry } from "./entries.ts";
import type { Operable } from "./truth.ts";

const kinds: Record<string, string> = {};
for (const line of [
  "button disclosuretriangle popupbutton colorwell",
  "text textbox searchbox textfield spinbutton date datetime inputtime",
  "choice combobox listbox comboboxselect comboboxmenubutton",
  "check checkbox switch menuitemcheckbox",
  "radio menuitemradio",
]) {
  const [kind = "", ...roles] = line.split(" ");
  for (const role of [kind, ...roles]) kinds[role] = kind;
}
const kindOf = (role: string): string => kinds[role.toLowerCase()] ?? role.toLowerCase();

const compared = (name: string): string =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]+/g, "");

/** Names that a tool cut are compared by at least so many letters. */
const enoughLetters = 12;

class Pool {
  readonly #left = new Map<string, number>();
  readonly #cut: { kind: string; start: string }[] = [];

  constructor(entries: readonly Entry[]) {
    for (const { role, name } of entries) {
      // Text does not stand for a control that has a line of its own.
      if (/^(statictext|inlinetextbox|text|document|rootwebarea)$/i.test(role)) continue;
      const whole = compared(name);
      if (/(…|\.\.\.)$/.test(whole) && whole.length > enoughLetters)
        this.#cut.push({ kind: kindOf(role), start: whole.replace(/(…|\.\.\.)$/, "") });
      this.#add(`${kindOf(role)} ${whole}`);
      this.#add(` ${whole}`);
    }
  }

  #add(key: string): void {
    this.#left.set(key, (this.#left.get(key) ?? 0) + 1);
  }

  #take(key: string): boolean {
    const left = this.#left.get(key) ?? 0;
    if (left > 0) this.#left.set(key, left - 1);
    return left > 0;
  }

  /** Takes an entry with this kind and name. */
  same(kind: string, name: string): boolean {
    if (!this.#take(`${kind} ${name}`)) return false;
    this.#take(` ${name}`);
    return true;
  }

  /** Takes an entry whose name was cut. */
  cut(kind: string, name: string): boolean {
    const at = this.#cut.findIndex((entry) => entry.kind === kind && name.startsWith(entry.start));
    if (at >= 0) this.#cut.splice(at, 1);
    return at >= 0;
  }

  /** Takes an entry with this name, whatever it is. */
  named(name: string): boolean {
    return name !== "" && this.#take(` ${name}`);
  }

  /** Takes an entry whose name holds this one and says more. */
  more(kind: string, name: string): boolean {
    for (const [key, left] of this.#left)
      if (left > 0 && key.startsWith(`${kind} `) && key.indexOf(name, kind.length + 1) >= 0) return this.#take(key);
    return false;
  }

  /** Takes any entry of the kind. */
  any(kind: string): boolean {
    for (const [key, left] of this.#left) if (left > 0 && key.startsWith(`${kind} `)) return this.#take(key);
    return false;
  }
}

/** The elements that the snapshot gives no way to act on. */
export function missed(truth: readonly Operable[], snapshot: readonly Entry[]): Operable[] {
  const pool = new Pool(snapshot);
  let left = truth.map((element) => ({ element, kind: kindOf(element.role), name: compared(element.name) }));
  left = left.filter(({ kind, name }) => !pool.same(kind, name));
  left = left.filter(({ kind, name }) => name.length < enoughLetters || !pool.cut(kind, name));
  left = left.filter(({ kind, name }) => name.length < enoughLetters || !pool.more(kind, name));
  left = left.filter(({ name }) => !pool.named(name));
  left = left.filter(({ kind, name }) => name !== "" || !pool.any(kind));
  return left.map(({ element }) => element);
}
