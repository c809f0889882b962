import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { edit, edited } from "./edit.ts";

const CONFIG = `# head
server: # the server
  host: "localhost"  # h
  port: 8080 # p
  # about tls
  tls:
    cert: a.pem
    key: b.pem # k

list:
  - one # 1
  - two
  - name: x
    v: 1
text: |
  hello
  world

flow: {a: 1, b: [1, 2, 3]} # f
big: 12345678901234567890
base: &base
  x: 1
copy: *base
last: end`;

const yaml = (action: string, more = {}) => edited("yaml", CONFIG, action, more);
const withPart = (part: string, replacement: string) => {
  expect(CONFIG.split(part)).toHaveLength(2);
  return CONFIG.replace(part, () => replacement);
};

describe("setting", () => {
  it("replaces the value alone", async () => {
    expect(await yaml("modifyKeyValue", { keyPath: "server.port", newValue: 9090 })).toBe(withPart("8080", "9090"));
    expect(await yaml("set", { keyPath: "list[0]", newValue: "1" })).toBe(withPart("one # 1", '"1" # 1'));
    expect(await yaml("set", { keyPath: "/flow/b/1", newValue: null })).toBe(withPart("[1, 2, 3]", "[1, null, 3]"));
    expect(await yaml("set", { keyPath: "last", newValue: 0.1 })).toBe(withPart("last: end", "last: 0.1"));
  });

  it("keeps the quotation marks", async () => {
    expect(await yaml("set", { keyPath: "server.host", newValue: "a" })).toBe(withPart('"localhost"', '"a"'));
    expect(await edited("yaml", "a: 'x'\n", "set", { keyPath: "a", newValue: "it's" })).toBe("a: 'it''s'\n");
  });

  it("writes collections and long texts in blocks, with the comment on the key's line", async () => {
    const value = { a: [1, { b: 2, c: "x\ny\n" }], d: {} };
    expect(await yaml("set", { keyPath: "server.port", newValue: value })).toBe(
      withPart(
        "port: 8080 # p",
        "port: # p\n    a:\n      - 1\n      - b: 2\n        c: |\n          x\n          y\n    d: {}",
      ),
    );
    expect(await yaml("set", { keyPath: "text", newValue: "a" })).toBe(withPart("|\n  hello\n  world", "a"));
    expect(await yaml("set", { keyPath: "server.tls", newValue: false })).toBe(
      withPart("tls:\n    cert: a.pem\n    key: b.pem # k", "tls: false"),
    );
  });

  it("changes of a map only what is different", async () => {
    const newValue = { host: "localhost", port: 1, tls: { key: "b.pem" } };
    expect(await yaml("set", { keyPath: "server", newValue })).toBe(
      withPart("8080", "1").replace("    cert: a.pem\n", ""),
    );
  });

  it("creates keys: set by itself, modifyKeyValue when asked", async () => {
    expect(await yaml("set", { keyPath: "server.a.b", newValue: [1] })).toBe(
      withPart("# k\n", "# k\n  a:\n    b:\n      - 1\n"),
    );
    const missing = await edit("yaml", CONFIG, "modifyKeyValue", { keyPath: "server.prt", newValue: 1 });
    expect(missing).toEqual({
      modifiedTextContent: null,
      status: "ERROR_KEY_NOT_FOUND",
      errorDetails: '"/server" has no "prt". It has "host", "port", "tls"',
      errorCode: "KEY_NOT_FOUND",
    });
    expect(await yaml("modifyKeyValue", { keyPath: "new", newValue: 1, createMissing: true })).toBe(
      `${CONFIG}\nnew: 1`,
    );
    expect(await edited("yaml", "", "set", { keyPath: "a.b", newValue: 1 })).toBe("a:\n  b: 1\n");
    expect(await edited("yaml", "# c\n", "set", { keyPath: "a", newValue: 1 })).toBe("# c\na: 1\n");
    expect(await edited("yaml", "a:\n  - 1\n", "set", { keyPath: "a[1]", newValue: 2 })).toBe("a:\n  - 1\n  - 2\n");
  });

  it("says when an anchor's aliases change too, and does not reach through an alias", async () => {
    const answer = await edit("yaml", CONFIG, "set", { keyPath: "base", newValue: 2 });
    expect(answer.notes).toEqual(["The value of the anchor &base changes: so do its aliases"]);
    expect(answer.modifiedTextContent).toContain("base: &base 2\ncopy: *base\n");
    expect((await edit("yaml", CONFIG, "set", { keyPath: "base.x", newValue: 2 })).notes).toEqual(answer.notes);
    expect(await edit("yaml", CONFIG, "set", { keyPath: "copy.x", newValue: 2 })).toMatchObject({
      status: "ERROR_KEY_NOT_FOUND",
      errorCode: "ALIAS_ON_PATH",
    });
    expect(await yaml("set", { keyPath: "copy", newValue: 2 })).toBe(withPart("copy: *base", "copy: 2"));
    const removed = await edit("yaml", CONFIG, "delete", { keyPath: "base" });
    expect(removed).toMatchObject({ status: "ERROR_SERIALIZING", errorCode: "RESULT_DIFFERS" });
    expect(removed.errorDetails).toContain("no anchor before the alias has its name");
  });

  it("keeps an application's tag, and drops one of YAML that would not fit", async () => {
    expect(await edited("yaml", "a: !Ref x # c\n", "set", { keyPath: "a", newValue: "y" })).toBe("a: !Ref y # c\n");
    expect(await edited("yaml", "a: !!str 1\n", "set", { keyPath: "a", newValue: 2 })).toBe("a: 2\n");
  });

  it("takes numbers with all their digits as text", async () => {
    expect(await yaml("set", { keyPath: "flow.a", newValueText: "98765432109876543210.5" })).toBe(
      withPart("{a: 1,", "{a: 98765432109876543210.5,"),
    );
    await expect(edit("yaml", CONFIG, "set", { keyPath: "big", newValue: 2 ** 60 })).rejects.toMatchObject({
      issues: [{ path: ["newValue"] }],
    });
    const two = await edit("yaml", CONFIG, "set", { keyPath: "big", newValueText: "1\n---\n2" });
    expect(two).toMatchObject({ status: "ERROR_PARSING", errorCode: "INVALID_NEW_VALUE" });
  });

  it.each(["---", "...", "--- a", "... b", "---\tc", "---\nd", "a\n---\nb", "---e"])(
    "writes %j as a whole document, a key and a value, and not as the mark of a document",
    async (mark) => {
      for (const [text, keyPath, expected] of [
        ["{}\n", "", mark],
        ["a: 1\n", "", mark],
        ["a: 1\n", `/${mark}`, { a: 1, [mark]: mark }],
        ["{ a: 1 }\n", `/${mark}`, { a: 1, [mark]: mark }],
        ["- 1\n", "/0", [mark]],
        ["[1]\n", "/0", [mark]],
      ] as const) {
        const answer = await edit("yaml", text, "set", { keyPath, newValue: mark });
        expect(answer, `${text} ${keyPath}`).toMatchObject({ status: "SUCCESS" });
        expect(parse(answer.modifiedTextContent ?? ""), `${answer.modifiedTextContent}`).toEqual(expected);
      }
    },
  );

  it("keeps CRLF, tabs in values, and a byte order mark", async () => {
    const text = '\uFEFFa: 1\r\nb:\r\n  c: "x\ty"\r\n';
    expect(await edited("yaml", text, "set", { keyPath: "b.d", newValue: ["z"] })).toBe(`${text}  d:\r\n    - z\r\n`);
    expect(await edited("yaml", text, "delete", { keyPath: "a" })).toBe('\uFEFFb:\r\n  c: "x\ty"\r\n');
  });

  it("writes YAML 1.1 where the document says so", async () => {
    const text = "%YAML 1.1\n---\na: off\n";
    expect(await edited("yaml", text, "set", { keyPath: "a", newValue: "yes" })).toBe('%YAML 1.1\n---\na: "yes"\n');
  });
});

