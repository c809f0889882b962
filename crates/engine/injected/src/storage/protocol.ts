/**
 * What the scripts in an empty document of an origin are given and answer. Databases have the form in which Playwright keeps
 * them in files.
 */

/** A database. */
export interface Database {
  name: string;
  version: number;
  stores: Store[];
}

/** An object store. */
export interface Store {
  name: string;
  autoIncrement: boolean;
  keyPath?: string;
  keyPathArray?: string[];
  records: StoredRecord[];
  indexes: Index[];
}

/** A record. The key is absent where it is part of the value. JSON that is not the same as the value has the suffix `Encoded`. */
export interface StoredRecord {
  key?: unknown;
  keyEncoded?: unknown;
  value?: unknown;
  valueEncoded?: unknown;
}

/** An index of an object store. */
export interface Index {
  name: string;
  keyPath?: string;
  keyPathArray?: string[];
  multiEntry: boolean;
  unique: boolean;
}

/** Records, or a database, that cannot be saved. */
export interface LeftOut {
  origin: string;
  /** Absent for local storage. */
  database?: string;
  /** Absent if the whole database is left out. */
  store?: string;
  /** What they hold, or why they are left out. */
  why: string;
  /** How many records. */
  count: number;
}

/** An entry of the local storage. */
export interface Item {
  name: string;
  value: string;
}

export interface ReadArgs {
  /** Whether to read the databases too. */
  databases: boolean;
  /** The most bytes of JSON. Databases that do not fit are left out. */
  most: number;
  /** How long a database may take to open, in milliseconds. */
  openMs: number;
}

export interface ReadAnswer {
  localStorage: Item[];
  indexedDB?: Database[];
  leftOut: LeftOut[];
}

export interface WriteArgs {
  /** The JSON of {@link Content}, as UTF-8 in Base64. */
  content: string;
  /** How long pages have to close a database that is replaced, in milliseconds. */
  closeMs: number;
}

export interface Content {
  localStorage: Item[];
  indexedDB?: Database[];
}

export type WriteAnswer =
  | { state: "done" }
  | {
      state: "failed";
      /** The database that could not be written; the local storage if absent. */
      database?: string;
      /** How many databases were written before. */
      written: number;
      /** Whether an open page keeps the database open. */
      held: boolean;
      /** Whether the content is wrong, not the browser. */
      wrong: boolean;
      why: string;
    };
