// Tools as Markdown. docs/tool-reference.md and the skill are both written with this.

import { jsonText } from "../quote.ts";
import { inputSchema, type Tool } from "../tools/define.ts";

/** The part of JSON Schema that the tools use. */
interface Schema {
  type?: string;
  description?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  minimum?: number;
}

/** A tool with its arguments and an example, under a heading of the third level. */
export function section(tool: Tool): string {
  const call = jsonText({ name: tool.name, arguments: tool.example }, 2);
  return [
    `### ${tool.name}`,
    `**${tool.title}.** ${tool.description} (${effects(tool.annotations)})`,
    table(inputSchema(tool) as Schema),
    `\`\`\`json\n${call}\n\`\`\``,
  ].join("\n\n");
}

function effects({ readOnlyHint, destructiveHint, idempotentHint }: Tool["annotations"]): string {
  if (readOnlyHint) return "Reads only.";
  const words = [
    destructiveHint !== false ? "May change or remove data" : "Changes state",
    ...(idempotentHint ? ["idempotent"] : []),
  ];
  return `${words.join("; ")}.`;
}

function table(schema: Schema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const required = schema.required?.includes(name) ? "yes" : "";
    return `| \`${name}\` | ${cell(type(field))} | ${required} | ${cell(field.description ?? "")} |`;
  });
  if (rows.length === 0) return "No arguments.";
  return ["| Argument | Type | Required | Meaning |", "|---|---|---|---|", ...rows].join("\n");
}

function type(field: Schema): string {
  if (field.enum) return field.enum.map((value) => `\`${jsonText(value)}\``).join(" or ");
  if (field.anyOf) return field.anyOf.map(type).join(" or ");
  if (field.type === "array") return `array of ${type(field.items ?? {})}`;
  if (field.type === undefined) return "any";
  if (field.type === "object") {
    if (field.properties === undefined) return `object of ${values(field.additionalProperties)}`;
    const fields = Object.entries(field.properties).map(([name, inner]) => `\`${name}\`: ${type(inner)}`);
    return `object (${fields.join(", ")})`;
  }
  const least = field.minimum === undefined ? "" : `, at least ${field.minimum}`;
  return `${field.type}${least}`;
}

/** What the values of an object with any keys are, in the plural. */
function values(field: Schema | boolean | undefined): string {
  return typeof field === "object" && field.type === "string" ? "strings" : "any values";
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