describe("append, delete, merge, move", () => {
  it("appends to a list, in its manner", async () => {
    expect(await yaml("append", { keyPath: "list", newValue: { name: "y", v: [2] } })).toBe(
      withPart("    v: 1\n", "    v: 1\n  - name: y\n    v:\n      - 2\n"),
    );
    expect(await yaml("append", { keyPath: "flow.b", newValue: "a, b" })).toBe(withPart("3]", '3, "a, b"]'));
    expect(await edited("yaml", "a: []\n", "append", { keyPath: "a", newValue: 1 })).toBe("a:\n  - 1\n");
    expect(await edited("yaml", "a:\n", "append", { keyPath: "a", newValue: 1 })).toBe("a:\n  - 1\n");
    expect(await edit("yaml", CONFIG, "append", { keyPath: "server", newValue: 1 })).toMatchObject({
      errorCode: "WRONG_TYPE",
    });
  });

  it("deletes an entry with its comments", async () => {
    expect(await yaml("delete", { keyPath: "server.tls" })).toBe(
      withPart("  # about tls\n  tls:\n    cert: a.pem\n    key: b.pem # k\n", ""),
    );
    expect(await yaml("delete", { keyPath: "list[2].name" })).toBe(withPart("- name: x\n    v: 1", "- v: 1"));
    expect(await yaml("delete", { keyPath: "last" })).toBe(withPart("\nlast: end", ""));
    expect(await yaml("delete", { keyPath: "flow.a" })).toBe(withPart("{a: 1, b", "{b"));
    expect(await edited("yaml", "a:\n  b: 1\nc: 2\n", "delete", { keyPath: "a.b" })).toBe("a: {}\nc: 2\n");
    expect(await edit("yaml", CONFIG, "delete", { keyPath: "" })).toMatchObject({ errorCode: "INVALID_PATH" });
  });

  it("deletes what comes after a block scalar at the end of the text, which keeps its line breaks", async () => {
    for (const head of ["|+", "|", "|-"]) {
      const text = `list:\n  - ${head}\n    a\n\n\n  - x`;
      const answer = await edit("yaml", text, "delete", { keyPath: "list[1]" });
      expect(answer, head).toMatchObject({ status: "SUCCESS" });
      expect(parse(answer.modifiedTextContent ?? "")).toEqual({ list: parse(text).list.slice(0, 1) });
    }
    const plain = await edit("yaml", "- a\n- b", "delete", { keyPath: "/1" });
    expect(plain.modifiedTextContent).toBe("- a");
  });

  it("merges as JSON Merge Patch does", async () => {
    const newValue = { server: { port: 1, host: null }, flow: { a: null, z: { q: null } } };
    expect(await yaml("merge", { keyPath: "", newValue })).toBe(
      withPart("8080", "1")
        .replace('  host: "localhost"  # h\n', "")
        .replace("{a: 1, b: [1, 2, 3]}", "{b: [1, 2, 3], z: {}}"),
    );
    expect(await edit("yaml", CONFIG, "merge", { keyPath: "", newValue: [1] })).toMatchObject({
      errorCode: "INVALID_NEW_VALUE",
    });
  });

  it("moves a value with its comments, and renames keys", async () => {
    const moved = await yaml("move", { keyPath: "server.tls", toPath: "tls" });
    expect(moved).toBe(
      `${withPart("  # about tls\n  tls:\n    cert: a.pem\n    key: b.pem # k\n", "")}\ntls:\n  cert: a.pem\n  key: b.pem # k`,
    );
    expect(await yaml("move", { keyPath: "server.tls", toPath: "server.secure" })).toBe(
      withPart("  tls:", "  secure:"),
    );
    expect(await yaml("move", { keyPath: "list[2]", toPath: "list[0]" })).toBe(
      withPart("  - one # 1\n  - two\n  - name: x\n    v: 1\n", "  - name: x\n    v: 1\n  - one # 1\n  - two\n"),
    );
    expect(await yaml("move", { keyPath: "list[0]", toPath: "list[1]" })).toBe(
      withPart("  - one # 1\n  - two\n", "  - two\n  - one # 1\n"),
    );
    expect(await edit("yaml", CONFIG, "move", { keyPath: "big", toPath: "last" })).toMatchObject({
      errorCode: "TARGET_EXISTS",
    });
    expect(await yaml("move", { keyPath: "big", toPath: "last", overwrite: true })).toBe(
      withPart("big: 12345678901234567890\n", "").replace("last: end", "last: 12345678901234567890"),
    );
    expect(await edit("yaml", CONFIG, "move", { keyPath: "server", toPath: "server.tls.x" })).toMatchObject({
      errorCode: "INVALID_PATH",
    });
  });
});

