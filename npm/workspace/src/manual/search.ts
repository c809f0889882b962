// Names that are like a text. The search index has the names of files, not their whole text, which would take several times
// the size of the manual in memory; text is looked for in the files themselves (text.ts).

import MiniSearch from "minisearch";
import { fold, type Names } from "./names.js";

interface Document {
  id: number;
  names: string;
}

/** How many files an answer has at most. */
const MOST = 10;

/** Finds files by names, also misspelt ones. It builds its index when it is first asked. */
export class NameSearch {
  readonly #names = new Map<number, Names>();
  #index: MiniSearch<Document> | undefined;

  set(number: number, names: Names): void {
    this.remove(number);
    this.#names.set(number, names);
    this.#index?.add(documentOf(number, names));
  }

  remove(number: number): void {
    if (this.#names.delete(number) && this.#index?.has(number) === true) this.#index.discard(number);
  }

  /** The files with names like a text, best first, and those names. */
  find(text: string): { number: number; names: string[] }[] {
    if (this.#index === undefined) {
      this.#index = new MiniSearch<Document>({ fields: ["names"], storeFields: [] });
      for (const [number, names] of this.#names) this.#index.add(documentOf(number, names));
    }
    const found = this.#index.search(text, { prefix: true, fuzzy: 0.25, combineWith: "AND" }).slice(0, MOST);
    return found.flatMap(({ id, terms }) => {
      const names = this.#names.get(id as number);
      if (names === undefined) return [];
      const like = all(names)
        .map((name) => ({ name, hits: terms.filter((term) => name.includes(term)).length }))
        .filter(({ hits }) => hits > 0)
        .sort((a, b) => b.hits - a.hits || distance(a.name, text) - distance(b.name, text));
      return [{ number: id as number, names: like.slice(0, 3).map(({ name }) => name) }];
    });
  }
}

function documentOf(id: number, names: Names): Document {
  return { id, names: all(names).join(" ") };
}

function all({ ids, rows, keys, slugs }: Names): string[] {
  return [...ids, ...rows, ...slugs, ...keys];
}

const distance = (name: string, text: string): number => Math.abs(name.length - fold(text).length);
