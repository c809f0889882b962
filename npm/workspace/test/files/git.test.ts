// Nothing of Git's own is changed: its hooks are programs.

import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { filesIn, newFolder } from "./place.ts";

it("refuses to write, create or delete in a .git folder, also by a link, and reads there", async () => {
  const folder = newFolder();
  await mkdir(path.join(folder, ".git/hooks"), { recursive: true });
  await writeFile(path.join(folder, ".git/config"), "[core]");
  await symlink(".git/hooks", path.join(folder, "hooks"));
  const files = filesIn(folder, { allowDelete: true });
  for (const [action, filePath, more] of [
    ["writeFile", ".git/hooks/pre-commit", { content: "#!/bin/sh" }],
    ["writeFile", ".GIT/hooks/pre-commit", { content: "#!/bin/sh" }],
    ["writeFile", "hooks/pre-commit", { content: "#!/bin/sh" }],
    ["createDirectory", "hooks/more", {}],
    ["createDirectory", "sub/.git", { recursive: true }],
    ["deleteFile", ".git/config", {}],
  ] as const) {
    const answer = await files.call(action, filePath, more);
    expect(answer.status, `${action} ${filePath}: ${answer.errorDetails}`).toBe("ERROR_PERMISSION_DENIED");
    expect(answer.errorDetails).toContain(".git");
  }
  expect(await readdir(path.join(folder, ".git/hooks"))).toEqual([]);
  expect((await files.call("readFile", ".git/config")).fileContent).toBe("[core]");
});
