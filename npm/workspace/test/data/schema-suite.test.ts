// The JSON Schema Test Suite through the tool. The package on npm carries draft 4, whose schemas mean the same in draft 7 but
// for what is left out here by name.

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, it } from "vitest";
import { edit } from "./edit.ts";

const suite = path.join(
  path.dirname(createRequire(import.meta.url).resolve("json-schema-test-suite/package.json")),
  "tests/draft4",
);

/** Files whose schemas name other documents, which the tool does not fetch. */
const OTHER_DOCUMENTS = ["refRemote.json", "ref.json", "definitions.json"];

interface Group {
  description: string;
  schema: Record<string, unknown>;
  tests: { description: string; data: unknown; valid: boolean }[];
}

const files = readdirSync(suite).filter((name) => name.endsWith(".json") && !OTHER_DOCUMENTS.includes(name));

it.each(files)("validates as %s expects", async (file) => {
  const groups = JSON.parse(readFileSync(path.join(suite, file), "utf8")) as Group[];
  let tried = 0;
  for (const { description, schema, tests } of groups) {
    // In draft 4 these are true or false, and since draft 6 numbers.
    if (typeof schema["exclusiveMinimum"] === "boolean" || typeof schema["exclusiveMaximum"] === "boolean") continue;
    for (const test of tests) {
      for (const format of ["json", "yaml"]) {
        const answer = await edit(format, JSON.stringify(test.data), "validate", {
          schema: { $schema: "http://json-schema.org/draft-07/schema#", ...schema },
        });
        expect(answer.status, `${description}: ${test.description}: ${answer.errorDetails}`).toBe("SUCCESS");
        expect(answer.valid, `${description}: ${test.description}`).toBe(test.valid);
        if (!test.valid) expect(answer.validationErrors?.[0]?.line).toBe(1);
        tried += 1;
      }
    }
  }
  expect(tried).toBeGreaterThan(0);
});
