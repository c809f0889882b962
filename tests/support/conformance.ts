/** Runs the official conformance scenarios for servers against a server on a port. */

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

/** A revision of the protocol, with the scenarios that it requires. */
export type Revision = "2025-11-25" | "2026-07-28";

/** What one check of a scenario found. */
export interface Check {
  scenario: string;
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

const asModule = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`;

/**
 * The suite imports `globSync`, which Node 20 does not have. Only other commands than the one used here call it, so the name is
 * enough.
 */
const withGlob = asModule(
  `export * from "node:fs"; export const globSync = () => { throw new Error("Node 20 has no globSync"); };`,
);
const hooks = asModule(`export const resolve = (name, context, next) =>
  name === "fs" && context.parentURL?.includes("/@modelcontextprotocol/conformance/")
    ? { url: ${JSON.stringify(withGlob)}, shortCircuit: true }
    : next(name, context);`);
const preload = asModule(`import { register } from "node:module"; register(${JSON.stringify(hooks)});`);

/** Runs the scenarios of a revision. Returns all checks. @throws where the suite itself fails */
export async function conformance(url: string, revision: Revision): Promise<Check[]> {
  const output = mkdtempSync(path.join(tmpdir(), "uipilot-conformance-"));
  try {
    const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json");
    const suite = path.join(path.dirname(manifest), "dist/index.js");
    const args = ["server", "--url", url, "--requirements", revision, "--output-dir", output];
    const child = spawn(process.execPath, ["--import", preload, suite, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        said += chunk.toString();
      });
    }
    // Its status is that of the scored scenarios, of which a server without fixtures fails some.
    await new Promise((resolve) => child.on("close", resolve));
    const checks = readdirSync(output).flatMap((folder) => {
      // Folders are named `server-SCENARIO-TIME`.
      const scenario = /^server-(.*)-\d{4}-\d{2}-\d{2}T[\d-]+Z$/.exec(folder)?.[1] ?? folder;
      const found = JSON.parse(readFileSync(path.join(output, folder, "checks.json"), "utf8")) as Omit<
        Check,
        "scenario"
      >[];
      return found.map((check) => ({ ...check, scenario }));
    });
    if (checks.length === 0) throw new Error(`the conformance suite checked nothing: ${said.slice(-500)}`);
    return checks;
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}
