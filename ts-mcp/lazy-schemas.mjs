// The protocol's SDK makes some 450 schemas when it is loaded and when the first message comes, and a server uses thirty of them. The tools'
// arguments are as many again. In the bundle, each is made when it is first looked into. The texts stay as they are but for that.

import { readFileSync } from "node:fs";
import { parse } from "acorn";
import { transform } from "esbuild";

/** What is made at once, from schemas, beside the schemas themselves. */
const MADE_OF_SCHEMAS = ["ROOT_KEYS", "PROPERTY_KEYS_BY_TYPE", "SUPPORTED_STRING_FORMATS"];

/** All schemas by name, which hold every schema. The server asks for none by its name. */
const TABLES = ["specTypeSchemas", "isSpecType"];

/** The least that a build has to find. Fewer means that the SDK has changed, and that this file has to follow. */
const LEAST_SCHEMAS = 400;

const isSchema = (name) => /Schema(?:\$\d+)?$/.test(name) || MADE_OF_SCHEMAS.includes(name);

/** The functions that make all schemas of one generation of the protocol. */
const makesSchemas = ({ type, id }) => type === "FunctionDeclaration" && /^build(?:\$\d+)?$/.test(id.name);

/** A module of the SDK with schemas that are made later. */
export function withLazySchemas(text) {
  const edits = [];
  const replace = ({ start, end }, by) => edits.push({ start, end, by: by(text.slice(start, end)) });
  const later = (node) => replace(node, (made) => `/* @__PURE__ */ lazily(() => (${made}))`);
  const visit = (statements) => {
    for (const statement of statements) {
      if (makesSchemas(statement)) visit(statement.body.body);
      if (statement.type === "ReturnStatement") {
        for (const { value } of statement.argument.properties) if (value.type === "CallExpression") later(value);
      }
      // The loops that fill the tables.
      if (statement.type === "ForOfStatement" && statement.body.expression?.callee?.name === "register") {
        replace(statement, () => "");
      }
      if (statement.type !== "VariableDeclaration") continue;
      for (const { id, init } of statement.declarations) {
        if (TABLES.includes(id.name)) replace(init, () => "undefined");
        // A function is no schema yet, and another name for one is made already.
        if (!isSchema(id.name ?? "") || !/^(?:Call|New|Object)Expression$/.test(init?.type)) continue;
        later(init);
      }
    }
  };
  visit(parse(text, { ecmaVersion: "latest", sourceType: "module" }).body);
  return edited(text, edits);
}

/** A module of tools whose arguments are made later. Only what no other schema holds is: those hold what an object was made with. */
export function withLazyArguments(text) {
  const edits = [];
  const visit = (node) => {
    if (node === null || typeof node !== "object") return;
    if (Array.isArray(node)) return node.forEach(visit);
    const isSchema =
      (node.type === "Property" && ["schema", "output"].includes(node.key.name) && isObjectSchema(node.value)) ||
      (node.type === "VariableDeclarator" && ["schema", "output"].includes(node.id.name) && isObjectSchema(node.init));
    if (isSchema) {
      const { start, end } = node.value ?? node.init;
      edits.push({ start, end, by: `/* @__PURE__ */ lazily(() => (${text.slice(start, end)}))` });
    } else for (const inner of Object.values(node)) visit(inner);
  };
  visit(parse(text, { ecmaVersion: "latest", sourceType: "module" }).body);
  return edited(text, edits);
}

/** `z.strictObject(…)`, `z.object(…)`, and what another schema is extended to. */
function isObjectSchema(node) {
  if (node?.type !== "CallExpression" || node.callee.type !== "MemberExpression") return false;
  const { object, property } = node.callee;
  if (object.name === "z") return ["strictObject", "object"].includes(property.name);
  return property.name === "extend" || isObjectSchema(object);
}

function edited(text, edits) {
  let written = "";
  let at = 0;
  for (const { start, end, by } of edits) {
    written += text.slice(at, start) + by;
    at = end;
  }
  const schemas = edits.filter(({ by }) => by.includes("lazily(")).length;
  if (schemas > 0) written = `import { lazily } from "uipilot:lazily";\n${written}`;
  return { text: written + text.slice(at), schemas };
}

/** Stands for an object until it is used. Methods get the object itself, so that what they make knows nothing of this. */
const LAZILY = `
const made = (later) => (later.made ??= later.make());
const handler = {};
for (const trap of Object.getOwnPropertyNames(Reflect)) {
  if (trap !== "apply" && trap !== "construct") handler[trap] = (later, ...rest) => Reflect[trap](made(later), ...rest);
}
handler.get = (later, key) => {
  const object = made(later);
  const value = object[key];
  return typeof value === "function" ? value.bind(object) : value;
};
handler.set = (later, key, value) => {
  made(later)[key] = value;
  return true;
};
// A proxy may not call a property fixed that its own target does not have.
handler.getOwnPropertyDescriptor = (later, key) => {
  const found = Reflect.getOwnPropertyDescriptor(made(later), key);
  return found && { ...found, configurable: true };
};
export const lazily = (make) => new Proxy({ make, made: undefined }, handler);`;

/** The plugin of esbuild. `LEAST_SCHEMAS` is for the SDK alone: tools come and go. */
export const lazySchemas = {
  name: "lazy-schemas",
  setup({ onResolve, onLoad, onEnd }) {
    let found = 0;
    onResolve({ filter: /^uipilot:lazily$/ }, ({ path }) => ({ path, namespace: "lazily" }));
    onLoad({ filter: /.*/, namespace: "lazily" }, () => ({ contents: LAZILY }));
    onLoad({ filter: /@modelcontextprotocol[/\\](?:core|server)[/\\]dist[/\\][^/\\]+\.mjs$/ }, ({ path }) => {
      const { text, schemas } = withLazySchemas(readFileSync(path, "utf8"));
      found += schemas;
      return { contents: text };
    });
    onLoad({ filter: /ts-mcp[/\\]src[/\\]tools[/\\][^/\\]+\.ts$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, "utf8"), { loader: "ts", target: "esnext" });
      return { contents: withLazyArguments(code).text, loader: "js" };
    });
    onEnd(() => {
      if (found >= LEAST_SCHEMAS) return undefined;
      return {
        errors: [{ text: `only ${found} schemas of the protocol were found: lazy-schemas.mjs has to follow the SDK` }],
      };
    });
  },
};
