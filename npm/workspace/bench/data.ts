// Measures yamlJsonParserEditorTool: one key of a large text, in processor time.
//
//   npx tsx npm/workspace/bench/data.ts [--format yaml] [--bytes 500000] [--shape nested]

import { parseArgs } from "node:util";
import { makeDataTool } from "../src/data/tool.ts";
import type { FileSpace } from "../src/files/space.ts";

const { values } = parseArgs({
  options: {
    format: { type: "string", default: "yaml" },
    bytes: { type: "string", default: "500000" },
    shape: { type: "string", default: "nested" },
    rounds: { type: "string", default: "3" },
  },
});

/** An entry of the text, by its format and shape. */
const SHAPES: Record<string, (index: number) => string> = {
  "yaml nested": (index) =>
    `service${index}: # number ${index}\n  name: some name\n  ports: [80, ${index}]\n  env:\n    - key: A\n      value: "some \\"words\\" of it"\n    - key: B\n      value: 12.50\n`,
  "yaml flat": (index) => `key${index}: a value of some words\n`,
  "json nested": (index) =>
    `  "service${index}": {\n    "name": "some name",\n    "ports": [80, ${index}],\n    "env": [{ "key": "A", "value": "words" }, { "key": "B", "value": 12.5 }]\n  },\n`,
  "json flat": (index) => `  "key${index}": "a value of some words",\n`,
};
SHAPES["json5 nested"] = SHAPES["json nested"] as (index: number) => string;
SHAPES["json5 flat"] = SHAPES["json flat"] as (index: number) => string;

const part = SHAPES[`${values.format} ${values.shape}`];
if (part === undefined) throw new Error(`there is no shape ${values.format} ${values.shape}`);
const parts: string[] = [];
for (let length = 0; length < Number(values.bytes); length += parts.at(-1)?.length ?? 0) parts.push(part(parts.length));
const middle = parts.length >> 1;
const text = values.format === "yaml" ? parts.join("") : `{\n${parts.join("")}  "last": 1\n}\n`;
const keyPath = values.shape === "flat" ? `key${middle}` : `service${middle}.ports[1]`;

const noFiles = { as: () => noFiles } as unknown as FileSpace;
const { tool } = makeDataTool({ files: noFiles });
for (let round = 0; round < Number(values.rounds); round += 1) {
  const cpu = process.cpuUsage();
  const began = performance.now();
  const answer = await tool.call({ textContent: text, format: values.format, action: "set", keyPath, newValue: "new" });
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (value: number): string => (value / 1e6).toFixed(2);
  console.log(
    `${values.format} ${values.shape}, ${(text.length / 1e6).toFixed(2)} MB: ${seconds(user + system)} s of processor time, ` +
      `${seconds((performance.now() - began) * 1000)} s (${answer["status"]} ${answer["errorCode"] ?? ""})`,
  );
}
