/** How a walk shows frame owners and embedded objects. */

import { attribute, firstElementChild } from "../dom/dom.js";
import { line } from "../dom/text.js";
import { A_ROLE } from "./attributes.js";
import { M_UNSEEN } from "./modes.js";
import type { Pass } from "./pass.js";

/** A frame owner or embedded object. False if it is to be shown as any other element. */
export function frame(
  walk: Pass,
  el: Element,
  tag: string,
  role: string,
  depth: number,
  mode: number,
  bits: number,
): boolean {
  const owner = tag === "iframe" || tag === "frame" || (el as HTMLObjectElement).contentWindow != null;
  if (!owner && tag === "object" && firstElementChild(el)) return false;
  // Tracking pixels are left out.
  if (!walk.only && !walk.larger(el, 2)) return true;
  walk.lines.flush(depth);
  const named = walk.names.of(el, tag, role);
  const veiled = owner && (mode & M_UNSEEN) !== 0 && !walk.more.unseen;
  if (veiled) walk.leave(el);
  walk.lines.add(
    el,
    tag,
    bits & A_ROLE && role !== "generic" && role !== "none" ? role : owner ? "iframe" : tag,
    veiled ? "fx" : owner ? "f" : "",
    named,
    depth,
    mode,
    bits,
    false,
  );
  const own = walk.lines.list[walk.lines.list.length - 1];
  const type = tag === "object" || tag === "embed" ? line(attribute(el, "type") ?? "", 60) : "";
  if (own && owner) walk.owners.push(own);
  if (own && type) own.rest += `\ttype=${type}`;
  return true;
}
