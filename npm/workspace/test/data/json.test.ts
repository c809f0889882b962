import JSON5 from "json5";
import { describe, expect, it } from "vitest";
import { readJson5 } from "../../src/data/read-json5.ts";
import { plainValue } from "../../src/data/value.ts";
import { edit, edited, tool } from "./edit.ts";

const TEXT = `{
  // about a
  "a": 1, // one
  "b": [1, 2, 3],
  "c": {
    "d": 12345678901234567890
  }
}
`;

const json = (action: string, more = {}) => edited("json", TEXT, action, more);

describe("the specified call", () => {
  it("answers with exactly the specified fields", async () => {
    const answer = await tool.call({
      textContent: '{"server":{"port":8080}}',
      format: "json",
      action: "modifyKeyValue",
      keyPath: "server.port",
      newValue: 9090,
    });
    expect(answer).toEqual({ modifiedTextContent: '{"server":{"port":9090}}', status: "SUCCESS", errorDetails: null });
    expect(await tool.call(tool.example)).toEqual({
      modifiedTextContent: "server:\n  port: 9090 # public\n",
      status: "SUCCESS",
      errorDetails: null,
    });
  });

  it.each([
    [{ textContent: "1", action: "get", keyPath: "" }, "format"],
    [{ format: "json", action: "get", keyPath: "" }, "textContent"],
    [{ textContent: "1", format: "json", action: "get" }, "keyPath"],
    [{ textContent: "1", format: "json", action: "set", keyPath: "" }, "newValue"],
    [{ textContent: "1", format: "json", action: "set", keyPath: "", newValue: 1, newValueText: "1" }, "newValueText"],
    [{ textContent: "1", format: "json", action: "set", keyPath: "", newValue: Number.NaN }, "newValue"],
    [{ textContent: "1", format: "json", action: "delete", keyPath: "a", newValue: 1 }, "newValue"],
    [{ textContent: "1", format: "json", action: "move", keyPath: "a" }, "toPath"],
    [{ textContent: "1", format: "json", action: "validate" }, "schema"],
    [{ textContent: "1", format: "json", action: "validate", schema: 1 }, "schema"],
    [{ textContent: "1", format: "json", action: "get", keyPath: "", documentIndex: 0 }, "documentIndex"],
    [{ textContent: "1", format: "json", action: "get", keyPath: "", expectedHash: "x" }, "expectedHash"],
    [{ textContent: "1", format: "toml", action: "get", keyPath: "" }, "format"],
  ])("refuses wrong arguments by name: %j", async (input, field) => {
    await expect(tool.call(input)).rejects.toMatchObject({ issues: [{ path: [field] }] });
  });
});

