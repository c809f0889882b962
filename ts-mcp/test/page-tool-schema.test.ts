import { expect, it } from "vitest";
import { checkInput } from "../src/page-tool-schema.ts";
import { briefBytes } from "../src/quote.ts";

const why = async (schema: string, input: string): Promise<string> => {
  try {
    return String(await checkInput(schema, JSON.parse(input)));
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
};

it("tells what is wrong with an input, and nothing that is not so", async () => {
  const schema =
    '{ "properties": { "id": { "type": "integer" }, "n": { "type": "integer" } }, "additionalProperties": false }';
  expect(await why(schema, '{ "id": 1 }')).toBe("true");
  const said = await why(schema, '{ "id": "x" }');
  expect(said).toContain('"#/id": "Instance type');
  expect(said).not.toMatch(/additional|False/);
  const more = await why(schema, '{ "id": "x", "other": 1 }');
  expect(more).toContain('Property \\"other\\" does not match additional properties schema');
  expect(more).not.toContain('Property \\"id\\" does not match additional');
});

it("knows properties by any name, and none that an object inherits", async () => {
  const schema = '{ "properties": { "__proto__": { "type": "integer" }, "toString": { "type": "string" } } }';
  expect(await why(schema, '{ "a": "s" }')).toBe("true");
  expect(await why(schema, '{ "__proto__": 1, "toString": "s" }')).toBe("true");
  expect(await why(schema, '{ "__proto__": "s" }')).toContain('"#/__proto__": "Instance type');
  expect(await why('{ "required": ["toString"] }', "{}")).toContain("toString");
  expect(await why('{ "patternProperties": { "^x": {} }, "additionalProperties": false }', '{ "x1": 1 }')).toBe("true");
});

it.each(["漢".repeat(40), "\u200b".repeat(40), "a".repeat(100), '"'.repeat(60)])("cuts %j by bytes", (text) => {
  const cut = briefBytes(text, 80);
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(80);
  expect(Buffer.byteLength(cut)).toBeGreaterThan(70);
  expect(cut).toMatch(/…"$/);
  expect(briefBytes(text, 1_000)).not.toContain("…");
});
