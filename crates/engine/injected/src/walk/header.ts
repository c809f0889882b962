/** The first line of a walk. */
import { documentTitle } from "../dom/dom.js";
import { DOC } from "../dom/registry.js";
import { line, NAME_LENGTH } from "../dom/text.js";
import type { Walk } from "./walk.js";

/** The header; protocol.ts lists its fields. */
export function header(walk: Walk, serial = 0, base = 0): string {
  const fields = [
    DOC,
    line(location.href, 2000),
    line(documentTitle(document), NAME_LENGTH),
    innerWidth,
    innerHeight,
    Math.round(scrollX),
    Math.round(scrollY),
    walk.owners.length,
    walk.candidates.list.length,
    serial,
    base,
  ];
  return fields.join("\t");
}
