// Which files define a name. Most names are in one file, so that one number stands for a list of one.

/** Maps names to numbers of files. */
export class Postings {
  readonly #files = new Map<string, number | number[]>();

  add(names: Iterable<string>, file: number): void {
    for (const name of names) {
      const known = this.#files.get(name);
      if (known === undefined) this.#files.set(name, file);
      else if (typeof known === "number") this.#files.set(name, [known, file]);
      else known.push(file);
    }
  }

  remove(names: Iterable<string>, file: number): void {
    for (const name of names) {
      const known = this.#files.get(name);
      if (known === file) this.#files.delete(name);
      else if (typeof known === "object") {
        const at = known.indexOf(file);
        if (at >= 0) known.splice(at, 1);
        if (known.length === 0) this.#files.delete(name);
      }
    }
  }

  get(name: string): readonly number[] {
    const known = this.#files.get(name);
    return known === undefined ? [] : typeof known === "number" ? [known] : known;
  }
}
