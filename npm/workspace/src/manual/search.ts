// Names that are like a text. The search index has the names of files, not their whole text, which would take several times
// the size of the manual in memory; text is looked for in the files themselves (text.ts).

import { setImmediate } from "node:timers/promises";
import MiniSearch from "minisearch";
import { fold, type Names } from "./names.js";

interface Document {
  id: number;
  names: string;
}

/** How many files an answer has at most. */
const MOST = 10;

/** Documents that are added before other work gets its turn. */
const CHUNK = 50;

/** Finds files by names, also misspelt ones. */
export class NameSearch {
  readonly #names = new Map<number, Names>();
  #index: Promise<MiniSearch<Document>> | undefined;
  /** Files that changed since the index was brought up to date. */
  readonly #changed = new Set<number>();

  set(number: number, names: Names): void {
    this.#names.set(number, names);
    this.#changed.add(number);
  }

  remove(number: number): void {
    this.#names.delete(number);
    this.#changed.add(number);
  }

  /** Brings the index up to date, which takes a second for 10,000 files; other work gets its turn meanwhile. */
  ready(): Promise<MiniSearch<Document>> {
    // One after another: two at once would add a file twice.
    this.#index = (this.#index ?? Promise.resolve(create())).then((index) => this.#update(index));
    return this.#index;
  }

  /** The files with names like a text, best first, and those names. */
  async find(text: string): Promise<{ number: number; names: string[] }[]> {
    const index = await this.ready();
    const found = index.search(text, { prefix: true, fuzzy: 0.25, combineWith: "AND" }).slice(0, MOST);
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

  async #update(index: MiniSearch<Document>): Promise<MiniSearch<Document>> {
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const [at, number] of changed.entries()) {
      const names = this.#names.get(number);
      if (index.has(number)) index.discard(number);
      if (names !== undefined) index.add(documentOf(number, names));
      if (at % CHUNK === CHUNK - 1) await setImmediate();
    }
    return index;
  }
}

function create(): MiniSearch<Document> {
  return new MiniSearch<Document>({ fields: ["names"], storeFields: [] });
}

function documentOf(id: number, names: Names): Document {
  return { id, names: all(names).join(" ") };
}

/** The names that are searched. Headings are not among them: without their spaces, each is a word of its own. */
function all({ ids, rows }: Names): string[] {
  return [...ids, ...rows];
}

const distance = (name: string, text: string): number => Math.abs(name.length - fold(text).length);
