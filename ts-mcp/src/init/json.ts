// JSON with comments and trailing commas, by the editor of the workspace tools, which changes nothing else.

import { defineTools } from "@uipilot/workspace";
import { jsonText } from "../quote.ts";
import { EditRefused } from "./refused.ts";

interface Answer {
  modifiedTextContent: string | null;
  errorDetails: string | null;
  value?: unknown;
}

async function ask(args: Record<string, unknown>): Promise<Answer> {
  const { tools, close } = defineTools();
  try {
    const editor = tools.find(({ name }) => name === "yamlJsonParserEditorTool");
    const answer = (await editor?.call({ format: "json", ...args })) as unknown as Answer;
    if (answer.errorDetails !== null) throw new EditRefused(answer.errorDetails);
    return answer;
  } finally {
    await close();
  }
}

export async function readJson(text: string): Promise<unknown> {
  return (await ask({ action: "get", textContent: text, keyPath: "" })).value;
}

export async function editJson(text: string, path: readonly string[], value: unknown): Promise<string> {
  if (text.trim() === "") {
    const content = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
    return `${jsonText(content, 2)}\n`;
  }
  const keyPath = path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  const action = value === undefined ? { action: "delete" } : { action: "set", newValue: value };
  return (await ask({ ...action, textContent: text, keyPath })).modifiedTextContent ?? text;
}
