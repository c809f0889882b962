import { describe, expect, it } from "vitest";
import { DecryptionError, decrypt, encrypt, isEncrypted } from "../src/age.ts";

const KEY = "correct horse battery";
const CHUNK = 64 * 1024;
/** Quick: what is tested does not depend on it. */
const WORK = 4;

/** Written by `age --passphrase` 1.1.1. */
const BY_AGE = Buffer.from(
  "YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBBSVJFb3V3bkdycnJKbUFudndOOGhnIDE4CkZsTjRxRkJndTNsUXR4dmgy" +
    "b1U3WkUrQmozd1IvZlJLSnZiUFJQakptNkEKLS0tIGJRK2VZNUJEMCs5d3NURjR1amdHWDJVQkZFblZmbHJVNG1vQkFkNVRTdFkK" +
    "OX8MjcfKI3FlVmHzvRA1V8fH0flqZo1yWZWNANaUY57feoZ2lPq5Dq9in6jInz0kxa4pofIUp72Nz8g=",
  "base64",
);

const why = (file: Uint8Array, key = KEY) =>
  decrypt(file, key).then(
    () => "decrypted",
    (error) => (error instanceof DecryptionError ? error.why : error),
  );

describe("encrypted files", () => {
  it("are those of the program age", { timeout: 60_000 }, async () => {
    expect(isEncrypted(BY_AGE)).toBe(true);
    expect((await decrypt(BY_AGE, KEY)).toString()).toBe('{"cookies":[],"origins":[]}');
    expect(await why(BY_AGE, "another key")).toBe("key");
  });

  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])("give back %i bytes", { timeout: 60_000 }, async (length) => {
    const content = Buffer.alloc(length, "content");
    const file = await encrypt(content, KEY, WORK);
    expect(isEncrypted(file)).toBe(true);
    expect(file.includes("content")).toBe(false);
    expect((await decrypt(file, KEY)).equals(content)).toBe(true);
  });

  it("differ each time, and take work to open", { timeout: 60_000 }, async () => {
    const content = Buffer.from("content");
    expect((await encrypt(content, KEY, WORK)).equals(await encrypt(content, KEY, WORK))).toBe(false);
    expect((await encrypt(content, KEY)).toString("latin1")).toMatch(/^age-encryption.org\/v1\n-> scrypt \S+ 16\n/);
  });

  it("are refused whichever byte was changed, and wherever they were cut", { timeout: 60_000 }, async () => {
    const file = await encrypt(Buffer.alloc(CHUNK + 10, "content"), KEY, WORK);
    const header = file.indexOf("\n---");
    const at = {
      version: 21,
      salt: 40,
      wrapped: header - 10,
      mac: header + 10,
      nonce: header + 50,
      first: header + 100,
      last: file.length - 1,
    };
    for (const [part, index] of Object.entries(at)) {
      const changed = Buffer.from(file);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(await why(changed), part).toMatch(/^(form|key|changed)$/);
    }
    const payload = file.indexOf("\n", header + 5) + 1 + 16;
    // After the first chunk, too: what is missing there is the last one.
    for (const length of [10, header, payload, payload + 5, payload + CHUNK + 16, file.length - 1]) {
      expect(await why(file.subarray(0, length)), `${length}`).toMatch(/^(form|changed)$/);
    }
    expect(await why(Buffer.concat([file, Buffer.from("x")]))).toBe("changed");
  });

  it("are refused in other forms", { timeout: 60_000 }, async () => {
    for (const text of [
      "age-encryption.org/v1\n-> X25519 abc\n",
      "-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n-----END AGE ENCRYPTED FILE-----\n",
      BY_AGE.toString("latin1").replace(" 18\n", " 22\n"),
    ]) {
      const file = Buffer.from(text, "latin1");
      expect(isEncrypted(file)).toBe(true);
      expect(await why(file)).toBe("form");
    }
    expect(isEncrypted(Buffer.from('{"cookies": []}'))).toBe(false);
  });
});
