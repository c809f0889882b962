// Tools as clients see them. The build writes these down (`dist/tool-list.json`), so that a server can list its tools before it loads them.

import { inputSchema, outputSchema, type Tool } from "./define.ts";
import { extensionTools, scriptTools, toolSets } from "./index.ts";
import { withScript } from "./names.ts";
import { waitForFunction } from "./script.ts";

/** A tool as clients see it. The title adds nothing to the name, so only the reference has it. */
export interface Listed {
  name: string;
  description: string;
  inputSchema: { type: "object"; [key: string]: unknown };
  outputSchema?: { type: "object"; [key: string]: unknown };
  annotations?: Tool["annotations"];
}

/** What the build writes down: of each tool that is the same in every server that lists it, by name. */
export interface Written {
  listed: Listed;
  /** The schema of the arguments in a server with further tools, if it is another. */
  wholeInput?: Listed["inputSchema"];
}

/** A tool as clients see it. `whole`: with the arguments that are not always listed. */
export function listed(tool: Tool, whole: boolean): Listed {
  const { name, description, annotations } = tool;
  const output = outputSchema(tool);
  return {
    name,
    description,
    inputSchema: inputSchema(tool, whole),
    ...(output === undefined ? {} : { outputSchema: output }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  };
}

/** The table that the build writes down. */
export function writtenTools(): Record<string, Written> {
  const all = [...Object.values(toolSets).flat(), ...scriptTools, ...extensionTools];
  return Object.fromEntries([
    ...all.map((tool) => [tool.name, written(tool)]),
    [withScript(waitForFunction.name), written(waitForFunction)],
  ]);
}

function written(tool: Tool): Written {
  const short = listed(tool, false);
  const whole = inputSchema(tool, true);
  const same = JSON.stringify(whole) === JSON.stringify(short.inputSchema);
  return { listed: short, ...(same ? {} : { wholeInput: whole }) };
}
