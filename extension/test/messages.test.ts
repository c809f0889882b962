import { expect, test } from "vitest";
import { Assembly, split } from "../src/connection/chunks.ts";
import { read } from "../src/connection/messages.ts";
import { normalizeCode, prove, verify } from "../src/connection/pairing-proof.ts";

const talk = { server: "s", client: "c", serverNonce: "1", clientNonce: "2" };

test("a proof is the same as the server's", async () => {
  const proof = await prove("client", "secret", talk);
  // The same value is in crates/engine/src/relay/pairing.rs.
  expect(proof).toBe("adc83e2511d3b6f68ddc897209d749d7e6761c5f3793e8aaf77df637bab98824");
  expect(await verify("client", "secret", talk, proof)).toBe(true);
  expect(await verify("server", "secret", talk, proof)).toBe(false);
  expect(await verify("client", "other", talk, proof)).toBe(false);
  expect(await verify("client", "secret", talk, "")).toBe(false);
});

test("a code is read as people type it", () => {
  expect(normalizeCode(" 7k2qx-m9d4t ")).toBe("7K2QXM9D4T");
  expect(normalizeCode("oO-iIlL")).toBe("001111");
});

test("a long message comes together again, whatever is in it", () => {
  const long = `${"a".repeat(524_287)}🙂${'é\n"'.repeat(300_000)}`;
  const pieces = split(long);
  expect(pieces.length).toBeGreaterThan(2);
  const assembly = new Assembly();
  const parts = pieces.map((piece) => {
    const message = read(piece);
    if (message?.type !== "chunk") throw new Error("not a chunk");
    return assembly.add(message.data, message.last);
  });
  expect(parts.at(-1)).toBe(long);
  expect(parts.slice(0, -1).every((part) => part === undefined)).toBe(true);
  expect(split("short")).toEqual(["short"]);
});

test("what is not a message is not one", () => {
  for (const data of ["", "{", "null", "[]", "1", "{}", '{"type":"cdp"}', '{"type":"hello"}', '{"type":"later"}']) {
    expect(read(data), data).toBeUndefined();
  }
  expect(read('{"type":"cdp","id":1,"method":"A.b","params":{}}')).toMatchObject({ id: 1 });
});
