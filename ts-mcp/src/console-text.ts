// Messages of the console as text. Everything that a page wrote is quoted.

import type { ConsoleErrors, ConsoleFrame, ConsoleMessage } from "@uipilot/core";
import { brief, briefBytes, jsonText } from "./quote.ts";
import type { Original } from "./source-maps.ts";

/** Original positions by frames. */
type Originals = ReadonlyMap<ConsoleFrame, Original>;

/** How much of a text a line of a list shows, in characters. */
const IN_LIST = 300;

/** How many bytes the text, the arguments and all of the details may take once they are quoted. */
const MOST_TEXT = 5_000;
const MOST_ARGS = 7_000;
const MOST_DETAILS = 18_000;

/** A message in one line. */
export function messageLine(message: ConsoleMessage, originals: Originals): string {
  const [frame] = message.stack;
  const at = frame === undefined ? "" : ` at ${placeText(frame, originals)}`;
  return `#${message.id} ${kindText(message)} ${brief(message.text, IN_LIST)}${times(message)}${at}${whereText(message)}`;
}

/** All that is known of a message, in lines. The first one says which message it is. */
export function messageDetails(message: ConsoleMessage, originals: Originals): string[] {
  const { args, stack, length, readLater, at, lastAt, count } = message;
  const lines = [`#${message.id} ${kindText(message)}${whereText(message)}, ${clock(at)}`];
  if (count > 1) lines.push(`It came ${count} times, the last time at ${clock(lastAt)}.`);
  lines.push(briefBytes(message.text, MOST_TEXT));
  if (length !== undefined) lines.push(`The text has ${length} characters; the rest was not kept.`);
  // A single string is the text itself.
  if (args.length > 0 && !(args.length === 1 && typeof args[0] === "string" && args[0] === message.text)) {
    const when = readLater ? ", read a moment after the message" : "";
    lines.push(`Arguments${when}:`, ...argumentLines(args));
  }
  if (stack.length > 0) {
    const frames = stack.map((frame) => {
      const called = frame.function === "" ? "" : `${brief(frame.function, 120)} `;
      return `- ${called}at ${placeText(frame, originals)}`;
    });
    lines.push("Stack, innermost first:", ...frames);
  }
  let room = MOST_DETAILS;
  const shown = lines.filter((line) => {
    room -= Buffer.byteLength(line) + 1;
    return room >= 0;
  });
  if (shown.length < lines.length) shown.push(`${lines.length - shown.length} more lines are left out.`);
  return shown;
}

/** The arguments as JSON, one a line. Those that there is no room for are cut, and quoted as a text. */
function argumentLines(args: readonly unknown[]): string[] {
  let room = MOST_ARGS;
  return args.map((value, index) => {
    const json = jsonText(value);
    const line = Buffer.byteLength(json) <= room ? json : `${brief(json, 100)}, cut`;
    room -= Buffer.byteLength(line);
    return `${index + 1}: ${line}`;
  });
}

/** The errors that a page wrote while an action ran, in one line. */
export function errorsLine({ count, first }: ConsoleErrors): string {
  const what = count === 1 ? "1 console error" : `${count} console errors`;
  const text = first === undefined ? "" : `: ${brief(first, 200)}`;
  return `${what}${text} (list_console_messages)`;
}

function kindText({ level, source, method, handled }: ConsoleMessage): string {
  const special = method !== undefined && method !== level && !(level === "warning" && method === "warn");
  const of = source === "console" ? (special && method !== "log" ? ` (console.${word(method)})` : "") : ` (${source})`;
  return `${level}${of}${handled ? ", handled later" : ""}`;
}

/** A word of the browser, which a page cannot choose; it is checked all the same. */
function word(text: string): string {
  return /^[A-Za-z]{1,30}$/.test(text) ? text : brief(text, 30);
}

function times({ count }: ConsoleMessage): string {
  return count === 1 ? "" : ` ×${count}`;
}

function whereText({ page, frame, worker }: ConsoleMessage): string {
  const parts = [
    ...(worker === undefined ? [] : [`${worker.kind} ${brief(worker.url, 200)}`]),
    ...(frame === undefined ? [] : [`frame ${brief(frame, 200)}`]),
    ...(page === undefined ? [] : [`page ${page}`]),
  ];
  return parts.map((part) => `, ${part}`).join("");
}

function placeText(frame: ConsoleFrame, originals: Originals): string {
  const url = frame.url === "" ? "a script without an address" : brief(frame.url, 200);
  const place = frame.line === 0 ? url : `${url}:${frame.line}:${frame.column}`;
  const original = originals.get(frame);
  return original === undefined
    ? place
    : `${place} (source ${brief(original.source, 200)}:${original.line}:${original.column})`;
}

function clock(at: number): string {
  return new Date(at).toISOString().slice(11, 23);
}
