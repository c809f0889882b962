// Both editors on files.

import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defineTools, type Workspace } from "../../src/index.ts";

const TEXT = "# server\nport: 8080 # p\nhost: a\n";
const MANUAL = "# A\r\n\r\nold\r\n\r\n# B\r\n";

let folder: string;
let workspace: Workspace;
let log: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "uipilot-edit-"));
  writeFileSync(join(folder, "config.yaml"), TEXT);
  writeFileSync(join(folder, "manual.md"), MANUAL);
  log = [];
  workspace = defineTools({ folder, log: ({ tool, text }) => log.push(`${tool} ${text}`) });
});

afterEach(async () => {
  await workspace.close();
  rmSync(folder, { recursive: true });
});

const content = (name: string) => readFileSync(join(folder, name), "utf8");
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

function call(name: string, input: Record<string, unknown>, signal?: AbortSignal) {
  const tool = workspace.tools.find((each) => each.name === name);
  if (!tool) throw new Error(name);
  return tool.call(input, signal ? { signal } : {});
}

const setPort = (more: Record<string, unknown> = {}) =>
  call("yamlJsonParserEditorTool", { filePath: "config.yaml", action: "set", keyPath: "port", newValue: 1, ...more });
const replace = (more: Record<string, unknown> = {}) =>
  call("markdownParserEditorTool", {
    filePath: "manual.md",
    action: "replaceSection",
    sectionHeader: "A",
    newSectionContent: "new",
    ...more,
  });

describe("an edited file", () => {
  it("is written, with a diff and its new hash in the answer", async () => {
    const after = TEXT.replace("8080", "1");
    expect(await setPort()).toEqual({
      modifiedTextContent: null,
      status: "SUCCESS",
      errorDetails: null,
      written: true,
      hash: hashOf(after),
      diff: expect.stringContaining("\n # server\n-port: 8080 # p\n+port: 1 # p\n host: a\n"),
    });
    expect(content("config.yaml")).toBe(after);
    expect(readdirSync(folder).sort()).toEqual(["config.yaml", "manual.md"]);
    expect(log).toEqual([
      'yamlJsonParserEditorTool readFile "config.yaml" SUCCESS',
      'yamlJsonParserEditorTool writeFile "config.yaml" SUCCESS',
    ]);
  });

  it("is written by the Markdown editor too", async () => {
    const after = MANUAL.replace("old", "new");
    expect(await replace()).toMatchObject({
      status: "SUCCESS",
      written: true,
      hash: hashOf(after),
      modifiedMarkdownContent: null,
    });
    expect(content("manual.md")).toBe(after);
  });

  it("is not written by a dry run, a wrong edit, or one that changes nothing", async () => {
    expect(await setPort({ dryRun: true })).toMatchObject({
      status: "SUCCESS",
      written: false,
      hash: hashOf(TEXT),
      diff: expect.stringContaining("+port: 1"),
    });
    expect(await setPort({ newValue: 8080 })).toMatchObject({ status: "SUCCESS", written: false, diff: "" });
    expect(await setPort({ keyPath: "nope.x", action: "delete", newValue: undefined })).toMatchObject({
      status: "ERROR_KEY_NOT_FOUND",
    });
    expect(await replace({ newSectionContent: "```" })).toMatchObject({ status: "ERROR_SERIALIZING" });
    expect(await replace({ dryRun: true })).toMatchObject({ status: "SUCCESS", written: false });
    expect([content("config.yaml"), content("manual.md")]).toEqual([TEXT, MANUAL]);
    expect(log.filter((line) => line.includes("writeFile"))).toEqual([]);
  });

  it("is not overwritten unseen", async () => {
    expect(await setPort({ expectedHash: hashOf("other") })).toMatchObject({
      status: "ERROR_SERIALIZING",
      errorCode: "FILE_CHANGED",
      errorDetails: expect.stringContaining(hashOf(TEXT)),
    });
    expect(await replace({ expectedHash: "00" })).toMatchObject({
      status: "ERROR_SERIALIZING",
      errorCode: "FILE_CHANGED",
    });
    expect(content("config.yaml")).toBe(TEXT);
    expect(await setPort({ expectedHash: hashOf(TEXT) })).toMatchObject({ status: "SUCCESS", written: true });
  });

  it("keeps both of two edits at the same time, or refuses one", async () => {
    const answers = await Promise.all([setPort(), setPort({ keyPath: "host", newValue: "b" })]);
    const refused = answers.filter(({ status }) => status !== "SUCCESS");
    for (const answer of refused)
      expect(answer).toMatchObject({ status: "ERROR_SERIALIZING", errorCode: "FILE_NOT_WRITTEN" });
    const done = answers.length - refused.length;
    const changed = [content("config.yaml").includes("port: 1 "), content("config.yaml").includes("host: b")];
    expect(changed.filter(Boolean)).toHaveLength(done);
  });

  it("is read for get and listSections, with its hash", async () => {
    expect(await call("yamlJsonParserEditorTool", { filePath: "config.yaml", action: "get", keyPath: "port" })).toEqual(
      {
        modifiedTextContent: null,
        status: "SUCCESS",
        errorDetails: null,
        value: 8080,
        valueText: "8080",
        hash: hashOf(TEXT),
      },
    );
    expect(await call("markdownParserEditorTool", { filePath: "manual.md", action: "listSections" })).toMatchObject({
      sections: [{ path: "A" }, { path: "B" }],
      hash: hashOf(MANUAL),
    });
  });

  it("is inside of the allowed folders, and there", async () => {
    for (const filePath of ["../x.yaml", "/etc/passwd", "none.yaml"]) {
      expect(await setPort({ filePath, format: "yaml" })).toMatchObject({
        status: "ERROR_PARSING",
        errorCode: "FILE_NOT_READ",
      });
    }
    expect(await replace({ filePath: "none.md" })).toMatchObject({
      status: "ERROR_PARSING",
      errorCode: "FILE_NOT_READ",
    });
  });

  it("tells its format by its name", async () => {
    writeFileSync(join(folder, "a.json5"), "{a: 1}");
    writeFileSync(join(folder, "b.txt"), "a: 1");
    const get = (filePath: string) => call("yamlJsonParserEditorTool", { filePath, action: "get", keyPath: "a" });
    expect(await get("a.json5")).toMatchObject({ status: "SUCCESS", value: 1 });
    expect(await get("b.txt")).toMatchObject({
      status: "ERROR_PARSING",
      errorDetails: expect.stringContaining("Give format"),
    });
  });

  it("stays as it is if the call is cancelled", async () => {
    const reason = new Error("cancelled");
    await expect(setPort().then(() => call("yamlJsonParserEditorTool", {}, AbortSignal.abort(reason)))).rejects.toBe(
      reason,
    );
    const controller = new AbortController();
    const pending = call(
      "yamlJsonParserEditorTool",
      { filePath: "config.yaml", action: "set", keyPath: "host", newValue: "z" },
      controller.signal,
    );
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
    expect(content("config.yaml")).toBe(TEXT.replace("8080", "1"));
  });
});
