/**
 * Writes what an origin keeps.
 *
 * Each database is replaced in one transaction: it is as in the file, or as it was before. A database that pages of the
 * session keep open is not deleted, because a deletion that waits for them would happen at a time that no call knows of.
 * The attempt asks them to close it. In Chromium, a page that does not then waits when it opens the database once more, until
 * its document is replaced.
 */

import { decode, Wrong } from "./decode.js";
import type { Content, Database, Store, StoredRecord, WriteAnswer, WriteArgs } from "./protocol.js";
import { nameOf, openExisting, path } from "./read.js";

/** Thrown where a page keeps a database open. */
class Held {}

/** The errors that the browser has for values, keys and names. */
const WRONG = [
  "ConstraintError",
  "DataCloneError",
  "DataError",
  "InvalidAccessError",
  "InvalidCharacterError",
  "RangeError",
  "SyntaxError",
  "TypeError",
];

export async function write({ content, closeMs }: WriteArgs): Promise<WriteAnswer> {
  const text = new TextDecoder().decode(Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0)));
  const { localStorage: items, indexedDB: databases = [] } = JSON.parse(text) as Content;
  let database: string | undefined;
  let written = 0;
  try {
    for (const wanted of databases) {
      database = wanted.name;
      await restore(wanted, closeMs);
      written++;
    }
    database = undefined;
    for (const { name, value } of items) localStorage.setItem(name, value);
    return { state: "done" };
  } catch (error) {
    const held = error instanceof Held;
    const wrong = error instanceof Wrong || WRONG.includes(nameOf(error));
    const why = held ? "a page keeps it open" : error instanceof Wrong ? error.why : nameOf(error);
    return { state: "failed", ...(database === undefined ? {} : { database }), written, held, wrong, why };
  }
}

async function restore(wanted: Database, closeMs: number): Promise<void> {
  const known = await indexedDB.databases();
  const existing = known.find(({ name }) => name === wanted.name)?.version ?? 0;
  if (existing >= wanted.version) {
    if (existing === wanted.version && (await refill(wanted, closeMs))) return;
    await remove(wanted.name, existing, closeMs);
  }
  await build(wanted, closeMs);
}

/** Replaces the records, if the database has the wanted stores. Pages may keep it open. */
async function refill(wanted: Database, openMs: number): Promise<boolean> {
  const database = await openExisting(wanted.name, openMs);
  if (database === undefined) return false;
  try {
    const names = [...database.objectStoreNames];
    const distinct = new Set(wanted.stores.map(({ name }) => name));
    if (database.version !== wanted.version || names.length !== distinct.size) return false;
    if (names.length === 0) return true;
    if (wanted.stores.some(({ name }) => !names.includes(name))) return false;
    const transaction = database.transaction(names, "readwrite");
    if (!wanted.stores.every((store) => hasShape(transaction.objectStore(store.name), store))) return false;
    const done = completed(transaction);
    fillAll(transaction, wanted.stores, done);
    await done.promise;
    return true;
  } finally {
    database.close();
  }
}

interface Done {
  promise: Promise<void>;
  /** Why the transaction was aborted, if not by the browser. */
  why?: unknown;
}

function completed(transaction: IDBTransaction): Done {
  const done: Done = {
    promise: new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(done.why ?? transaction.error);
    }),
  };
  return done;
}

/** Fills all stores, or aborts the transaction. */
function fillAll(transaction: IDBTransaction, stores: readonly Store[], done: { why?: unknown }): void {
  try {
    for (const { name, records } of stores) {
      const store = transaction.objectStore(name);
      store.clear();
      for (const record of records) store.add(recordValue(record), recordKey(record));
    }
  } catch (error) {
    done.why = error;
    transaction.abort();
  }
}

function recordValue(record: StoredRecord): unknown {
  if (Object.hasOwn(record, "value")) return record.value;
  if (!Object.hasOwn(record, "valueEncoded")) throw new Wrong("a record without a value");
  return decode(record.valueEncoded);
}

function recordKey(record: StoredRecord): IDBValidKey | undefined {
  if (Object.hasOwn(record, "key")) return record.key as IDBValidKey;
  return Object.hasOwn(record, "keyEncoded") ? (decode(record.keyEncoded) as IDBValidKey) : undefined;
}

function hasShape(store: IDBObjectStore, wanted: Store): boolean {
  const same = (one: { keyPath?: string; keyPathArray?: string[] }, other: typeof one) =>
    one.keyPath === other.keyPath && JSON.stringify(one.keyPathArray) === JSON.stringify(other.keyPathArray);
  return (
    store.autoIncrement === wanted.autoIncrement &&
    same(path(store.keyPath), wanted) &&
    store.indexNames.length === wanted.indexes.length &&
    wanted.indexes.every((index) => {
      if (!store.indexNames.contains(index.name)) return false;
      const found = store.index(index.name);
      return found.unique === index.unique && found.multiEntry === index.multiEntry && same(path(found.keyPath), index);
    })
  );
}

/** Makes the database, in the place of an older version. */
async function build({ name, version, stores }: Database, closeMs: number): Promise<void> {
  const done: { why?: unknown } = {};
  let built = false;
  const database = await upgrade(name, version, closeMs, (database, transaction) => {
    built = true;
    transaction.onabort = () => {
      done.why ??= transaction.error;
    };
    try {
      for (const old of [...database.objectStoreNames]) database.deleteObjectStore(old);
      for (const wanted of stores) {
        const { autoIncrement } = wanted;
        const keyPath = wanted.keyPathArray ?? wanted.keyPath ?? null;
        const store = database.createObjectStore(wanted.name, { autoIncrement, keyPath });
        for (const { name, keyPath, keyPathArray, unique, multiEntry } of wanted.indexes) {
          store.createIndex(name, keyPathArray ?? keyPath ?? "", { unique, multiEntry });
        }
      }
    } catch (error) {
      done.why = error;
      transaction.abort();
      return;
    }
    fillAll(transaction, stores, done);
  }).catch((error) => {
    throw done.why ?? error;
  });
  database.close();
  if (!built) throw new Wrong("a page has made it in the meantime");
}

/** Deletes a database that no page keeps open. */
async function remove(name: string, version: number, closeMs: number): Promise<void> {
  // A change of the version asks pages to close the database and can be taken back, which a deletion cannot.
  let free = false;
  try {
    const database = await upgrade(name, version + 1, closeMs, (_, transaction) => {
      free = true;
      transaction.abort();
    });
    database.close();
  } catch (error) {
    if (!free) throw error;
  }
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Held());
  });
}

/** Opens a database in a new version. Fails if pages keep the old one open. */
function upgrade(
  name: string,
  version: number,
  closeMs: number,
  change: (database: IDBDatabase, transaction: IDBTransaction) => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    let given = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    request.onblocked = () => {
      timer = setTimeout(() => {
        given = true;
        reject(new Held());
      }, closeMs);
    };
    request.onupgradeneeded = () => {
      clearTimeout(timer);
      const { result, transaction } = request;
      if (transaction === null) return;
      if (given) transaction.abort();
      else change(result, transaction);
    };
    request.onsuccess = () => (given ? request.result.close() : resolve(request.result));
    request.onerror = () => reject(request.error);
  });
}
