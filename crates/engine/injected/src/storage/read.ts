/** Reads what an origin keeps: its local storage and its databases. */

import { encode, isWellFormed, Unsaved } from "./encode.js";
import type { Database, Index, Item, LeftOut, ReadAnswer, ReadArgs, Store, StoredRecord } from "./protocol.js";

/** How many records are asked for at once. */
const AT_ONCE = 100;

export async function read({ databases, most, openMs }: ReadArgs): Promise<ReadAnswer> {
  const left = new Left();
  const items = readLocal(left);
  if (!databases) return { localStorage: items, leftOut: left.list() };
  const room = new Room(most - size(items));
  const found: Database[] = [];
  for (const { name = "", version = 0 } of await indexedDB.databases()) {
    const kept = new Left();
    const before = room.left;
    try {
      const database = await readDatabase(name, version, openMs, room, kept);
      if (database === undefined) continue;
      found.push(database);
      left.addAll(kept);
    } catch (error) {
      room.left = before;
      left.add({ database: name, why: error instanceof Unsaved ? error.why : `an error (${nameOf(error)})` });
    }
  }
  return { localStorage: items, indexedDB: found, leftOut: left.list() };
}

/** The name of an error of the browser. */
export function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : typeof error;
}

/** By index: a key such as `length` is no property of the storage. */
function readLocal(left: Left): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < localStorage.length; at++) {
    const name = localStorage.key(at) ?? "";
    const value = localStorage.getItem(name) ?? "";
    if (isWellFormed(name + value)) items.push({ name, value });
    else left.add({ why: "text that is no valid Unicode" });
  }
  return items;
}

/** The database; `undefined` if it is gone. */
async function readDatabase(
  name: string,
  version: number,
  openMs: number,
  room: Room,
  left: Left,
): Promise<Database | undefined> {
  const database = await openExisting(name, openMs);
  if (database === undefined) return undefined;
  try {
    const names = [...database.objectStoreNames];
    const stores: Store[] = [];
    if (names.length > 0) {
      // One transaction, so that the stores fit to one another.
      const transaction = database.transaction(names, "readonly");
      for (const store of names) stores.push(await readStore(transaction.objectStore(store), name, room, left));
    }
    const read = { name, version: database.version || version, stores };
    // Names, too, must be valid Unicode.
    const shape = { ...read, stores: stores.map(({ records: _, ...store }) => store) };
    const text = JSON.stringify(shape, (_, part) => {
      if (typeof part === "string" && !isWellFormed(part)) throw new Unsaved("names that are no valid Unicode");
      return part;
    });
    room.take(utf8.encode(text).length);
    return read;
  } finally {
    database.close();
  }
}

async function readStore(store: IDBObjectStore, database: string, room: Room, left: Left): Promise<Store> {
  const records: StoredRecord[] = [];
  let range: IDBKeyRange | undefined;
  for (;;) {
    const [keys, values] = await Promise.all([
      settled(store.getAllKeys(range, AT_ONCE)),
      settled(store.getAll(range, AT_ONCE)),
    ]);
    for (const [at, key] of keys.entries()) {
      try {
        const record = encodeRecord(store.keyPath === null ? key : undefined, values[at]);
        room.take(size(record));
        records.push(record);
      } catch (error) {
        if (!(error instanceof Unsaved) || room.left < 0) throw error;
        left.add({ database, store: store.name, why: error.why });
      }
    }
    if (keys.length < AT_ONCE) break;
    range = IDBKeyRange.lowerBound(keys.at(-1), true);
  }
  const indexes = [...store.indexNames].map((name): Index => {
    const { keyPath, multiEntry, unique } = store.index(name);
    return { name, ...path(keyPath), multiEntry, unique };
  });
  return { name: store.name, autoIncrement: store.autoIncrement, ...path(store.keyPath), records, indexes };
}

function encodeRecord(key: IDBValidKey | undefined, value: unknown): StoredRecord {
  const record: StoredRecord = {};
  if (key !== undefined) {
    const given = encode(key);
    if ("plain" in given) record.key = given.plain;
    else record.keyEncoded = given.encoded;
  }
  const given = encode(value);
  if ("plain" in given) record.value = given.plain;
  else record.valueEncoded = given.encoded;
  return record;
}

/** A key path in the form of the file. */
export function path(keyPath: string | string[] | null): { keyPath?: string; keyPathArray?: string[] } {
  if (keyPath === null) return {};
  return typeof keyPath === "string" ? { keyPath } : { keyPathArray: [...keyPath] };
}

/** Opens a database that exists; `undefined` if it has been deleted in the meantime. */
export function openExisting(name: string, openMs: number): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    let created = false;
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      reject(new Unsaved(`a database that did not open within ${openMs / 1_000} s, because a page is changing it`));
    }, openMs);
    request.onupgradeneeded = () => {
      created = true;
      request.transaction?.abort();
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      if (late) request.result.close();
      else resolve(request.result);
    };
    request.onerror = () => {
      clearTimeout(timer);
      if (created) resolve(undefined);
      else reject(request.error);
    };
  });
}

/** The result of a request. */
export function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const utf8 = new TextEncoder();

/** The length of the JSON of a value, in bytes. */
function size(value: unknown): number {
  return utf8.encode(JSON.stringify(value)).length;
}

/** The room that is left for databases, in bytes. */
class Room {
  constructor(public left: number) {}

  /** @throws {Unsaved} if there is not that much */
  take(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) throw new Unsaved("more than fits into the state");
  }
}

/** What is left out, counted. */
class Left {
  readonly #found = new Map<string, LeftOut>();

  add(what: Omit<LeftOut, "count" | "origin">, count = 1): void {
    const clean = JSON.parse(JSON.stringify(what, (_, text) => (typeof text === "string" ? whole(text) : text)));
    const key = JSON.stringify(clean);
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, { origin: location.origin, ...clean, count });
    else known.count += count;
  }

  addAll(other: Left): void {
    for (const { count, origin: _, ...what } of other.#found.values()) this.add(what, count);
  }

  list(): LeftOut[] {
    return [...this.#found.values()];
  }
}

/** A name in which what is no valid Unicode is replaced. */
function whole(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
