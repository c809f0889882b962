import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { executables, root } from "../support/paths.ts";

it("the example program of ten lines opens a page, takes a snapshot and clicks", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(root, "examples/click.mjs")], {
    timeout: 25_000,
    env: { ...process.env, UIPILOT_EXECUTABLE: executables.chromium },
  });
  expect(stdout).toMatch(/uid=\d+_\d+/);
  expect(stdout).toMatch(/click/i);
});
