// Generates TypeScript from the engine's description (JSON Schema, draft 2020-12, as schemars writes it).

const HEADER = "// Generated from crates/engine/schema/api.json by scripts/generate-api.mjs. Do not edit.\n\n";

/** All types that cross into TypeScript. */
export function typesFile({ taken, given }) {
  const blocks = [];
  for (const [name, schema] of Object.entries(taken)) blocks.push(declaration(name, schema, "taken"));
  for (const [name, schema] of Object.entries(given)) {
    if (!(name in taken)) blocks.push(declaration(name, schema, "given"));
    // What a caller may write, it also reads.
    else if (declaration(name, schema, "taken") !== declaration(name, taken[name], "taken")) {
      throw new Error(`${name} is taken in one form and given in another`);
    }
  }
  return HEADER + blocks.join("\n");
}

function declaration(name, schema, side) {
  const described = doc(schema.description, "", words(schema)?.details);
  if (schema.type !== "object" || schema.properties === undefined) {
    return `${described}export type ${name} = ${typeOf(schema, side)};\n`;
  }
  return `${described}export interface ${name} ${fields(schema, side, "  ")}\n`;
}

function fields({ properties, required = [] }, side, indent) {
  const lines = Object.entries(properties).map(([name, schema]) => {
    const optional = !required.includes(name);
    // A caller may write undefined. A field that the engine leaves out is absent.
    const absent = optional && side === "taken" ? " | undefined" : "";
    return `${doc(schema.description, indent)}${indent}${name}${optional ? "?" : ""}: ${typeOf(schema, side)}${absent};`;
  });
  return `{\n${lines.join("\n")}\n${indent.slice(2)}}`;
}

function typeOf(schema, side = "given") {
  if (schema.$ref !== undefined) return reference(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    const types = choices.filter(({ type }) => type !== "null").map((choice) => typeOf(choice, side));
    return [...new Set(types)].join(" | ");
  }
  // It is a Buffer of Node. Its types come with a package that programs need not have.
  if (schema.format === "bytes") return "Uint8Array";
  switch ([schema.type].flat().find((type) => type !== "null")) {
    case "string":
      return "string";
    case "boolean":
      return "boolean";
    case "number":
    case "integer":
      return "number";
    case "array": {
      const item = typeOf(schema.items, side);
      return item.includes(" ") ? `(${item})[]` : `${item}[]`;
    }
    case "object":
      if (schema.properties !== undefined) return inline(schema, side);
      return `Record<string, ${typeof schema.additionalProperties === "object" ? typeOf(schema.additionalProperties, side) : "unknown"}>`;
    case undefined:
      return [schema.type].flat().includes("null") ? "void" : "unknown";
    default:
      throw new Error(`no TypeScript for ${JSON.stringify(schema)}`);
  }
}

function inline({ properties, required = [] }, side) {
  const parts = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema, side)}`,
  );
  return `{ ${parts.join("; ")} }`;
}

const reference = (path) => path.replace("#/$defs/", "");

/** The words of an enum, each with its meaning. */
function words({ oneOf }) {
  if (oneOf === undefined || !oneOf.every((choice) => typeof choice.const === "string")) return;
  return {
    values: oneOf.map((choice) => choice.const),
    details: oneOf.map(({ const: word, description }) => `- \`${word}\`: ${description}`).join("\n"),
  };
}

function doc(text, indent, more) {
  const lines = [text, more]
    .filter((part) => part !== undefined && part !== "")
    .join("\n\n")
    // TypeScript does not understand links of rustdoc, and `*/` would end the comment.
    .replace(/\[`([^`\]]+)`\](?:\([^)]*\))?/g, "`$1`")
    .replaceAll("*/", "*\\/")
    .split("\n")
    .map((line) => line.replace(/^ /, ""));
  if (lines.length === 1) return lines[0] === "" ? "" : `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}`).join("\n")}\n${indent} */\n`;
}

