// The index of the manual: which files there are, and which names they define. It is kept up to date by watching the folders.
// What is answered is read from the file itself; the index only says which file.

import { lstat, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { type FSWatcher, watch } from "chokidar";
import type { Withheld } from "../files/withheld.js";
import type { ManualConfig } from "./config.js";
import {
  belongs,
  type FileState,
  folderTime,
  isInside,
  ManualFileError,
  readInside,
  sameState,
  stateOf,
  walk,
} from "./files.js";
import { decoded, type NamedFile, type Names, namesOf, type ScannedFile, scanFile, withHeadings } from "./names.js";
import { Postings } from "./postings.js";
import { NameSearch } from "./search.js";
import { mayHold, type Trigrams, trigramsOf } from "./trigrams.js";

/** Files that are read side by side. */
const SIDE_BY_SIDE = 16;
/** Without a watcher, the folders are looked through before a query if that was longer ago. */
const SWEEP_AFTER_MS = 500;
/** How old a look through watched folders may be, after a query that found nothing. */
const LOOK_BEHIND_MS = 5_000;
/** A file that was read within this time of its change could change again unseen: file systems count time in steps. */
const SETTLED_AFTER_MS = 50;

/** The watcher reports no second change of a file within 50 ms of the first: the file is looked at again after this time. */
const LOOK_AGAIN_MS = 100;

/** Names of which the copy is remembered. */
const MOST_COPIES = 200_000;

/** A folder of the manual. */
interface Root {
  /** As it was configured, absolute. */
  given: string;
  /** Without links. Absent if there is no such folder. */
  real: string | undefined;
}

/** A file of the manual. */
interface Entry {
  number: number;
  path: string;
  root: string;
  /** Absent if the file is to be read again in any case. */
  state: FileState | undefined;
  names: Names | undefined;
  /** What the file had in it when it had this state. */
  trigrams: Trigrams | undefined;
}

/** A file that has just been read. */
export interface ReadFile extends NamedFile {
  path: string;
}

/** The kinds of names. */
export type NameKind = keyof Names;

/** The index of the manual. */
export class Library {
  readonly #config: ManualConfig;
  readonly #folder: string;
  readonly #byPath = new Map<string, Entry>();
  readonly #byNumber = new Map<number, Entry>();
  readonly #postings: Record<NameKind, Postings> = {
    ids: new Postings(),
    rows: new Postings(),
    keys: new Postings(),
    headings: new Postings(),
  };
  readonly #search = new NameSearch();
  readonly #watchers: FSWatcher[] = [];
  /** Copies of names, so that a name of many files is in memory once. */
  readonly #names = new Map<string, string>();
  #roots: Root[] | undefined;
  #ready: Promise<void> | undefined;
  #next = 0;
  #closed = false;
  /** The folders that are watched. */
  readonly #watched = new Set<string>();
  /** A watcher failed: changes are noticed only by looking for them. */
  #blind = false;
  /** Watchers that do not report all changes yet. */
  #unready = 0;
  /** The folders, each with the time of its last look. Undefined if its entries could have changed unseen since. */
  #folders = new Map<string, number | undefined>();
  #sweeping: Promise<void> | undefined;
  #nextSweep: Promise<void> | undefined;
  #swept = 0;
  /** Files whose change is being indexed, each with what was heard of it last. */
  readonly #updating = new Map<string, Promise<void>>();
  /** How a file is read. */
  readonly #reading: { maxBytes: number; withheld: Withheld };
  /** Files without a state. */
  readonly #unsettled = new Set<Entry>();

  constructor(config: ManualConfig, folder: string, withheld: Withheld) {
    this.#config = config;
    this.#reading = { maxBytes: config.maxFileBytes, withheld };
    this.#folder = folder;
  }

  /** The number of files in the index. */
  get size(): number {
    return this.#byPath.size;
  }

  /** The folders of the manual, without links. */
  async roots(): Promise<string[]> {
    const known =
      this.#roots ??
      this.#config.folders.map((folder) => ({ given: path.resolve(this.#folder, folder), real: undefined }));
    // A folder that is not there yet may come later.
    for (const root of known) root.real ??= await realFolder(root.given);
    this.#roots = known;
    return known.flatMap(({ real }) => real ?? []);
  }

  /** The configured folders that do not exist. */
  async missingRoots(): Promise<string[]> {
    await this.roots();
    return (this.#roots ?? []).flatMap(({ given, real }) => (real === undefined ? [this.shown(given)] : []));
  }

  /** Builds the index, if that has not been done. */
  async ready(): Promise<void> {
    this.#ready ??= this.sweep().then(
      // The first query that finds nothing does not have to wait for it.
      () => void this.#search.ready().catch(() => undefined),
      (error) => {
        this.#ready = undefined;
        throw error;
      },
    );
    await this.#ready;
    if (this.#blind && Date.now() - this.#swept > SWEEP_AFTER_MS) await this.sweep();
  }

  /**
   * The files that define all of some names, read now, in the order of their paths. Files that do not define them any more are
   * still among them.
   *
   * @param most so many are read, and others are counted
   */
  async find(
    kinds: readonly NameKind[],
    names: readonly string[],
    most: number,
  ): Promise<{ files: ReadFile[]; more: number }> {
    const lists = names.map((name) => new Set(kinds.flatMap((kind) => this.#postings[kind].get(name))));
    const [fewest = new Set<number>(), ...others] = lists.sort((a, b) => a.size - b.size);
    const numbers = [...fewest].filter((number) => others.every((list) => list.has(number)));
    const files: ReadFile[] = [];
    for (const entry of this.#firstOf(numbers, most)) {
      const file = await this.#read(entry).then(withPath(entry), () => undefined);
      if (file !== undefined) files.push(file);
    }
    return { files, more: Math.max(0, numbers.length - most) };
  }

  /** The first entries by path. A name can be in all files: they are not sorted. */
  #firstOf(numbers: readonly number[], most: number): Entry[] {
    const first: Entry[] = [];
    for (const number of numbers) {
      const entry = this.#byNumber.get(number);
      const last = first.at(-1);
      if (entry === undefined || (first.length >= most && last !== undefined && entry.path > last.path)) continue;
      const at = first.findIndex(({ path }) => path > entry.path);
      first.splice(at < 0 ? first.length : at, 0, entry);
      if (first.length > most) first.pop();
    }
    return first;
  }

  /**
   * Reads a file of the manual.
   *
   * @throws ManualFileError
   */
  async file(file: string): Promise<ReadFile> {
    const roots = await this.roots();
    const root = roots.find((folder) => isInside(folder, file));
    if (root === undefined) throw new ManualFileError("outside", "it is outside of the manual");
    const parts = path.relative(root, file).split(path.sep);
    if (!belongs(this.#config, file) || parts.some((part) => this.#config.ignore.includes(part))) {
      throw new ManualFileError("outside", `it is no file of the manual (${this.#config.extensions.join(", ")})`);
    }
    const entry = this.#byPath.get(file);
    if (entry !== undefined) return this.#read(entry).then(withPath(entry));
    const { bytes } = await readInside(root, file, this.#reading);
    return { ...withHeadings(scanFile(bytes)), path: file };
  }

  /** The content of an indexed file. @throws ManualFileError */
  async bytes(file: string): Promise<Buffer> {
    const entry = this.#byPath.get(file);
    if (entry === undefined) throw new ManualFileError("missing", "it does not exist");
    return (await readInside(entry.root, file, this.#reading)).bytes;
  }

  /** Files whose path ends with a relative one. */
  endingWith(relative: string): string[] {
    const ending = path.sep + relative.split("/").join(path.sep);
    return [...this.#byPath.keys()].filter((file) => file.endsWith(ending));
  }

  /** Files with names like a text, best first. */
  async similar(text: string): Promise<{ file: string; names: string[] }[]> {
    return (await this.#search.find(text)).flatMap(({ number, names }) => {
      const entry = this.#byNumber.get(number);
      return entry === undefined ? [] : [{ file: entry.path, names }];
    });
  }

  /** The files that may have a text in them, in the order of their paths. */
  pathsWith(text: Uint8Array): string[] {
    const may = mayHold(text);
    const entries = [...this.#byPath.values()];
    // Of a file without a state, it is not known what it has now.
    return entries
      .filter(({ state, trigrams }) => state === undefined || trigrams === undefined || may(trigrams))
      .map((entry) => entry.path)
      .sort();
  }

  /**
   * Brings the index up to date with what changed just now. The watchers report what is written to a file at once. New files are
   * reported later, but show in the times of their folders.
   */
  async catchUp(): Promise<void> {
    if (this.#blind || this.#unready > 0 || this.#watchers.length === 0 || (await this.#hasNewEntries())) {
      await this.sweep();
      return;
    }
    for (const { root, path: file } of this.#unsettled) this.#update(root, file);
    // Reports that wait to be read: the watcher asks for the file's state before it tells.
    for (let turn = 0; turn < 2; turn += 1) {
      await setImmediate();
      await Promise.all((await this.roots()).map(folderTime));
    }
    await Promise.all(this.#updating.values());
    // Changes by another machine, in a folder of the network, are reported by no watcher. The next query finds them.
    if (Date.now() - this.#swept > LOOK_BEHIND_MS) void this.sweep().catch(() => undefined);
  }

  async #hasNewEntries(): Promise<boolean> {
    const changed = [...this.#folders].map(
      async ([folder, time]) => time === undefined || (await folderTime(folder)) !== time,
    );
    const known = this.#roots?.filter(({ real }) => real !== undefined).length;
    const found = (await this.roots()).length;
    return (await Promise.all(changed)).includes(true) || found !== known;
  }

  /** A path as it is written in answers and taken in queries: relative to the project, with slashes. */
  shown(file: string): string {
    const relative = path.relative(this.#folder, file);
    const outside = relative.startsWith("..") || path.isAbsolute(relative);
    return (outside ? file : relative).split(path.sep).join("/");
  }

  /** The one copy of a name. */
  readonly #own = (name: string): string => {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const copy = decoded(Buffer.from(name).toString("latin1"));
    if (this.#names.size >= MOST_COPIES) this.#names.clear();
    this.#names.set(copy, copy);
    return copy;
  };

  /** Looks for files that came, went or changed until now. */
  sweep(): Promise<void> {
    // One that runs may have passed what changed since.
    const start = (): Promise<void> => {
      this.#nextSweep = undefined;
      this.#sweeping = this.#sweep().finally(() => {
        this.#sweeping = undefined;
      });
      return this.#sweeping;
    };
    if (this.#sweeping === undefined) return start();
    this.#nextSweep ??= this.#sweeping.catch(() => undefined).then(start);
    return this.#nextSweep;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#watchers.map((watcher) => watcher.close()));
    await Promise.allSettled([this.#ready, this.#sweeping, ...this.#updating.values()]);
  }

  async #sweep(): Promise<void> {
    const began = Date.now();
    const seen = new Set<string>();
    const folders = new Map<string, number | undefined>();
    const roots = await this.roots();
    const waiting: { root: string; file: string }[] = [];
    for (const root of roots) {
      const onFile = (file: string): boolean => {
        if (!seen.has(file)) waiting.push({ root, file });
        seen.add(file);
        return seen.size <= this.#config.maxFiles && !this.#closed;
      };
      await walk(root, this.#config, onFile, (folder, time) => {
        const settled = time !== undefined && began - time > SETTLED_AFTER_MS;
        folders.set(folder, settled ? time : undefined);
      });
    }
    if (seen.size > this.#config.maxFiles) {
      throw new TooManyFiles(`the manual has more than ${this.#config.maxFiles} files (manual.maxFiles)`);
    }
    const work = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined && !this.#closed; next = waiting.pop()) {
        await this.#refresh(next.root, next.file);
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
    if (this.#closed) return;
    for (const entry of [...this.#byPath.values()])
      if (!seen.has(entry.path)) await this.#refresh(entry.root, entry.path);
    this.#swept = began;
    this.#folders = folders;
    for (const root of roots) this.#watch(root);
  }

  /** Brings the index up to date with a file, after what was heard of it before: an older state never replaces a newer one. */
  #update(root: string, file: string): void {
    if (!belongs(this.#config, file) || this.#closed) return;
    const before = this.#updating.get(file) ?? Promise.resolve();
    const update = before.then(() => this.#refresh(root, file)).catch(() => undefined);
    this.#updating.set(file, update);
    void update.then(() => {
      if (this.#updating.get(file) === update) this.#updating.delete(file);
    });
  }

  /** Brings the index up to date with a file, also one that is gone. */
  async #refresh(root: string, file: string): Promise<void> {
    const known = this.#byPath.get(file);
    if (known === undefined) {
      const entry: Entry = {
        number: this.#next++,
        path: file,
        root,
        state: undefined,
        names: undefined,
        trigrams: undefined,
      };
      await this.#read(entry).catch(() => undefined);
      return;
    }
    const found = await lstat(file).catch(() => undefined);
    if (found === undefined || !found.isFile()) this.#drop(known);
    else if (!sameState(known.state, stateOf(found))) await this.#read(known).catch(() => undefined);
  }

  /** Reads a file and, if it is not what was indexed, indexes it. */
  async #read(entry: Entry): Promise<ScannedFile> {
    try {
      const { bytes, state } = await readInside(entry.root, entry.path, this.#reading);
      const scanned = scanFile(bytes);
      if (!sameState(entry.state, state)) {
        const settled = Date.now() - state.modifiedMs > SETTLED_AFTER_MS;
        this.#index(entry, settled ? state : undefined, namesOf(scanned, this.#own));
        entry.trigrams = trigramsOf(bytes);
      }
      return scanned;
    } catch (error) {
      const gone = error instanceof ManualFileError && (error.kind === "missing" || error.kind === "outside");
      if (gone) this.#drop(entry);
      // It stays known without names, so that its path is found and the error is told.
      else this.#index(entry, undefined, undefined);
      throw error;
    }
  }

  #index(entry: Entry, state: FileState | undefined, names: Names | undefined): void {
    if (this.#closed) return;
    const other = this.#byPath.get(entry.path);
    if (other !== undefined && other !== entry) this.#drop(other);
    this.#forget(entry);
    entry.state = state;
    if (state === undefined) this.#unsettled.add(entry);
    else this.#unsettled.delete(entry);
    entry.names = names;
    this.#byPath.set(entry.path, entry);
    this.#byNumber.set(entry.number, entry);
    if (names === undefined) return;
    for (const kind of Object.keys(names) as NameKind[]) this.#postings[kind].add(names[kind], entry.number);
    this.#search.set(entry.number, names);
  }

  #forget(entry: Entry): void {
    const { names, number } = entry;
    if (names === undefined) return;
    for (const kind of Object.keys(names) as NameKind[]) this.#postings[kind].remove(names[kind], number);
    this.#search.remove(number);
  }

  #drop(entry: Entry): void {
    this.#forget(entry);
    if (this.#byPath.get(entry.path) === entry) this.#byPath.delete(entry.path);
    this.#byNumber.delete(entry.number);
    entry.names = undefined;
    entry.state = undefined;
    entry.trigrams = undefined;
    this.#unsettled.delete(entry);
  }

  #watch(root: string): void {
    if (this.#watched.has(root)) return;
    this.#watched.add(root);
    const { ignore } = this.#config;
    const watcher = watch(root, {
      ignoreInitial: true,
      followSymlinks: false,
      // A program that forgets to close the tools can still end.
      persistent: false,
      ignored: (file, stats) =>
        path
          .relative(root, file)
          .split(path.sep)
          .some((part) => ignore.includes(part)) ||
        (stats?.isFile() === true && !belongs(this.#config, file)),
    });
    const changed = (file: string): void => this.#update(root, file);
    watcher.on("add", changed).on("unlink", changed);
    watcher.on("change", (file) => {
      changed(file);
      setTimeout(changed, LOOK_AGAIN_MS, file).unref();
    });
    watcher.on("error", () => {
      // For instance, the system has no more watches.
      this.#blind = true;
      void watcher.close();
    });
    // Changes before the watcher was ready.
    const ready = (): Promise<unknown> => this.sweep().catch(() => undefined);
    this.#unready += 1;
    watcher.on(
      "ready",
      () =>
        void ready().then(() => {
          this.#unready -= 1;
        }),
    );
    this.#watchers.push(watcher);
  }
}

const withPath =
  ({ path }: Entry) =>
  (file: ScannedFile): ReadFile => ({ ...withHeadings(file), path });

/** The manual has more files than it may. */
export class TooManyFiles extends Error {}

async function realFolder(folder: string): Promise<string | undefined> {
  try {
    const real = await realpath(folder);
    return (await stat(real)).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}
