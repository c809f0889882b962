/** Databases (IndexedDB) in log-in states: saved and loaded, also by and for Playwright. */

import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { executables } from "../support/paths.ts";
import { Pilot } from "../support/pilot.ts";

/**
 * The functions of the page. `fill` makes the databases; `show` describes everything in them, with types; `hold` keeps one
 * open, and closes it when it is to change only if asked.
 */
const SCRIPT = `
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
function described(value, seen = new Map()) {
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (typeof value === "bigint") return value + "n";
  if (typeof value !== "object" || value === null) return typeof value === "string" ? JSON.stringify(value) : String(value);
  if (seen.has(value)) return "#" + seen.get(value);
  seen.set(value, seen.size);
  const inside = (one) => described(one, seen);
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind === "Date") return "Date " + value.getTime();
  if (kind === "RegExp") return String(value);
  if (kind === "Error") return value.name + ": " + value.message;
  if (kind === "Map") return "Map{" + [...value].map(([k, v]) => inside(k) + "=>" + inside(v)) + "}";
  if (kind === "Set") return "Set{" + [...value].map(inside) + "}";
  if (kind === "ArrayBuffer") return "Buffer[" + new Uint8Array(value) + "]";
  if (ArrayBuffer.isView(value)) return kind + "[" + [...value].map(String) + "]";
  if (Array.isArray(value)) return "[" + value.map(inside) + "]";
  return "{" + Object.entries(value).map(([k, v]) => k + ":" + inside(v)) + "}";
}
async function fill() {
  const cycle = { name: "loop", list: [] };
  cycle.self = cycle;
  cycle.list.push(cycle.list, cycle);
  const shared = { token: "s3cret-token" };
  const own = {};
  Object.defineProperty(own, "__proto__", { value: "own", enumerable: true });
  const values = {
    string: "ü <\\/script> \\u2028 \\"quoted\\" \\u{1f600}", number: 0.1 + 0.2, large: 2 ** 60 + 2 ** 10, tiny: 5e-324, negative: -0,
    nan: NaN, infinite: -Infinity, yes: true, nothing: null, missing: undefined, nested: { z: 1, a: [null, undefined, { b: 2 }] },
    bigint: 123456789012345678901234567890n, date: new Date(1e12 + 7), never: new Date(NaN), pattern: /a\\/b+/giu,
    error: new TypeError("broken"), map: new Map([["k", new Date(5)], [{ o: 1 }, new Map()]]), set: new Set([1, "1", [2]]),
    buffer: new Uint8Array([0, 255, 7]).buffer, bytes: new Uint8Array([1, 2, 3]).subarray(1), clamped: new Uint8ClampedArray([300]),
    ints: new Int16Array([-1, 2]), words: new Uint32Array([4294967295]), floats: new Float64Array([0.1, NaN, -0]),
    bigs: new BigInt64Array([-5n]), twice: [shared, shared], cycle, own, empty: {}, none: [],
  };
  const open = indexedDB.open("first", 7);
  open.onupgradeneeded = () => {
    const db = open.result;
    db.createObjectStore("values");
    const users = db.createObjectStore("users", { keyPath: "id", autoIncrement: true });
    users.createIndex("by mail", "mail.address", { unique: true });
    users.createIndex("by tag", "tags", { multiEntry: true });
    db.createObjectStore("pairs", { keyPath: ["a", "b"] });
    db.createObjectStore("empty");
    db.createObjectStore("inner", { keyPath: "" });
  };
  const db = await done(open);
  const tx = db.transaction(db.objectStoreNames, "readwrite");
  for (const [key, value] of Object.entries(values)) tx.objectStore("values").put(value, key);
  const keys = [3.5, -Infinity, new Date(9), new Uint8Array([9, 8]).buffer, [1, ["x", new Date(2)]], "\\u00e9"];
  for (const [at, key] of keys.entries()) tx.objectStore("values").put("key " + at, key);
  for (let at = 0; at < 250; at++) tx.objectStore("users").put({ name: "user " + at, mail: { address: at + "@x" }, tags: ["t" + at % 3, "all"] });
  tx.objectStore("pairs").put({ a: 1, b: "x", more: new Date(3) });
  tx.objectStore("inner").put("its own key");
  await new Promise((resolve, reject) => { tx.oncomplete = resolve; tx.onabort = () => reject(tx.error); });
  db.close();
  (await done(indexedDB.open("bare", 2))).close();
  return "filled";
}
async function show() {
  const out = [];
  for (const { name, version } of (await indexedDB.databases()).sort((a, b) => a.name < b.name ? -1 : 1)) {
    const db = await done(indexedDB.open(name));
    out.push("# " + JSON.stringify(name) + " " + version);
    for (const storeName of db.objectStoreNames) {
      const store = db.transaction(storeName).objectStore(storeName);
      out.push("## " + storeName + " " + JSON.stringify(store.keyPath) + " " + store.autoIncrement);
      for (const indexName of store.indexNames) {
        const index = store.index(indexName);
        out.push(["index", indexName, JSON.stringify(index.keyPath), index.unique, index.multiEntry].join(" "));
      }
      const [keys, values] = [await done(store.getAllKeys()), await done(store.getAll())];
      keys.forEach((key, at) => out.push(described(key) + " = " + described(values[at])));
    }
    db.close();
  }
  return out.join("\\n");
}
async function drop(...keys) {
  const db = await done(indexedDB.open("first"));
  const store = db.transaction("values", "readwrite").objectStore("values");
  for (const key of keys) store.delete(key);
  await new Promise((resolve) => { store.transaction.oncomplete = resolve; });
  db.close();
}
async function putOther() {
  const open = indexedDB.open("others", 1);
  open.onupgradeneeded = () => open.result.createObjectStore("s");
  const db = await done(open);
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt"]);
  const again = db.transaction("s", "readwrite").objectStore("s");
  again.put({ deep: [new Blob(["x"])] }, "blob");
  again.put({ deep: [new File(["x"], "f")] }, "file");
  again.put(key, "key");
  again.put([, 1], "gaps");
  again.put("\\ud800", "half");
  let deep = {};
  for (let at = 0; at < 500; at++) deep = { deep };
  again.put(deep, "deep");
  again.put("kept", "kept");
  await new Promise((resolve, reject) => { again.transaction.oncomplete = resolve; again.transaction.onabort = reject; });
  db.close();
  return "put";
}
async function hold(version, yields) {
  const open = indexedDB.open("first", version);
  open.onupgradeneeded = () => open.result.createObjectStore("another");
  globalThis.held = await done(open);
  if (yields) held.onversionchange = () => held.close();
  return "held";
}
`;