describe("documents", () => {
  const MANY = "a: 1\n---\na: 2 # two\n...\n---\n# empty\n";

  it("are chosen by index; the others stay", async () => {
    expect(await edited("yaml", MANY, "set", { keyPath: "a", newValue: 3, documentIndex: 1 })).toBe(
      MANY.replace("2 #", "3 #"),
    );
    expect(await edit("yaml", MANY, "set", { keyPath: "a", newValue: 3 })).toMatchObject({
      status: "ERROR_KEY_NOT_FOUND",
      errorCode: "DOCUMENT_INDEX_REQUIRED",
    });
    expect(await edit("yaml", MANY, "get", { keyPath: "a", documentIndex: 7 })).toMatchObject({
      errorCode: "KEY_NOT_FOUND",
    });
  });
});

describe("hostile text", () => {
  it("has a key only once", async () => {
    const answer = await edit("yaml", "a:\n  b: 1\n  c: 2\n  b: 3\n", "get", { keyPath: "a.c" });
    expect(answer).toMatchObject({ status: "ERROR_PARSING", errorCode: "DUPLICATE_KEY" });
    expect(answer.errorDetails).toContain("lines 2 and 4");
  });

  it("is refused with line and column if it is no YAML", async () => {
    const answer = await edit("yaml", "a: 1\nb: [1\nc: 2\n", "get", { keyPath: "a" });
    expect(answer).toMatchObject({
      status: "ERROR_PARSING",
      errorCode: "SYNTAX",
      errorDetails: expect.stringContaining("line 3"),
    });
    expect(await edit("yaml", "a: *nope\n", "get", { keyPath: "a" })).toMatchObject({ errorCode: "SYNTAX" });
  });

  it("does not multiply by aliases", async () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
    for (let level = 1; level < 12; level += 1)
      lines.push(`a${level}: &a${level} [${`*a${level - 1}, `.repeat(8)}*a${level - 1}]`);
    const bomb = `${lines.join("\n")}\n`;
    expect(await edit("yaml", bomb, "get", { keyPath: "a11" })).toMatchObject({
      status: "ERROR_PARSING",
      errorCode: "TOO_LARGE",
    });
    expect(await edited("yaml", bomb, "set", { keyPath: "a0[0]", newValue: "y" })).toBe(bomb.replace("[x", "[y"));
    expect(await edit("yaml", "a: &a [*a]\n", "get", { keyPath: "a" })).toMatchObject({ errorCode: "WRONG_TYPE" });
  });

  it.each([["[".repeat(50_000)], ["{a: ".repeat(20_000)], ["- ".repeat(20_000)], ["? ".repeat(5000)]])(
    "does not nest without end: %#",
    async (text) => {
      const answer = await edit("yaml", text, "get", { keyPath: "" });
      expect(answer).toMatchObject({ status: "ERROR_PARSING", errorCode: "TOO_DEEP" });
    },
  );

  it("sets no prototype", async () => {
    const newValue = JSON.parse('{"__proto__": {"polluted": 1}}');
    const text = await edited("yaml", "a: 1\n", "set", { keyPath: "b", newValue });
    expect(text).toBe("a: 1\nb:\n  __proto__:\n    polluted: 1\n");
    const { value } = await edit("yaml", text, "get", { keyPath: "b" });
    expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":1}}');
    expect((value as { polluted?: number }).polluted).toBeUndefined();
    expect(await edited("yaml", text, "delete", { keyPath: "b.__proto__" })).toBe("a: 1\nb: {}\n");
  });
});