describe("JSON", () => {
  it("is edited in its own manner, with comments and large numbers kept", async () => {
    expect(await json("set", { keyPath: "a", newValue: "x" })).toBe(TEXT.replace('"a": 1', '"a": "x"'));
    expect(await json("set", { keyPath: "c.e", newValue: { f: [1] } })).toBe(
      TEXT.replace("7890\n", '7890,\n    "e": {\n      "f": [\n        1\n      ]\n    }\n'),
    );
    expect(await json("append", { keyPath: "b", newValue: { x: 1 } })).toBe(TEXT.replace("3]", '3, {"x": 1}]'));
    expect(await json("delete", { keyPath: "a" })).toBe(TEXT.replace('  "a": 1, // one\n', ""));
    expect(await json("delete", { keyPath: "c" })).toBe(TEXT.replace(/,\n {2}"c"[^}]*}/, ""));
    expect(await json("delete", { keyPath: "b[0]" })).toBe(TEXT.replace("[1, ", "["));
    expect(await json("move", { keyPath: "c.d", toPath: "d" })).toBe(
      TEXT.replace(/"c"[^}]*}/, '"c": {},\n  "d": 12345678901234567890'),
    );
    expect(await json("set", { keyPath: "c.d", newValueText: "98765432109876543210" })).toContain(
      '"d": 98765432109876543210\n',
    );
    expect(
      await edited("json", '{"a":1,"b":{"c":2}}', "merge", { keyPath: "", newValue: { b: { d: 3 }, a: null } }),
    ).toBe('{"b":{"c":2,"d":3}}');
    expect(await edited("json", "\uFEFF[\r\n\t1\r\n]", "append", { keyPath: "", newValue: [] })).toBe(
      "\uFEFF[\r\n\t1,\r\n\t[]\r\n]",
    );
    expect(await edited("json", "{\n}\n", "set", { keyPath: "a", newValue: 1 })).toBe('{\n  "a": 1\n}\n');
  });

  it("gives numbers beyond 2^53 as text, and says so", async () => {
    expect(await edit("json", TEXT, "get", { keyPath: "c" })).toMatchObject({
      modifiedTextContent: null,
      status: "SUCCESS",
      value: { d: "12345678901234567890" },
      numbersAsText: ["/d"],
      valueText: expect.stringContaining("12345678901234567890"),
    });
    const exact = await edit("json", "[1e2, 0.10, 9007199254740991, -0.5E-3]", "get", { keyPath: "" });
    expect(exact).toMatchObject({ value: [100, 0.1, 9007199254740991, -0.0005] });
    expect(exact.numbersAsText).toBeUndefined();
  });

  it.each([
    ['{"a": 1', "at the end of the text"],
    ['{\n"a": nope}', "line 2, column 6"],
    ["", "at the end of the text"],
    ["{'a': 1}", "line 1, column 2"],
  ])("is refused with its place if it is none: %j", async (text, place) => {
    expect(await edit("json", text, "get", { keyPath: "" })).toMatchObject({
      status: "ERROR_PARSING",
      errorCode: "SYNTAX",
      errorDetails: expect.stringContaining(place),
    });
  });

  it("has a key only once, and does not nest without end", async () => {
    expect(await edit("json", '{"a":1,\n"a":2}', "set", { keyPath: "a", newValue: 1 })).toMatchObject({
      errorCode: "DUPLICATE_KEY",
    });
    expect(await edit("json", "[".repeat(100_000), "get", { keyPath: "" })).toMatchObject({ errorCode: "TOO_DEEP" });
    expect(await edit("json5", "[".repeat(500) + "]".repeat(500), "get", { keyPath: "" })).toMatchObject({
      errorCode: "TOO_DEEP",
    });
  });
});

describe("paths", () => {
  const KEYS = '{"a.b": {"c d": [1]}, "": 2, "x/y": {"~": 3}, "0": 4, "q\\"": 5}';

  it.each([
    ['["a.b"]["c d"][0]', 1],
    ["a\\.b.c d.0", 1],
    ["/a.b/c d/0", 1],
    ["/", 2],
    ['[""]', 2],
    ["/x~1y/~0", 3],
    ["x/y.~", 3],
    ["0", 4],
    ['["q\\""]', 5],
  ])("%s", async (keyPath, value) => {
    expect(await edit("json", KEYS, "get", { keyPath })).toMatchObject({ status: "SUCCESS", value });
  });

  it.each(["a..b", "a[", "a[x]", ".a", "a.", "/~2", "a.[0]"])(
    "that cannot be read are refused: %s",
    async (keyPath) => {
      expect(await edit("json", KEYS, "get", { keyPath })).toMatchObject({
        status: "ERROR_KEY_NOT_FOUND",
        errorCode: "INVALID_PATH",
      });
    },
  );

  it("hint at a key with dots", async () => {
    const answer = await edit("json", KEYS, "get", { keyPath: "a.b" });
    expect(answer.errorDetails).toContain('write it as ["a.b"]');
  });
});

