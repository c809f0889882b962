/** `read`: the text of the document or of an element, as Markdown or plain text. */
import { contentType, documentBody, documentElement, documentTitle } from "../dom/dom.js";
import { DOC } from "../dom/registry.js";
import { collectRoots, flatParent } from "../dom/shadow.js";
import { Styles } from "../dom/style.js";
import { line, NAME_LENGTH } from "../dom/text.js";
import { refused, resolve } from "../elements/target.js";
import { keepCandidates } from "../walk/shadow-candidates.js";
import { type MainPart, mainPart } from "./main-part.js";
import { Reading } from "./pass.js";
import type { ReadArgs, ReadHeader } from "./protocol.js";
import { Sight } from "./sight.js";
import { Writer } from "./writer.js";

/** Reads. A refused root is answered as "!" and the refusal as JSON, as `walk` does. */
export function read({ root, main = false, plain = false, unseen = false }: ReadArgs): string {
  const target = root && resolve(root);
  if (target && refused(target)) return `!${JSON.stringify(target)}`;
  const whole = documentBody() ?? documentElement(document);
  const top = target && target !== documentElement(document) ? target : whole;
  const styles = new Styles();
  const sight = new Sight(styles, unseen);
  const shown = top !== null && top !== undefined && sight.begins(top);
  const writer = new Writer(plain);
  let part: MainPart | undefined;
  let reading: Reading;
  collectRoots(sight);
  try {
    part = main && top === whole && shown ? mainPart(top, styles, sight) : undefined;
    reading = new Reading(writer, styles, sight, part?.dropped);
    // An element that is named is read although its surroundings are not shown.
    if (target && top === target && flatParent(target)) {
      if (shown) reading.visit(target);
    } else if (shown) for (const from of part?.roots ?? [top]) reading.visit(from);
    writer.flush();
  } finally {
    collectRoots(null);
  }
  keepCandidates(reading.candidates.list);
  const header: ReadHeader = {
    doc: DOC,
    url: line(location.href, 2000),
    title: line(documentTitle(document), NAME_LENGTH),
    type: contentType(document),
    links: writer.links,
    frames: writer.frames,
    candidates: reading.candidates.list.length,
    main: part !== undefined,
    cut: writer.cut,
    unseen: unseen ? 0 : sight.count,
  };
  return [JSON.stringify(header), ...writer.lines].join("\n");
}
