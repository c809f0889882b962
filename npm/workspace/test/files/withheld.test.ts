// Files that the operator withholds: no tool reads or changes them, by whatever name.

import { link, mkdir, readdir, readFile, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openByHandle, openByPath } from "../../src/files/folder.ts";
import { defineTools, type Workspace } from "../../src/index.ts";
import { newFolder, withholding } from "./place.ts";

const SECRET = '{"ONE":"hunter48151"}';
const NAMES = ["keys.json", "link.json", "hard.json", "inner/link.json", "folder-link/keys.json"];

/** A workspace with a withheld file in it, and links to it. */
async function place(): Promise<{ folder: string; file: string }> {
  const folder = newFolder();
  const file = path.join(folder, "keys.json");
  await writeFile(file, SECRET);
  await writeFile(path.join(folder, "other.json"), "{}");
  await symlink(file, path.join(folder, "link.json"));
  await link(file, path.join(folder, "hard.json"));
  await mkdir(path.join(folder, "inner"));
  await symlink("../keys.json", path.join(folder, "inner/link.json"));
  await symlink(".", path.join(folder, "folder-link"));
  return { folder, file };
}

it.each([
  ["handle", openByHandle],
  ["path", openByPath],
] as const)("are neither read, written nor deleted, opened by %s", async (way, open) => {
  if (way === "handle" && process.platform !== "linux") return;
  const { folder, file } = await place();
  const files = withholding([file], folder, { allowDelete: true, hardLinks: true }, open);
  for (const name of NAMES) {
    for (const action of ["readFile", "writeFile", "deleteFile"]) {
      const answer = await files.call(action, name, { content: "{}" });
      expect(answer.status, `${action} ${name}`).not.toBe("SUCCESS");
      expect(answer.contentHash ?? "", `${action} ${name}`).toBe("");
      if (action !== "deleteFile" || !name.includes("link.json")) {
        expect(answer.status, `${action} ${name}`).toBe("ERROR_PERMISSION_DENIED");
      }
    }
  }
  expect(await readFile(file, "utf8")).toBe(SECRET);
  expect(await readdir(folder)).toContain("hard.json");
  expect(await files.call("writeFile", "other.json", { content: "[]" })).toMatchObject({ status: "SUCCESS" });
  expect(await files.call("readFile", "other.json")).toMatchObject({ fileContent: "[]" });

  // An editor puts another file in its place, and the place is withheld also while nothing is there.
  await writeFile(`${file}.new`, SECRET);
  await rename(`${file}.new`, file);
  expect(await files.call("readFile", "keys.json")).toMatchObject({ status: "ERROR_PERMISSION_DENIED" });
  await rm(file);
  expect(await files.call("writeFile", "keys.json", { content: "{}" })).toMatchObject({
    status: "ERROR_PERMISSION_DENIED",
  });
  expect(await readdir(folder)).not.toContain("keys.json");
});

it("are withheld from a file server, too", async () => {
  const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-filesystem/package.json");
  const command = path.resolve(manifest, "../../../.bin/mcp-server-filesystem");
  const { folder, file } = await place();
  for (const root of [undefined, folder]) {
    const mcp = { command, args: [folder], ...(root === undefined ? {} : { root }) };
    const files = withholding([file], folder, { mcp, timeoutMs: 30_000 });
    expect(await files.call("readFile", "other.json")).toMatchObject({ status: "SUCCESS" });
    for (const name of NAMES) {
      for (const action of ["readFile", "writeFile"]) {
        const answer = await files.call(action, name, { content: "{}" });
        expect(answer.status, `${action} ${name}`).toBe("ERROR_PERMISSION_DENIED");
      }
    }
    await files.close();
  }
  expect(await readFile(file, "utf8")).toBe(SECRET);
});

function caller(workspace: Workspace) {
  return (name: string, input: Record<string, unknown>): Promise<{ status?: string }> => {
    const tool = workspace.tools.find((each) => each.name === name);
    if (tool === undefined) throw new Error(name);
    return tool.call(input);
  };
}

it("are withheld from the editors and the manual", async () => {
  const { folder, file } = await place();
  await writeFile(path.join(folder, "guide.md"), "# TASK-2: open\n");
  await writeFile(path.join(folder, "keys.md"), "# TASK-1: hunter48151\n");
  await link(path.join(folder, "keys.md"), path.join(folder, "same.md"));
  const workspace = defineTools({
    folder: await realpath(folder),
    withheld: [file, "keys.md"],
    config: { manual: { folders: ["."] }, filesystem: { hardLinks: true } },
  });
  onTestFinished(() => workspace.close());
  const call = caller(workspace);

  for (const filePath of ["keys.json", "link.json", "hard.json"]) {
    for (const input of [
      { action: "validate", schema: { properties: { ONE: { pattern: "^h" } } } },
      { action: "modifyKeyValue", keyPath: "ONE", newValue: "other" },
    ]) {
      const answer = await call("yamlJsonParserEditorTool", { filePath, ...input });
      expect(answer.status, `${input.action} ${filePath}`).not.toBe("SUCCESS");
      expect(JSON.stringify(answer)).not.toMatch(/hunter|isValid":true/);
      expect(JSON.stringify(answer)).toContain("operator's own files");
    }
  }
  for (const filePath of ["keys.md", "same.md"]) {
    const answer = await call("markdownParserEditorTool", {
      filePath,
      action: "replaceSection",
      sectionHeader: "TASK-1: hunter48151",
      newSectionContent: "x",
    });
    expect(answer.status).not.toBe("SUCCESS");
    expect(JSON.stringify(answer)).toContain("operator's own files");
    const read = await call("udmQueryTool", { query_type: "get_section_content", udm_path_or_id: filePath });
    expect(read.status, filePath).not.toBe("SUCCESS");
    expect(JSON.stringify(read)).not.toContain("hunter");
  }
  const find = (id: string) => call("udmQueryTool", { query_type: "find_by_id", udm_path_or_id: id });
  expect(await find("TASK-2")).toMatchObject({ status: "SUCCESS" });
  expect(JSON.stringify(await find("TASK-1"))).not.toContain("hunter");
  expect(await readFile(file, "utf8")).toBe(SECRET);
});