let site: Server;
let url: string;
beforeAll(async () => {
  site = createServer((_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><title>Databases</title><link rel="icon" href="data:,"><script>${SCRIPT}</script>`);
  });
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => site.close());

/** What a function of the page gives. */
async function run(pilot: Pilot, script: string, own: Record<string, unknown> = {}): Promise<string> {
  const text = await pilot.ok("evaluate_script", { function: `() => ${script}`, ...own });
  return JSON.parse(text.slice(text.indexOf("\n") + 1));
}

async function load(playwright: Page, script: string): Promise<string> {
  await playwright.goto(url);
  return (await playwright.evaluate(script)) as string;
}

const json = (pilot: Pilot, file: string) => JSON.parse(readFileSync(path.join(pilot.folder, file), "utf8"));

describe.each(oneBrowser)("databases in log-in states in %s", (browser) => {
  const start = (...args: string[]) =>
    Pilot.start({ browser, args: ["--tools", "web,state,sessions", "--allow-script", ...args] });

  it("go from a session to another one, to Playwright, and back", async () => {
    const pilot = await start();
    await pilot.open(url);
    await run(pilot, "fill()");
    const shown = await run(pilot, "show()");
    // Some of what the comparisons below stand on.
    for (const part of [
      '"negative" = -0',
      '"never" = Date NaN',
      '"cycle" = {name:"loop",list:[#1,#0],self:#0}',
      '# "bare" 2',
    ]) {
      expect(shown).toContain(part);
    }
    expect(await pilot.ok("storage_state", { action: "save", file: "without.json" })).not.toContain("database");
    expect(json(pilot, "without.json")).toEqual({ cookies: [], origins: [] });
    const told = await pilot.ok("storage_state", { action: "save", file: "ours.json", indexedDB: true });
    expect(told).toContain("Saved 0 cookies, the local storage of 0 origins and 2 databases");
    expect(told).not.toMatch(/Not saved|s3cret/);
    expect(statSync(path.join(pilot.folder, "ours.json")).mode & 0o077).toBe(0);

    const id = /session (\S{22})\./.exec(await pilot.ok("open_session", { storageState: "ours.json" }))?.[1];
    await pilot.ok("navigate_page", { url, session: id });
    expect(await run(pilot, "show()", { session: id })).toBe(shown);

    const theirs = await chromium.launch({ executablePath: executables.chromium, args: ["--no-sandbox"] });
    const context = await theirs.newContext({ storageState: path.join(pilot.folder, "ours.json") });
    const page = await context.newPage();
    // Playwright leaves out properties of this name.
    const common = (text: string) => text.replace('{__proto__:"own"}', "{}");
    expect(common(await load(page, "show()"))).toBe(common(shown));
    // Playwright cannot write a value that refers to itself, and repeats one that occurs twice.
    await page.evaluate("drop('cycle', 'twice')");
    const rest = (await page.evaluate("show()")) as string;
    await context.storageState({ path: path.join(pilot.folder, "theirs.json"), indexedDB: true });
    await theirs.close();

    await pilot.ok("storage_state", { action: "load", file: "theirs.json", session: id });
    await pilot.ok("navigate_page", { url, session: id });
    // Playwright writes an invalid date as null, and -0 as 0.
    const back = (text: string) => common(text).replaceAll("-0", "0");
    expect(back(await run(pilot, "show()", { session: id }))).toBe(back(rest));
    await pilot.close();
  });

  it("are there from the start with --storage-state", async () => {
    const first = await start();
    await first.open(url);
    await run(first, "fill()");
    const shown = await run(first, "show()");
    await first.ok("storage_state", { action: "save", file: "state.json", indexedDB: true });
    const second = await start("--storage-state", path.join(first.folder, "state.json"));
    await second.open(url);
    expect(await run(second, "show()")).toBe(shown);
    await second.close();
    await first.close();
  });

  it("name what cannot be saved, and save the rest", async () => {
    const pilot = await start();
    await pilot.open(url);
    await run(pilot, "putOther()");
    const told = await pilot.ok("storage_state", { action: "save", file: "state.json", indexedDB: true });
    expect(told).toContain("1 database");
    for (const why of [
      "Blob",
      "File",
      "CryptoKey",
      "Array with gaps or named entries",
      "text that is no valid Unicode",
      "a value of more than 200 levels",
    ]) {
      expect(told).toContain(
        `Not saved: 1 record of the store "s" in the database "others" of ${url}, because of "${why}".`,
      );
    }
    const { origins, leftOut } = json(pilot, "state.json");
    expect(origins[0].indexedDB[0].stores[0].records).toEqual([{ key: "kept", value: "kept" }]);
    expect(leftOut).toBeUndefined();
    await pilot.close();
  });

  it("are replaced as a whole or left as they were, while pages keep them open", async () => {
    const pilot = await start();
    await pilot.open(url);
    await run(pilot, "fill()");
    const shown = await run(pilot, "show()");
    await pilot.ok("storage_state", { action: "save", file: "state.json", indexedDB: true });
    // The same stores: replaced under the page's connection.
    await run(
      pilot,
      "hold(7).then(() => { held.transaction('values', 'readwrite').objectStore('values').clear(); return 'ok' })",
    );
    await pilot.ok("storage_state", { action: "load", file: "state.json" });
    expect(await run(pilot, "show()")).toBe(shown);
    // Other stores, and a page that does not give them up.
    await run(pilot, "(held.close(), hold(9))");
    const changed = await run(pilot, "show()");
    expect(await pilot.fails("INTERRUPTED", "storage_state", { action: "load", file: "state.json" })).toMatch(
      /database "first" was left as it was.*a page keeps it open.*close the pages/,
    );
    // Until the page lets go of the database, Chromium lets it open that no second time.
    await pilot.open(url);
    expect(await run(pilot, "show()")).toBe(changed);
    // A page that does.
    await run(pilot, "hold(9, true)");
    await pilot.ok("storage_state", { action: "load", file: "state.json" });
    expect(await run(pilot, "show()")).toBe(shown);
    // Records that no database takes.
    const state = json(pilot, "state.json");
    const [first] = state.origins[0].indexedDB.filter(({ name }: { name: string }) => name === "first");
    for (const [record, why] of [
      [{ key: { no: "key" }, value: 1 }, "DataError"],
      [{ key: 1, valueEncoded: { r: { p: "(", f: "" } } }, "SyntaxError"],
      [{ key: 1, valueEncoded: { fn: "call" } }, "an unknown form of a value"],
      [{ key: 1 }, "a record without a value"],
    ] as const) {
      const stores = first.stores.map((store: { name: string }) =>
        store.name === "values" ? { ...store, records: [record] } : store,
      );
      state.origins[0].indexedDB = [{ ...first, stores }];
      writeFileSync(path.join(pilot.folder, "wrong.json"), JSON.stringify(state));
      expect(await pilot.fails("INVALID_INPUT", "storage_state", { action: "load", file: "wrong.json" })).toContain(
        why,
      );
      expect(await run(pilot, "show()")).toBe(shown);
    }
    await pilot.close();
  });

  it("do not fit if they are too large, and are named", async () => {
    const pilot = await start();
    await pilot.open(url);
    await run(
      pilot,
      `new Promise((resolve) => { const open = indexedDB.open("huge", 1);
        open.onupgradeneeded = () => { const store = open.result.createObjectStore("s");
          for (let at = 0; at < 12; at++) store.put("x".repeat(2 ** 20), at); };
        open.onsuccess = () => { open.result.close(); resolve("ok"); }; })`,
    );
    await run(pilot, "fill()");
    const told = await pilot.ok("storage_state", { action: "save", file: "state.json", indexedDB: true });
    expect(told).toContain(`Not saved: the database "huge" of ${url}, because of "more than fits into the state".`);
    expect(told).toContain("2 databases");
    await pilot.close();
  });
});
