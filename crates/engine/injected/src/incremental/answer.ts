/** The lines of a walk as the engine gets them: all of them, or what is different from those it got last. */

import { type Line, numbered, written } from "../walk/line.js";
/** All lines, each after a line break. */
export function whole(lines: Line[]): string {
  // Joined at once: a text of so many pieces would be put together a second time when it is sent.
  const out = [""];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as Line;
    out.push(line.depth + written(line));
    told(line, i);
  }
  return out.join("\n");
}

/** The same, with `=from\tcount` for lines that were told before in the same order. */
export function different(lines: Line[]): string {
  let out = "";
  // Nearly all lines follow the one before them as they did; there is little to do for such a one, as each is met
  // here, in code that has mostly not run often enough to be quick.
  let from = 0;
  let next = 0;
  const { length } = lines;
  for (let i = 0; i < length; i++) {
    const line = lines[i] as Line;
    const { at } = line;
    if (at >= 0 && line.depth === line.toldDepth && line.view === line.toldView) {
      if (at !== next) {
        out += run(from, next);
        from = at;
      }
      next = at + 1;
      if (at !== i) line.at = i;
    } else {
      out += `${run(from, next)}\n${line.depth}${written(line)}`;
      from = next;
      told(line, i);
    }
  }
  return out + run(from, next);
}

const run = (from: number, next: number): string => (next > from ? `\n=${from}\t${next - from}` : "");

/** The places of lines that nobody is told of yet. Their elements get their numbers, which takes its time, too. */
export function untold(lines: Line[]): void {
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as Line;
    numbered(line);
    told(line, i);
  }
}

function told(line: Line, at: number): void {
  line.at = at;
  line.toldDepth = line.depth;
  line.toldView = line.view;
}
