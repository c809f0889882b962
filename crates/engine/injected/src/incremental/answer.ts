/** The lines of a walk in the form of the protocol: all of them, or the difference from the last answer. */

import { type Line, numbered, written } from "../walk/line.js";
/** All lines, each after a line break. */
export function whole(lines: Line[]): string {
  // One join is faster than appending: a string of many pieces is flattened once more when it is sent.
  const out = [""];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as Line;
    out.push(line.depth + written(line));
    noteSent(line, i);
  }
  return out.join("\n");
}

/** The same, with `=from\tcount` for lines of the last answer that follow each other as before. */
export function different(lines: Line[]): string {
  let out = "";
  // Nearly all lines follow the same line as before. The path for these is short, since this loop mostly runs before the
  // browser has optimised it.
  let from = 0;
  let next = 0;
  const { length } = lines;
  for (let i = 0; i < length; i++) {
    const line = lines[i] as Line;
    const { at } = line;
    if (at >= 0 && line.depth === line.sentDepth && line.view === line.sentView) {
      if (at !== next) {
        out += run(from, next);
        from = at;
      }
      next = at + 1;
      if (at !== i) line.at = i;
    } else {
      out += `${run(from, next)}\n${line.depth}${written(line)}`;
      from = next;
      noteSent(line, i);
    }
  }
  return out + run(from, next);
}

const run = (from: number, next: number): string => (next > from ? `\n=${from}\t${next - from}` : "");

/** Notes the lines as if they had been sent, and numbers their elements, so that a later answer is faster. */
export function noteUnsent(lines: Line[]): void {
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as Line;
    numbered(line);
    noteSent(line, i);
  }
}

function noteSent(line: Line, at: number): void {
  line.at = at;
  line.sentDepth = line.depth;
  line.sentView = line.view;
}
