// The files of the skill.

import { createHash } from "node:crypto";
import { defineTools } from "@uipilot/workspace";
import { defaultSets, extensionTools, scriptTools, toolSets } from "../tools/index.ts";
import { workspaceTools } from "../tools/workspace.ts";
import { VERSION } from "../version.ts";
import { guide, type ToolGroup } from "./guide.ts";
import { section } from "./reference.ts";

/** The file that agents read first. */
export const MAIN_FILE = "SKILL.md";

/** The texts of the skill by their paths in its folder, each with its stamp. */
export async function skillFiles(): Promise<Map<string, string>> {
  const groups = await toolGroups();
  const texts: [string, string][] = [
    [MAIN_FILE, guide(groups)],
    ...groups.map((group): [string, string] => [`references/${group.name}.md`, reference(group)]),
  ];
  return new Map(texts.map(([file, text]) => [file, stamped(text)]));
}

/** Every tool of the server, by set. */
async function toolGroups(): Promise<ToolGroup[]> {
  // Nothing is opened before a call.
  const workspace = defineTools({ environment: {} });
  await workspace.close();
  return [
    ...Object.entries({ ...toolSets, workspace: workspaceTools(workspace.tools) }).map(([name, tools]) => {
      const flag = (defaultSets as readonly string[]).includes(name) ? {} : { flag: `--tools ${name}` };
      return { name, tools, ...flag };
    }),
    { name: "script", tools: scriptTools, flag: "--allow-script" },
    { name: "extension", tools: extensionTools, flag: "--extension" },
  ];
}

function reference({ name, tools, flag }: ToolGroup): string {
  const how = flag === undefined ? "on by default" : `offered with \`${flag}\``;
  return `${[
    `# Tools of uipilot: ${name} (${how})`,
    tools.map((tool) => `- [\`${tool.name}\`](#${tool.name.toLowerCase()}): ${tool.title}`).join("\n"),
    ...tools.map(section),
  ].join("\n\n")}\n`;
}

const STAMP = /\n<!-- Written by uipilot-mcp \S+ skill, which replaces it unless it was changed: ([0-9a-f]{64}) -->\n$/;

function stamped(text: string): string {
  return `${text}\n<!-- Written by uipilot-mcp ${VERSION} skill, which replaces it unless it was changed: ${digest(text)} -->\n`;
}

/** Whether a text is as some version of this command has written it. */
export function isOurs(text: string): boolean {
  // Git may have changed the ends of lines.
  const plain = text.replaceAll("\r\n", "\n");
  const stamp = STAMP.exec(plain);
  return stamp !== null && stamp[1] === digest(plain.slice(0, stamp.index));
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
