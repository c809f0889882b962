/** The lines of a walk as the engine gets them: all of them, or what is different from those it got last. */
import { type Line, written } from "../lines.js";
import { numberOf } from "../registry.js";

/** All lines, each after a line break. */
export function whole(lines: Line[]): string {
  let out = "";
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as Line;
    out += `\n${line.depth}${written(line)}`;
    told(line, i);
  }
  return out;
}

/** The same, with `=from\tcount` for lines that were told before in the same order. */
export function different(lines: Line[]): string {
  let out = "";
  let from = 0;
  let count = 0;
  const taken = (): string => (count > 0 ? `\n=${from}\t${count}` : "");
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as Line;
    if (line.at >= 0 && line.depth === line.toldDepth && line.view === line.toldView) {
      if (count === 0 || line.at !== from + count) {
        out += taken();
        from = line.at;
        count = 0;
      }
      count++;
    } else {
      out += `${taken()}\n${line.depth}${written(line)}`;
      count = 0;
    }
    told(line, i);
  }
  return out + taken();
}

/** The places of lines that nobody is told of yet. Their elements get their numbers, which takes its time, too. */
export function untold(lines: Line[]): void {
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as Line;
    if (line.el) numberOf(line.el);
    told(line, i);
  }
}

function told(line: Line, at: number): void {
  line.at = at;
  line.toldDepth = line.depth;
  line.toldView = line.view;
}
