// Calls of the pointer: drags, fingers, the wheel, and points of a picture.

import { chordNamed } from "../../key-names.ts";
import { type Call, distance, number, pointing, spot, text, type Written } from "./call.ts";
import type { Button, Gesture, Point, Spot, Target } from "./step.ts";
import { typed } from "./typed.ts";

/** How far the page is scrolled without a distance: most of what is seen. */
const MUCH = 500;
/** How far the wheel turns at a point without a distance. */
const NOTCH = 100;

/** Where near a side is. */
const PLACES: Record<string, Spot> = {
  above: { x: 0.5, y: 0.1, share: true },
  below: { x: 0.5, y: 0.9, share: true },
  left: { x: 0.1, y: 0.5, share: true },
  right: { x: 0.9, y: 0.5, share: true },
};

const UNHELD = "It was held before it was dragged; here it is not.";

/** What a call of the pointer does; undefined for another call, false if its element is not known. */
export function pointerCall(call: Call, out: Written): boolean | undefined {
  const { args, targets } = call;
  const target = targets.get(text(args["uid"]) ?? "");
  switch (call.tool) {
    case "scroll":
      return (args["uid"] === undefined || target !== undefined) && scrolling(args, target, out);
    case "drag_by_uid_to_uid":
      return dragging(call, out);
    case "drag_by_uid": {
      if (target === undefined) return false;
      const path = ((args["path"] ?? [args["by"]]) as unknown[]).map(distance);
      out.actions.push({ do: "dragBy", target, path, ...how(args, out) });
      return true;
    }
    case "touch_by_uid": {
      if (target === undefined) return false;
      const by = args["by"] === undefined ? undefined : distance(args["by"]);
      const [scale, durationMs] = [number(args["scale"]), number(args["durationMs"])];
      const gesture = args["gesture"] as Gesture;
      out.actions.push({ do: "touch", target, gesture, at: spot(args["at"]), by, scale, durationMs });
      return true;
    }
    default:
      return call.tool.endsWith("_at") ? atPoint(call, out) : undefined;
  }
}

function dragging({ args, targets }: Call, out: Written): boolean {
  const target = targets.get(text(args["fromUid"]) ?? "");
  const to = targets.get(text(args["toUid"]) ?? "");
  if (target === undefined || to === undefined) return false;
  if (args["holdMs"]) out.notes.push(UNHELD);
  const toAt = spot(args["toAt"]) ?? PLACES[text(args["place"]) ?? ""];
  out.actions.push({ do: "drag", target, to, toAt, durationMs: number(args["durationMs"]), ...pointing(args) });
  return true;
}

/** How the button is held meanwhile. */
function how(args: Record<string, unknown>, out: Written) {
  if (args["holdMs"]) out.notes.push(UNHELD);
  if (args["pointerType"] === "pen") out.notes.push("It was done with a pen; here it is a mouse.");
  const button = (text(args["button"]) ?? "left") as Button;
  return { button, durationMs: number(args["durationMs"]), ...pointing(args) };
}

/** An action at a pixel of a picture: on the element that was there, where it was on it. */
function atPoint({ tool, args, target, spot: at, path, secretFocus }: Call, out: Written): boolean {
  if (target === undefined || at === undefined) return false;
  const button = (text(args["button"]) ?? "left") as Button;
  const { modifiers } = pointing(args);
  const click = { do: "click", target, button, modifiers, at, count: number(args["clickCount"]) ?? 1 } as const;
  switch (tool) {
    case "click_at":
      out.actions.push(click);
      return true;
    case "hover_at":
      out.actions.push({ do: "hover", target, modifiers, at });
      return true;
    case "drag_at":
      if (path === undefined) return false;
      out.actions.push({ do: "dragBy", target, path, ...how(args, out), at });
      return true;
    case "wheel_at":
      out.actions.push({ do: "wheel", target, by: distance(args), modifiers, at });
      return true;
    case "type_at": {
      const secret = target.secret || secretFocus;
      const value = typed(text(args["text"]) ?? "", secret, target.secret ? target : undefined);
      out.actions.push(click, { do: "type", value, delayMs: number(args["delayMs"]) });
      const submit = text(args["submitKey"]);
      if (submit !== undefined) out.actions.push({ do: "press", key: chordNamed(submit) });
      return true;
    }
    default:
      return false;
  }
}

/** A scroll by arguments as `scroll` takes them. */
export function scrolling(args: Record<string, unknown>, target: Target | undefined, out: Written): boolean {
  const direction = text(args["direction"]);
  const until = text(args["untilText"]);
  const given = number(args["amount"]);
  const turned = args["at"] !== undefined || args["modifiers"] !== undefined;
  const amount = given === undefined || Number.isNaN(given) ? (turned ? NOTCH : MUCH) : given;
  if (until !== undefined) {
    const by = towards(direction ?? "down", amount);
    if (by === undefined) return false;
    out.actions.push({ do: "scrollUntil", target, text: until, by });
    return true;
  }
  if (args["by"] === undefined && direction === undefined) {
    if (target === undefined) return false;
    out.actions.push({ do: "scrollTo", target });
    return true;
  }
  const by = args["by"] === undefined ? towards(direction ?? "", amount) : distance(args["by"]);
  if (by === undefined) return false;
  out.actions.push({ do: "wheel", target, by, ...pointing(args) });
  return true;
}

function towards(direction: string, amount: number): Point | undefined {
  const ways: Record<string, Point> = {
    up: { x: 0, y: -amount },
    down: { x: 0, y: amount },
    left: { x: -amount, y: 0 },
    right: { x: amount, y: 0 },
  };
  return ways[direction];
}
