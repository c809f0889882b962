// What a call did, as an action of a test.

import { contentType } from "../../content-types.ts";
import { chordNamed, keyNamed } from "../../key-names.ts";
import { pathsIn } from "../../uploads.ts";
import { type Call, number, pointing, spot, text, valueFor, type Written } from "./call.ts";
import { pointerCall, scrolling } from "./pointer.ts";
import { settingCall } from "./setting.ts";
import type { Action, Button, Content, Expected, Part, Target } from "./step.ts";
import { typed } from "./typed.ts";

/** What a call is in a test; undefined for one that a test has no words for. */
export function written(call: Call): Written | undefined {
  const out: Written = { actions: [], expected: [], notes: [] };
  const done = call.tool === "interactWithPage" ? interact(call, out) : act(call, out);
  return done ? out : undefined;
}

function act(call: Call, out: Written): boolean {
  const other = pointerCall(call, out) ?? settingCall(call, out);
  if (other !== undefined) return other;
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
      if (args["pointerType"] === "pen") out.notes.push("It was done with a pen; here it is a mouse.");
      const force = args["force"] === true ? true : undefined;
      const count = number(args["clickCount"]) ?? (args["dblClick"] === true ? 2 : 1);
      const button = (text(args["button"]) ?? "left") as Button;
      return add({ do: "click", target, count, button, force, ...pointing(args) });
    }
    case "hover_by_uid":
      return target !== undefined && add({ do: "hover", target, ...pointing(args) });
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
      const value = valueFor(given, text(args["secret"]), secret, target);
      add({ do: "type", target, value, delayMs: number(args["delayMs"]) });
      const submit = text(args["submitKey"]);
      return submit === undefined || add({ do: "press", key: chordNamed(submit) });
    }
    case "press_key": {
      if (args["uid"] !== undefined && target === undefined) return false;
      const key = text(args["key"]) ?? "";
      const secret = target === undefined ? call.secretFocus : target.secret;
      // A character in a password field is a part of the password.
      if ([...key].length === 1 && secret !== false) {
        return add({ do: "type", target, value: typed(key, secret, target) });
      }
      return add({ do: "press", target, key: chordNamed(key), holdMs: number(args["holdMs"]) });
    }
    case "key_down":
      return add({ do: "keyDown", key: keyNamed(text(args["key"]) ?? "") });
    case "key_up": {
      const key = text(args["key"]);
      return add({ do: "keyUp", key: key === undefined ? undefined : keyNamed(key) });
    }
    case "upload_file_by_uid":
      return target !== undefined && add({ do: "upload", target, files: [args["filePath"]].flat() as string[] });
    case "paste_by_uid":
      return target !== undefined && add({ do: "paste", target, content: content(args, target, out) });
    case "drop_by_uid":
      return (
        target !== undefined && add({ do: "drop", target, content: content(args, target, out), at: spot(args["at"]) })
      );
    case "select_text":
      return target !== undefined && add(selecting(target, args, out));
    case "evaluate_script":
      // With an element, it is code that only the page's own world has.
      return args["uid"] === undefined && add({ do: "evaluate", script: text(args["function"]) ?? "" });
    case "wait_for":
      out.expected.push(...waited(args));
      // A test waits for the load by itself.
      if (out.expected.length === 0) return true;
      return add({ do: "look" });
    default:
      return false;
  }
}

/** What `wait_for` saw. */
function waited(args: Record<string, unknown>): Expected[] {
  const part = text(args["url"]);
  const [shown, gone, selector] = [text(args["text"]), text(args["textGone"]), text(args["selector"])];
  const script = text(args["function"]);
  return [
    ...(shown === undefined ? [] : [{ see: "text", text: shown } as const]),
    ...(gone === undefined ? [] : [{ see: "noText", text: gone } as const]),
    ...(selector === undefined ? [] : [{ see: "selector", selector } as const]),
    ...(script === undefined ? [] : [{ see: "true", script } as const]),
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
  const how = { ...pointing(options), ...(options["force"] === true ? { force: true } : {}) };
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
      return add({ do: "hover", target, ...pointing(options) });
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
      return to !== undefined && add({ do: "drag", target, to, ...pointing(options) });
    case "upload":
      return value !== undefined && add({ do: "upload", target, files: pathsIn(value) });
    case "waitForSelector":
      out.expected.push({ see: "element", target });
      return add({ do: "look" });
    default:
      return false;
  }
}

const one = (target: Target | undefined): Map<string, Target> => new Map(target === undefined ? [] : [["", target]]);

/** Filling, by what the field is. */
function filling(target: Target, args: Record<string, unknown>): Action {
  const value = text(args["value"]);
  const isToggle = ["checkbox", "radio"].includes(target.type) || ["checkbox", "radio", "switch"].includes(target.role);
  if (value !== undefined && isToggle) return { do: "check", target, checked: value === "true" };
  if (value !== undefined && hasOptions(target)) return { do: "select", target, values: [value] };
  // A field of one line has no line breaks. Programs that type or set them find another value in it, or send its form.
  const kept = target.tag === "input" ? value?.replace(/[\r\n]+/g, "") : value;
  return { do: "fill", target, value: valueFor(kept, text(args["secret"]), target.secret, target) };
}

/** Whether filling chooses an option: in a native select, or in a custom list. */
function hasOptions({ tag, role }: Target): boolean {
  if (tag === "select" || tag === "button") return true;
  return ["combobox", "listbox"].includes(role) && tag !== "input" && tag !== "textarea";
}

/** What is pasted or dropped. */
function content(args: Record<string, unknown>, target: Target, out: Written): Content {
  const files = [args["filePath"] ?? []].flat() as string[];
  const [given, html, url] = [text(args["text"]), text(args["html"]), text(args["url"])];
  if (target.secret && (html ?? url) !== undefined) out.notes.push("Only the text is written: it is a password.");
  return {
    text: given === undefined ? undefined : typed(given, target.secret, target),
    ...(target.secret ? {} : { html, url }),
    files: files.map((path) => ({ path, type: contentType(path).split(";")[0] ?? "" })),
  };
}

/** What is selected. Of a password, only where it begins and ends. */
function selecting(target: Target, args: Record<string, unknown>, out: Written): Action {
  const { text: wanted, nth, from, to, unit, caret } = args as Part;
  if (!target.secret || wanted === undefined)
    return { do: "selectText", target, part: { text: wanted, nth, from, to, unit, caret } };
  out.notes.push("A part of a password was selected; here it is all of it.");
  return { do: "selectText", target, part: { caret } };
}
