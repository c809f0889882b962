// The request that a command line makes.

import path from "node:path";
import { VERSION } from "../version.ts";
import type { Invocation } from "./args.ts";
import { table } from "./table.ts";
import { WrongUsage } from "./usage.ts";
import { type Request, STATUS_WITHIN_MS } from "./wire.ts";

const USUAL_DEADLINE_MS = 300_000;
/** Of commands that call no tool. They may have to close browsers. */
const OWN_DEADLINE_MS = 20_000;
/** How much longer than what a tool waits for a call may take. */
const BESIDE_WAITING_MS = 30_000;

/** What separates several values in a variable, as for the server. */
const SEPARATORS: Readonly<Record<string, string | RegExp>> = {
  "allow-root": path.delimiter,
  "browser-arg": /\s+/,
  "pass-env": /\s+/,
  "allow-tool": /[\s,]+/,
  "deny-tool": /[\s,]+/,
};

/** Variables that tell a browser with a window where the desktop is. */
const DISPLAY = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS"] as const;

/** What to ask the daemon. @throws {@link WrongUsage} */
export function requestOf({ command, globals, options }: Invocation): Request {
  const { env } = process;
  const session = globals.get("session")?.[0] ?? env["UIPILOT_SESSION"] ?? "default";
  if (!/^[\w.-]{1,64}$/.test(session)) {
    throw new WrongUsage("the name of a session has 1 to 64 letters, digits, dots, dashes and underscores");
  }
  const out = globals.get("out")?.[0];
  const stateKey = env["UIPILOT_STATE_KEY"];
  const secrets = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[0].startsWith("UIPILOT_SECRET_") && entry[1] !== undefined,
  );
  const common = {
    version: VERSION,
    session,
    folder: process.cwd(),
    options: sessionOptions(options),
    display: Object.fromEntries(DISPLAY.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    ...(stateKey === undefined ? {} : { stateKey }),
    ...(secrets.length === 0 ? {} : { secrets: Object.fromEntries(secrets) }),
  };
  if (command.kind === "own") {
    const all = command.flags.has("all") ? { all: true } : {};
    const deadlineMs = command.name === "status" ? STATUS_WITHIN_MS : OWN_DEADLINE_MS;
    return { ...common, do: command.name as Request["do"], ...all, deadlineMs };
  }
  const { tool, args } = command;
  if (out !== undefined) setFormat(tool, args, out);
  return {
    ...common,
    do: "call",
    tool,
    args,
    ...(out === undefined ? {} : { out }),
    deadlineMs: deadline(globals, args),
  };
}

/** A picture has the format of its file's name. */
function setFormat(tool: string, args: Record<string, unknown>, out: string): void {
  const format = { ".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg" }[path.extname(out).toLowerCase()];
  if (format === undefined) throw new WrongUsage("a picture's file ends in .png, .jpg or .jpeg");
  if (!tool.startsWith("screenshot_")) return;
  if ((args["format"] ?? format) !== format || (args["quality"] !== undefined && format === "png")) {
    throw new WrongUsage("the file's name and the format of the picture contradict each other");
  }
  args["format"] = format;
}

function deadline(globals: Map<string, string[]>, args: Record<string, unknown>): number {
  const given = globals.get("deadline")?.[0];
  const waits = Math.max(0, ...[args, args["options"]].map(waitOf)) + BESIDE_WAITING_MS;
  if (given === undefined) return Math.max(USUAL_DEADLINE_MS, waits);
  if (!/^\d{1,9}$/.test(given)) throw new WrongUsage("--deadline must be a number of milliseconds");
  return Number(given);
}

function waitOf(args: unknown): number {
  const wait = typeof args === "object" && args !== null && "timeoutMs" in args ? args.timeoutMs : 0;
  return typeof wait === "number" ? wait : 0;
}

/** The options of the command line, and those of the environment that it does not name. */
function sessionOptions(given: Map<string, string[]>): Record<string, string[]> {
  const all = new Map(given);
  const { env } = process;
  for (const { name, value, path: isPath } of table().options) {
    const variable = `UIPILOT_${name.toUpperCase().replaceAll("-", "_")}`;
    const text = env[variable];
    if (text === undefined || given.has(name) || (name === "headless" && given.has("headed"))) continue;
    if (name === "headed" && given.has("headless")) continue;
    if (text.trim() === "") throw new WrongUsage(`${variable} is empty: give it a value, or unset it`);
    if (value === undefined) {
      if (isOn(variable, text)) all.set(name, ["1"]);
      else if (name === "headless") all.set("headed", ["1"]);
      continue;
    }
    const separator = SEPARATORS[name];
    const texts = separator === undefined ? [text] : text.split(separator).filter((part) => part !== "");
    all.set(name, isPath ? texts.map((one) => path.resolve(one)) : texts);
  }
  const passed = all.get("pass-env");
  if (passed !== undefined) all.set("pass-env", passed.map(withValue));
  return Object.fromEntries(all);
}

function isOn(variable: string, text: string): boolean {
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  if (/^(0|false|no|off)$/i.test(text)) return false;
  throw new WrongUsage(`${variable} must be 1 or 0`);
}

/** A variable with the value that it has here: the daemon may have another one. */
function withValue(text: string): string {
  const value = process.env[text];
  return text.includes("=") || value === undefined ? text : `${text}=${value}`;
}
