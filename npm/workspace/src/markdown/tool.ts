// `markdownParserEditorTool`: edits Markdown by its structure, and leaves what is not touched as it is.

import { defineTool } from "../define.js";
import { lazily } from "../lazily.js";
import type { MadeTool, ToolParts } from "../parts.js";
import { type MarkdownInput, type MarkdownOutput, markdownInput, markdownOutput } from "./schema.js";

const NAME = "markdownParserEditorTool";

/** Creates the tool. */
export function makeMarkdownTool({ files }: Pick<ToolParts, "files">): MadeTool {
  const own = files.as(NAME);
  const worker = lazily<MarkdownInput, MarkdownOutput>(async () => {
    const { run } = await import("./run.js");
    return { run: (input, signal) => run(own, input, signal) };
  });
  return {
    tool: defineTool({
      name: NAME,
      title: "Edit Markdown",
      description:
        "Parses Markdown text into an AST, allows targeted modifications to the AST (e.g., replacing a section identified by its " +
        "header), and serializes the AST back to a Markdown string. Everything that is not touched stays byte for byte. Sections, " +
        "list items, tasks, tables and front matter (GFM); edits files too (filePath).",
      effect: "changes",
      inputSchema: markdownInput,
      outputSchema: markdownOutput,
      example: {
        markdownContent: "# Manual\n\n## Setup\n\nOld text.\n\n## Use\n",
        action: "replaceSection",
        sectionHeader: "Setup",
        newSectionContent: "New text.",
      },
      handler: (input, { signal }) => worker.run(input, signal),
    }),
  };
}
