// The JSON Schema of the configuration file, made from the table of the options. `scripts/config-schema.mjs` writes it.

import { FLAGS, type Flag } from "../cli/flags.ts";
import { type Kind, keyOf, kindOf, SETTINGS } from "./keys.ts";

const TEXTS = { type: "array", items: { type: "string" } };

const TYPES: Readonly<Record<Kind, object>> = {
  switch: { type: "boolean" },
  number: { type: "number", minimum: 0 },
  text: { type: "string", minLength: 1 },
  address: { type: ["string", "number"] },
  list: { anyOf: [{ type: "string" }, TEXTS] },
  joined: { anyOf: [{ type: "string" }, TEXTS] },
};

/** @param workspace - the schema of the section of that name */
export function configSchema(workspace: object): object {
  const settings = SETTINGS.map((name) => {
    const { help }: Flag = FLAGS[name];
    return [keyOf(name), { description: help, ...TYPES[kindOf(name)] }];
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "uipilot.config.json",
    description: "Options of uipilot-mcp. Flags and environment variables win over them; paths begin at this file.",
    type: "object",
    additionalProperties: false,
    properties: { $schema: { type: "string" }, ...Object.fromEntries(settings), workspace },
  };
}
