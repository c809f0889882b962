// What a call did, as an action of a test.

import { inComment } from "./literal.ts";
import type { Action, Button, Expected, Point, Pointing, Target, Value } from "./step.ts";
import { typed } from "./typed.ts";

/** A call with what was known of its elements before it. */
export interface Call {
  tool: string;
  args: Record<string, unknown>;
  /** The element of each UID that it names. */
  targets: ReadonlyMap<string, Target>;
  /** The elements of `interactWithPage`. */
  target?: Target | undefined;
  to?: Target | undefined;
  /** Whether what is typed where the focus is goes into a password field; undefined if that is not known. */
  secretFocus: boolean | undefined;
  /** The number of the page that a call has opened. */
  openedPage?: number | undefined;
}

/** What is written of a call. */
export interface Written {
  actions: Action[];
  /** What the call itself waited for. */
  expected: Expected[];
  /** What of the call is left out. */
  notes: string[];
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** What a call is in a test; undefined for one that a test has no words for. */
export function written(call: Call): Written | undefined {
  const out: Written = { actions: [], expected: [], notes: [] };
  const done = call.tool === "interactWithPage" ? interact(call, out) : act(call, out);
  return done ? out : undefined;
}

function act(call: Call, out: Written): boolean {
  const { tool, args, targets } = call;
  const target = targets.get(text(args["uid"]) ?? "");
  const add = (action: Action): boolean => {
    out.actions.push(action);
    return true;
  };
  switch (tool) {
    case "new_page":
      return add({ do: "open", url: text(args["url"]) ?? "about:blank", page: call.openedPage ?? 1 });
    case "navigate_page":
      return add({ do: "goto", url: text(args["url"]) ?? "about:blank" });
    case "navigate_history":
      return add({ do: "history", direction: args["direction"] as "back" });
    case "close_page":
      return add({ do: "closePage", page: number(args["page"]) ?? 1 });
    case "resize_page":
      return add({ do: "resize", width: number(args["width"]) ?? 1, height: number(args["height"]) ?? 1 });
    // What comes then is for the page that was selected.
    case "select_page":
      return true;
    case "click_by_uid": {
      if (target === undefined) return false;
      if (args["force"] === true) out.notes.push("It was clicked without waiting, whatever was on top.");
      const count = number(args["clickCount"]) ?? (args["dblClick"] === true ? 2 : 1);
      const button = (text(args["button"]) ?? "left") as Button;
      return add({ do: "click", target, count, button, ...pointing(args, out) });
    }
    case "hover_by_uid":
      return target !== undefined && add({ do: "hover", target, ...pointing(args, out) });
    case "fill_by_uid":
      return target !== undefined && add(filling(target, args));
    case "fill_form_by_uid": {
      for (const field of args["elements"] as Record<string, unknown>[]) {
        const into = targets.get(text(field["uid"]) ?? "");
        if (into === undefined) return false;
        add(filling(into, field));
      }
      return true;
    }
    case "set_checked":
      return target !== undefined && add({ do: "check", target, checked: args["checked"] === true });
    case "select_option":
      return target !== undefined && add({ do: "select", target, values: args["values"] as string[] });
    case "type_text": {
      if (args["uid"] !== undefined && target === undefined) return false;
      const given = text(args["text"]);
      const secret = target === undefined ? call.secretFocus : target.secret;
      add({ do: "type", target, value: valueFor(given, text(args["secret"]), secret, target) });
      const submit = text(args["submitKey"]);
      return submit === undefined || add({ do: "press", key: submit });
    }
    case "press_key": {
      if (args["uid"] !== undefined && target === undefined) return false;
      const key = text(args["key"]) ?? "";
      const secret = target === undefined ? call.secretFocus : target.secret;
      // A character in a password field is a part of the password.
      if ([...key].length === 1 && secret !== false) {
        return add({ do: "type", target, value: typed(key, secret, target) });
      }
      return add({ do: "press", target, key });
    }
    case "key_down":
    case "key_up": {
      const key = text(args["key"]);
      return key !== undefined && add({ do: tool === "key_down" ? "keyDown" : "keyUp", key });
    }
    case "scroll":
      return scrolling(args, target, out);
    case "drag_by_uid_to_uid": {
      const from = targets.get(text(args["fromUid"]) ?? "");
      const to = targets.get(text(args["toUid"]) ?? "");
      if (from === undefined || to === undefined) return false;
      if (args["place"] !== undefined || args["toAt"] !== undefined || args["at"] !== undefined) {
        out.notes.push("Where exactly it was dropped is left out.");
      }
      return add({ do: "drag", target: from, to });
    }
    case "drag_by_uid": {
      if (target === undefined) return false;
      const path = ((args["path"] ?? [args["by"] ?? {}]) as Record<string, unknown>[]).map(
        (one): Point => ({ x: number(one["dx"]) ?? 0, y: number(one["dy"]) ?? 0 }),
      );
      if (args["at"] !== undefined) out.notes.push("Where exactly it was pressed is left out.");
      return add({ do: "dragBy", target, path });
    }
    case "upload_file_by_uid":
      return target !== undefined && add({ do: "upload", target, files: [args["filePath"]].flat() as string[] });
    case "wait_for":
      out.expected.push(...waited(args));
      if (args["loadState"] !== undefined && out.expected.length === 0) return true;
      return add({ do: "look" });
    default:
      return false;
  }
}

/** What `wait_for` saw. */
function waited(args: Record<string, unknown>): Expected[] {
  const part = text(args["url"]);
  const [shown, gone, selector] = [text(args["text"]), text(args["textGone"]), text(args["selector"])];
  return [
    ...(shown === undefined ? [] : [{ see: "text", text: shown } as const]),
    ...(gone === undefined ? [] : [{ see: "noText", text: gone } as const]),
    ...(selector === undefined ? [] : [{ see: "selector", selector } as const]),
    // With wildcards, it is the longest part without them.
    ...(part === undefined ? [] : [{ see: "urlPart", part: longest(part.split("*")) } as const]),
  ];
}

const longest = (parts: readonly string[]): string =>
  parts.reduce((one, other) => (other.length > one.length ? other : one), "");

function interact(call: Call, out: Written): boolean {
  const { args, target, to } = call;
  const value = text(args["value"]);
  const options = (args["options"] ?? {}) as Record<string, unknown>;
  const add = (action: Action): boolean => {
    out.actions.push(action);
    return true;
  };
  const what = text(args["action"]);
  if (what === "keypress") {
    if (args["target"] !== undefined && target === undefined) return false;
    return act(
      { ...call, tool: "press_key", args: { key: value, ...(target && { uid: "" }) }, targets: one(target) },
      out,
    );
  }
  if (what === "scroll" && target === undefined && args["target"] === undefined) {
    return scrolling(
      { direction: value?.split(" ")[0], amount: Number(value?.split(" ")[1] ?? Number.NaN) },
      undefined,
      out,
    );
  }
  if (target === undefined) return false;
  const how = pointing(options, out);
  switch (what) {
    case "click":
      return add({ do: "click", target, count: 1, button: "left", ...how });
    case "doubleClick":
      return add({ do: "click", target, count: 2, button: "left", ...how });
    case "rightClick":
      return add({ do: "click", target, count: 1, button: "right", ...how });
    case "pressAndHold":
      return add({ do: "click", target, count: 1, button: "left", holdMs: Number(value ?? 1_000), ...how });
    case "hover":
      return add({ do: "hover", target, ...how });
    case "focus":
      return add({ do: "focus", target });
    case "type":
      return add(filling(target, { value }));
    case "clear":
      return add({ do: "fill", target, value: { text: "" } });
    case "select":
      return add({ do: "select", target, values: [value ?? ""] });
    case "check":
    case "uncheck":
      return add({ do: "check", target, checked: what === "check" });
    case "scroll":
      if (value === undefined) return add({ do: "scrollTo", target });
      return scrolling(
        { direction: value.split(" ")[0], amount: Number(value.split(" ")[1] ?? Number.NaN) },
        target,
        out,
      );
    case "drag":
      return to !== undefined && add({ do: "drag", target, to });
    case "upload":
      // Several files are JSON, which the test would have to know.
      return value !== undefined && !value.trim().startsWith("[") && add({ do: "upload", target, files: [value] });
    case "waitForSelector":
      out.expected.push({ see: "element", target });
      return add({ do: "look" });
    default:
      return false;
  }
}

const one = (target: Target | undefined): Map<string, Target> => new Map(target === undefined ? [] : [["", target]]);

/** How far the page is scrolled without a distance: most of what is seen. */
const MUCH = 500;

function scrolling(args: Record<string, unknown>, target: Target | undefined, out: Written): boolean {
  const until = text(args["untilText"]);
  if (until !== undefined) {
    out.notes.push(`Left out: scrolling until ${inComment(until)} was there.`);
    out.actions.push({ do: "look" });
    return true;
  }
  const by = args["by"] as Record<string, unknown> | undefined;
  const direction = text(args["direction"]);
  if (by === undefined && direction === undefined) {
    if (target === undefined) return false;
    out.actions.push({ do: "scrollTo", target });
    return true;
  }
  const given = number(args["amount"]);
  const amount = given === undefined || Number.isNaN(given) ? MUCH : given;
  const ways: Record<string, Point> = {
    up: { x: 0, y: -amount },
    down: { x: 0, y: amount },
    left: { x: -amount, y: 0 },
    right: { x: amount, y: 0 },
  };
  const far = by === undefined ? ways[direction ?? "down"] : { x: number(by["dx"]) ?? 0, y: number(by["dy"]) ?? 0 };
  if (far === undefined) return false;
  if (args["modifiers"] !== undefined) out.notes.push("Keys were held meanwhile, which is left out.");
  out.actions.push({ do: "wheel", target, by: far });
  return true;
}

function pointing(args: Record<string, unknown>, out: Written): Pointing {
  const at = args["at"] as { x: number; y: number; share?: boolean } | undefined;
  if (at?.share === true) out.notes.push("Where on it, as a share of its size, is left out.");
  return {
    modifiers: (args["modifiers"] ?? []) as string[],
    ...(at === undefined || at.share === true ? {} : { at: { x: at.x, y: at.y } }),
  };
}

/** Filling, by what the field is. */
function filling(target: Target, args: Record<string, unknown>): Action {
  const value = text(args["value"]);
  const isToggle = ["checkbox", "radio"].includes(target.type) || ["checkbox", "radio", "switch"].includes(target.role);
  if (value !== undefined && isToggle) return { do: "check", target, checked: value === "true" };
  if (value !== undefined && target.tag === "select") return { do: "select", target, values: [value] };
  return { do: "fill", target, value: valueFor(value, text(args["secret"]), target.secret, target) };
}

function valueFor(
  value: string | undefined,
  secret: string | undefined,
  isPassword: boolean | undefined,
  target: Target | undefined,
): Value {
  return secret === undefined ? typed(value ?? "", isPassword, target) : { env: secret };
}
