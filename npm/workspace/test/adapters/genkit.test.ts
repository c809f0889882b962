// The tools in the real Genkit: defined, listed, run and refused.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { genkit } from "genkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defineGenkitTools } from "../../src/adapters/genkit.ts";
import { defineTools, type Workspace } from "../../src/index.ts";

let project: string;
let workspace: Workspace;
const ai = genkit({});

beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), "genkit-"));
  await mkdir(path.join(project, "docs/udm"), { recursive: true });
  await writeFile(path.join(project, "docs/udm/a.md"), "# TASK-1\n\n```yaml\ntask_id: TASK-1\nstate: open\n```\n");
  workspace = defineTools({ folder: project, environment: {} });
});
afterAll(async () => {
  await workspace.close();
  await rm(project, { recursive: true, force: true });
});

test("every tool is defined, runs, and refuses what does not fit", { timeout: 60_000 }, async () => {
  const actions = defineGenkitTools(ai, workspace.tools);
  expect(actions.map(({ __action }) => __action.name)).toEqual(workspace.tools.map(({ name }) => name));
  for (const [index, { name, description }] of workspace.tools.entries()) {
    const action = await ai.registry.lookupAction(`/tool/${name}`);
    expect(action?.__action.description).toBe(description);
    const { inputJsonSchema, outputJsonSchema } = action?.__action ?? {};
    expect(inputJsonSchema).toMatchObject({ type: "object", properties: expect.any(Object) });
    expect(outputJsonSchema).toMatchObject({ properties: { errorDetails: expect.any(Object) } });
    // Genkit compiles the schema with its own validator when it checks the arguments.
    await expect(actions[index]?.({})).rejects.toMatchObject({
      status: "INVALID_ARGUMENT",
    });
  }

  const query = actions.find(({ __action }) => __action.name === "udmQueryTool");
  expect(await query?.({ query_type: "get_task_definition", udm_path_or_id: "TASK-1" })).toMatchObject({
    status: "SUCCESS",
    retrievedContent: { task_id: "TASK-1", state: "open" },
    errorDetails: null,
  });
  // A failure is an answer, which also fits the schema.
  const { result } = (await query?.run({ query_type: "find_by_id", udm_path_or_id: "TASK-2" })) ?? {};
  expect(result).toMatchObject({
    status: "ERROR_ID_NOT_FOUND",
    retrievedContent: null,
    errorDetails: expect.any(String),
  });

  const cancelled = query?.run(
    { query_type: "find_by_id", udm_path_or_id: "TASK-3" },
    { abortSignal: AbortSignal.abort(new Error("cancelled")) },
  );
  await expect(cancelled).rejects.toThrow("cancelled");
});
