// `yamlJsonParserEditorTool`: edits YAML, JSON and JSON5, and leaves what is not touched as it is.

import { defineTool } from "../define.js";
import { lazily } from "../lazily.js";
import type { MadeTool, ToolParts } from "../parts.js";
import { type DataInput, type DataOutput, dataInput, dataOutput } from "./schema.js";

const NAME = "yamlJsonParserEditorTool";

/** Creates the tool. */
export function makeDataTool({ files }: Pick<ToolParts, "files">): MadeTool {
  const own = files.as(NAME);
  const worker = lazily<DataInput, DataOutput>(async () => {
    const { run } = await import("./run.js");
    return { run: (input, signal) => run(own, input, signal) };
  });
  return {
    tool: defineTool({
      name: NAME,
      title: "Edit YAML, JSON or JSON5",
      description:
        "Parses YAML or JSON text into a data structure, allows targeted modifications (e.g., updating a key's value), and " +
        "serializes the structure back to text, preserving YAML comments. Everything that is not touched stays byte for byte. " +
        "Reads (get) and validates (JSON Schema) too, and edits files (filePath).",
      effect: "changes",
      inputSchema: dataInput,
      outputSchema: dataOutput,
      example: {
        textContent: "server:\n  port: 8080 # public\n",
        format: "yaml",
        action: "modifyKeyValue",
        keyPath: "server.port",
        newValue: 9090,
      },
      handler: (input, { signal }) => worker.run(input, signal),
    }),
  };
}
