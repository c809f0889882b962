// The arguments and the answer of `udmQueryTool`.

import * as z from "zod";

const place = z.object({
  path: z.string().describe("Its file and anchor: a query for it leads there."),
  line: z.int(),
  title: z.string().optional(),
  kind: z.string().optional(),
});

export const manualInput = z.strictObject({
  query_type: z
    .enum([
      "get_section_content",
      "get_task_definition",
      "get_mode_definition",
      "get_tool_definition",
      "get_config_value",
      "find_by_id",
    ])
    .describe("The type of query to perform on the UDM."),
  udm_path_or_id: z
    .string()
    .min(1)
    .max(2_000)
    .describe(
      "The UDM file path and optionally a section header/anchor (e.g., '/docs/udm/05-Roadmap-Lifecycle.md#TASK-P0-M0.1-T001') or a unique ID (e.g., 'TASK-P0-M0.1-T001', 'RM-001', 'COMP-002'). For get_config_value, a key such as 'server.port', or FILE#KEY.",
    ),
  specific_keys: z
    .array(z.string())
    .optional()
    .describe("For structured data (like task defs), specific keys to retrieve."),
});

export const manualOutput = z.object({
  queryPerformed: z.string().describe("A confirmation of the query path or ID used."),
  status: z
    .enum([
      "SUCCESS",
      "ERROR_PATH_NOT_FOUND",
      "ERROR_ID_NOT_FOUND",
      "ERROR_PARSING_UDM_SECTION",
      "ERROR_AMBIGUOUS_QUERY",
    ])
    .describe("Status of the UDM query operation."),
  retrievedContent: z
    .any()
    .nullable()
    .describe("The content retrieved from the UDM. Structure depends on query_type. Null if not found or error."),
  source: place.optional().describe("Where the content stands."),
  matchedBy: z.enum(["path", "id", "key", "heading", "text"]).optional().describe("How the content was found."),
  candidates: z.array(place).optional().describe("Places that the query may mean."),
  errorDetails: z.string().nullable().describe("Details if the status indicates an error. Null if no error."),
});

export type ManualQuery = z.output<typeof manualInput>;
export type ManualAnswer = z.input<typeof manualOutput>;
