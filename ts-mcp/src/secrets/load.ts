// Reads secrets from a file and from the environment. No error shows a value, or a part of the file.

import path from "node:path";
import { JsonFault, lineAndColumn, type Node, readJson } from "../config/json.ts";
import { decoded } from "../decoded.ts";
import { brief } from "../quote.ts";
import { NoRegularFile, type Read, readRegularSync } from "../regular-file.ts";
import { UsageError } from "../usage-error.ts";
import { type Secret, Secrets } from "./secrets.ts";

/** Variables of this beginning are secrets; the rest is the name. */
export const SECRET_VARIABLE = "UIPILOT_SECRET_";

/** Masking is no boundary against a program in the page, which can turn a text into anything. */
export const SCRIPTS_SEE_SECRETS =
  "with --allow-script, a script of the agent's can read the secrets that were filled into its page, and word them so that they are not masked";

const LARGEST = 2 ** 20;
/** Shorter ones stand in any text. */
const SHORTEST = 4;
const LONGEST = 4_096;

const NAME = /^[A-Za-z_][\w.-]{0,63}$/;

/**
 * The secrets that the options name.
 *
 * @throws {@link UsageError}
 */
export function loadSecrets(file: string | undefined, environment: NodeJS.ProcessEnv): Secrets | undefined {
  const given = Object.entries(environment).flatMap(([variable, value]): Secret[] =>
    variable.startsWith(SECRET_VARIABLE) && value !== undefined
      ? [{ name: variable.slice(SECRET_VARIABLE.length), value, origins: [] }]
      : [],
  );
  const read = file === undefined ? [] : ofFile(path.resolve(file));
  const all = [...read, ...given];
  const names = new Set<string>();
  for (const { name, value } of all) {
    check(name, value);
    if (names.has(name)) throw new UsageError(`the secret ${name} is given twice: leave one out`);
    names.add(name);
  }
  return file === undefined && all.length === 0 ? undefined : new Secrets(all);
}

function check(name: string, value: string): void {
  if (!NAME.test(name)) {
    const what = `${brief(name, 80)} is no name of a secret`;
    throw new UsageError(`${what}: it has up to 64 letters, digits, dots, dashes and underscores`);
  }
  const length = [...value].length;
  if ([...value.replace(/\s/g, "")].length < SHORTEST) {
    throw new UsageError(`the secret ${name} has less than ${SHORTEST} characters, which stand in any text`);
  }
  if (length > LONGEST) throw new UsageError(`the secret ${name} has more than ${LONGEST} characters`);
  if (value.includes("\0") || !value.isWellFormed()) {
    throw new UsageError(`the secret ${name} holds a character that no field takes`);
  }
}

function ofFile(file: string): Secret[] {
  const shown = brief(file, 1_000);
  const text = textOf(file, shown);
  return /^\s*\{/.test(text) ? ofJson(text, shown) : ofLines(text, shown);
}

/** The content of the file, which nobody but its owner may read. */
function textOf(file: string, shown: string): string {
  const { bytes, stats } = read(file, shown);
  const user = process.getuid?.();
  if (user !== undefined && stats.uid !== user) {
    throw new UsageError(`the file with secrets ${shown} belongs to another user: copy it, and chmod 600 the copy`);
  }
  if (user !== undefined && (stats.mode & 0o077) !== 0) {
    throw new UsageError(`others may use the file with secrets ${shown}: chmod 600 ${shown}`);
  }
  try {
    return decoded(bytes);
  } catch (error) {
    throw new UsageError(
      `the file with secrets ${shown} cannot be read: ${error instanceof Error ? error.message : ""}`,
    );
  }
}

function read(file: string, shown: string): Read {
  const tooLarge = (): UsageError => new UsageError(`the file with secrets ${shown} is larger than 1 MB`);
  try {
    return readRegularSync(file, { most: LARGEST, tooLarge });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof NoRegularFile) throw new UsageError(`the file with secrets ${shown} is no file`);
    throw new UsageError(`the file with secrets ${shown} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** `{"NAME": "value", "OTHER": {"value": "…", "origins": ["https://example.org"]}}` */
function ofJson(text: string, shown: string): Secret[] {
  let root: Node;
  try {
    root = readJson(text);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    // What stands there instead may be a part of a secret.
    throw new UsageError(
      `the file with secrets ${shown} is no JSON at ${lineAndColumn(text, error.at)}: ${error.what}`,
    );
  }
  return [...(root.fields ?? [])].map(([name, { keyAt, node }]) => {
    const { value } = node;
    if (typeof value === "string") return { name, value, origins: [] };
    const wrong = (): UsageError =>
      new UsageError(
        `the file with secrets ${shown}, ${lineAndColumn(text, keyAt)}: a secret is a text, or {"value": …, "origins": […]}`,
      );
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong();
    const { value: own, origins = [], ...rest } = value as Record<string, unknown>;
    if (typeof own !== "string" || !Array.isArray(origins) || Object.keys(rest).length > 0) throw wrong();
    // An empty list would allow every origin, which is not what it says.
    if ("origins" in value && origins.length === 0) throw wrong();
    return { name, value: own, origins: origins.map((origin) => originOf(origin, name)) };
  });
}

function originOf(given: unknown, name: string): string {
  const url = typeof given === "string" && URL.canParse(given) ? new URL(given) : undefined;
  const isOrigin =
    url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` && !url.host.includes("*");
  if (!isOrigin) {
    const what = `the secret ${name} has an origin that is none`;
    throw new UsageError(`${what}: write it as https://shop.example, without a path or *`);
  }
  return url.origin;
}

/** `NAME=value` a line, as in a file of dotenv. */
function ofLines(text: string, shown: string): Secret[] {
  return text.split(/\r?\n/).flatMap((line, index): Secret[] => {
    if (/^\s*(?:#|$)/.test(line)) return [];
    const [, name, rest] = /^\s*(?:export\s+)?([^\s=]+)\s*=\s*(.*)$/.exec(line) ?? [];
    if (name === undefined || rest === undefined) {
      throw new UsageError(`the file with secrets ${shown}, line ${index + 1}: a line is NAME=value`);
    }
    return [{ name, value: textOfLine(rest.trim(), () => `${shown}, line ${index + 1}`), origins: [] }];
  });
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\", $: "$" };

function textOfLine(text: string, where: () => string): string {
  const [quote] = text;
  if (quote !== '"' && quote !== "'") return text.replace(/\s+#.*$/, "");
  const [, inner] = (quote === '"' ? /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/ : /^'([^']*)'\s*(?:#.*)?$/).exec(text) ?? [];
  if (inner === undefined) throw new UsageError(`the file with secrets ${where()}: the quotation mark is not closed`);
  if (quote === "'") return inner;
  return inner.replace(/\\(.)/g, (whole, one: string) => ESCAPES[one] ?? whole);
}