describe("JSON5", () => {
  const LOOSE = "{a: 1, 'b': 'x', /* k */ c: +0x1F,}";

  it("is edited in its own manner", async () => {
    expect(await edited("json5", LOOSE, "set", { keyPath: "b", newValue: "it's" })).toBe(
      LOOSE.replace("'x'", "'it\\'s'"),
    );
    expect(await edited("json5", LOOSE, "set", { keyPath: "new-key", newValue: 1 })).toBe(
      LOOSE.replace(",}", ", 'new-key': 1,}"),
    );
    expect(await edited("json5", LOOSE, "delete", { keyPath: "c" })).toBe("{a: 1, 'b': 'x',}");
    expect(await edited("json5", "{\n  a: 1, // one\n}\n", "set", { keyPath: "b", newValue: 2 })).toBe(
      "{\n  a: 1, // one\n  b: 2,\n}\n",
    );
    expect(await edited("json5", LOOSE, "set", { keyPath: "a", newValueText: "-Infinity" })).toBe(
      LOOSE.replace("a: 1", "a: -Infinity"),
    );
  });

  it("is read as the package json5 reads it", () => {
    for (const text of [
      LOOSE,
      "[.5, 5., +1e3, -0xAB, 'a\\\nb', '\\x41\\u0042', \"\\'\"]",
      "// c\n{$_: null, \\u0061b: true, ünï: [],}/* end */",
      "\u00A0\uFEFF[\u2028]",
      "'/* no */ // comment'",
    ]) {
      expect([text, plainValue(readJson5(text).root, false).value]).toEqual([text, JSON5.parse(text)]);
    }
  });

  it("is refused with its place if it is none", async () => {
    const answer = await edit("json5", "{a: 1,\n b 2}", "get", { keyPath: "" });
    expect(answer).toMatchObject({ errorCode: "SYNTAX", errorDetails: expect.stringContaining("line 2, column 4") });
  });
});

describe("validation", () => {
  const schema = {
    type: "object",
    required: ["name"],
    additionalProperties: false,
    properties: {
      name: { type: "string", format: "email" },
      port: { type: "integer", maximum: 65535 },
      tags: { type: "array", items: { enum: ["a", "b"] } },
    },
  };
  const places = async (format: string, text: string, more = {}) => {
    const answer = await edit(format, text, "validate", { schema, ...more });
    expect(answer).toMatchObject({
      status: "SUCCESS",
      modifiedTextContent: null,
      valid: answer.validationErrors?.length === 0,
    });
    return answer.validationErrors?.map(({ line, column, path, keyword }) => `${line}:${column} ${path} ${keyword}`);
  };

  it("says line and column of each error", async () => {
    expect(await places("yaml", "port: 70000\ntags:\n  - a\n  - c\nextra: 1\n")).toEqual([
      "1:1  required",
      "5:1  additionalProperties",
      "1:7 /port maximum",
      "4:5 /tags/1 enum",
    ]);
    expect(await places("json", '{\n  "name": "x"\n}')).toEqual(["2:11 /name format"]);
    expect(await places("json5", "{name: 'a@b.example'}")).toEqual([]);
  });

  it("checks all documents, or the one that is named", async () => {
    const text = "name: a@b.example\n---\nname: 1\n---\nport: 1\nname: a@b.example\n";
    const all = await edit("yaml", text, "validate", { schema });
    expect(all.validationErrors).toMatchObject([{ documentIndex: 1, line: 3, column: 7, keyword: "type" }]);
    expect(await places("yaml", text, { documentIndex: 2 })).toEqual([]);
  });

  it("guards an edit: a result that does not fit is not given", async () => {
    const call = { keyPath: "port", schema };
    const text = "name: a@b.example\nport: 1\n";
    expect(await edit("yaml", text, "set", { ...call, newValue: 2 })).toMatchObject({
      modifiedTextContent: text.replace("1", "2"),
      valid: true,
    });
    expect(await edit("yaml", text, "set", { ...call, newValue: "x" })).toMatchObject({
      modifiedTextContent: null,
      status: "ERROR_SERIALIZING",
      errorCode: "SCHEMA_VIOLATION",
      valid: false,
      validationErrors: [{ path: "/port", line: 2, column: 7 }],
    });
  });

  it("knows the drafts, and refuses wrong schemas", async () => {
    for (const draft of ["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema"]) {
      const answer = await edit("json", "[1]", "validate", { schema: { $schema: draft, items: { type: "string" } } });
      expect(answer.validationErrors).toMatchObject([{ path: "/0", line: 1, column: 2 }]);
    }
    for (const wrong of [
      { type: "nope" },
      { $schema: "https://example.com/x" },
      { $ref: "https://example.com/y" },
      { pattern: "(" },
    ]) {
      expect(await edit("json", "1", "validate", { schema: wrong })).toMatchObject({
        status: "ERROR_PARSING",
        errorCode: "INVALID_SCHEMA",
      });
    }
  });
});
