// udmQueryTool.

import { defineTool } from "../define.js";
import { lazily } from "../lazily.js";
import type { MadeTool, ToolParts } from "../parts.js";
import { type ManualAnswer, type ManualQuery, manualInput, manualOutput } from "./schema.js";

/** Makes the tool. The first query by id builds the index. */
export function makeManualTool(parts: Pick<ToolParts, "config" | "folder" | "log" | "withheld">): MadeTool {
  const worker = lazily<ManualQuery, ManualAnswer>(async () => (await import("./run.js")).makeManual(parts));
  const tool = defineTool({
    name: "udmQueryTool",
    title: "Query the manual",
    description:
      "Queries the Unified Development Manual (UDM) for specific information. Can fetch content from sections, specific task definitions, tool definitions, configuration parameters, etc., based on UDM paths or unique IDs.",
    effect: "reads",
    inputSchema: manualInput,
    outputSchema: manualOutput,
    example: {
      query_type: "get_section_content",
      udm_path_or_id: "/docs/udm/05-Roadmap-Lifecycle.md#TASK-P0-M0.1-T001",
    },
    handler: (query, { signal }) => worker.run(query, signal),
  });
  return { tool, close: worker.close };
}