/** The shapes of the arguments of each call, for the checks before a call crosses. */
export function shapesFile({ session, desktop, taken }) {
  const text = [
    HEADER,
    'import type { Shape } from "../input.js";\n\n',
    ...Object.entries(taken)
      .filter(([, schema]) => schema.properties !== undefined)
      .map(([name, schema]) => ["const ", name, ": () => Shape = () => (", shape(schema), ");\n\n"].join("")),
    "/** How a session is opened. */\n",
    "export const SESSION_OPTIONS: Shape = SessionOptions();\n\n",
    "/** How a session in the browser of another one is opened. */\n",
    "export const ISOLATED_OPTIONS: Shape = IsolatedOptions();\n\n",
    table("SESSION_CALLS", "Calls of a session", session),
    "\n",
    table("DESKTOP_CALLS", "Calls of the desktop", desktop),
  ].join("");
  return text;

  function table(name, what, calls) {
    const lines = calls.map((call) => `  ${call.name}: () => (${callShape(call)}),\n`);
    return `/** ${what}: what each takes, made when it is called first. */\nexport const ${name}: Record<string, () => Shape> = {\n${lines.join("")}};\n`;
  }

  function callShape({ arguments: args, options }) {
    const parts = args.map(({ name, type }) => `${camel(name)}: ${rule(type, !isOptional(type))}`);
    const more = options === undefined ? "" : `...${reference(options.$ref)}(), `;
    parts.push(
      `options: { is: "object", optional: true, fields: { ${more}signal: { is: "signal", optional: true } } }`,
    );
    return `{ ${parts.join(", ")} }`;
  }

  function shape({ properties, required = [] }) {
    const parts = Object.entries(properties).map(
      ([name, schema]) => `${name}: ${rule(schema, required.includes(name))}`,
    );
    return `{ ${parts.join(", ")} }`;
  }

  function rule(schema, isRequired) {
    const parts = basics(schema);
    if (!isRequired) parts.push("optional: true");
    return `{ ${parts.join(", ")} }`;
  }

  /** A schema as parts of a rule. The engine checks the rest, such as a choice between several objects. */
  function basics(schema) {
    const choice = schema.anyOf?.find(({ $ref }) => $ref !== undefined) ?? schema;
    if (choice.$ref !== undefined) {
      const name = reference(choice.$ref);
      const named = taken[name];
      if (named.properties !== undefined) return ['is: "object"', `fields: ${name}()`];
      return words(named) === undefined ? ['is: "object"'] : oneOf(words(named).values);
    }
    if (schema.enum !== undefined) return oneOf(schema.enum);
    const range = [
      ...(schema.minimum ? [`min: ${schema.minimum}`] : []),
      ...(schema.maximum === undefined ? [] : [`max: ${schema.maximum}`]),
    ];
    switch ([schema.type].flat().find((type) => type !== "null")) {
      case "string":
        return [schema.format === "bytes" ? 'is: "bytes"' : 'is: "string"'];
      case "boolean":
        return ['is: "boolean"'];
      case "number":
        if (schema.format !== "ms" && schema.minimum === undefined) return ['is: "finite"'];
        return [`is: "${schema.format === "ms" ? "ms" : "number"}"`, ...range];
      case "integer":
        return [`is: "${schema.minimum === undefined ? "integer" : "count"}"`, ...range];
      case "array":
        return [...basics(schema.items), "list: true"];
      case "object":
        return ['is: "object"'];
      default:
        return ['is: "any"'];
    }
  }

  function oneOf(values) {
    return ['is: "word"', `words: ${JSON.stringify(values)}`];
  }
}

const isOptional = ({ type, anyOf }) =>
  [type].flat().includes("null") || anyOf?.some((choice) => choice.type === "null") === true;

/** The methods of the classes. */
export function callsFile({ session, desktop, taken }) {
  const used = new Set();
  const classes = [
    classText("SessionCalls", "The calls of a session.", session),
    classText("DesktopCalls", "The calls of the desktop.", desktop),
  ];
  const imports = [...used].sort().map((name) => `  ${name},\n`);
  return `${HEADER}import type { CallOptions, Given } from "../call.js";\nimport type {\n${imports.join("")}} from "./types.js";\n\n${classes.join("\n")}`;

  function classText(name, what, calls) {
    const methods = calls.map(method).join("\n");
    return `/** ${what} */\nexport abstract class ${name} {\n  /** Checks the arguments, and hands the call to the engine. */\n  protected abstract call<T>(name: string, given: Given): Promise<T>;\n\n${methods}}\n`;
  }

  function method({ name, doc: text, arguments: args, options, report }) {
    const parameters = args.map(({ name: argument, type }) => {
      note(type);
      const optional = isOptional(type);
      return `${camel(argument)}${optional ? "?" : ""}: ${typeOf(type, "taken")}`;
    });
    if (options !== undefined) note(options);
    const type = options === undefined ? "CallOptions" : `${typeOf(options, "taken")} & CallOptions`;
    // An object with required fields has no default.
    const required = options === undefined ? [] : (taken[reference(options.$ref)].required ?? []);
    parameters.push(`options: ${type}${required.length > 0 ? "" : " = {}"}`);
    note(report);
    const answer = isOptional(report) && typeOf(report) !== "void" ? `${typeOf(report)} | undefined` : typeOf(report);
    const given = [...args.map((argument) => camel(argument.name)), "options"].join(", ");
    return `${doc(dedent(text), "  ")}  ${name}(${parameters.join(", ")}): Promise<${answer}> {\n    return this.call("${name}", { ${given} });\n  }\n`;
  }

  function note(schema) {
    for (const part of [schema, schema.items, ...(schema.anyOf ?? [])]) {
      if (part?.$ref !== undefined) used.add(reference(part.$ref));
    }
  }
}

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const dedent = (text) =>
  text
    .split("\n")
    .map((line) => line.replace(/^ /, ""))
    .join("\n");
