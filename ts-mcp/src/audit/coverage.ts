// What of scripts and style sheets a page did not use, in words.

import type { CoveredFile } from "@uipilot/core";
import { brief } from "../quote.ts";

/** The files of one address together: a document has many scripts in it. */
interface Sum {
  kind: CoveredFile["kind"];
  url: string;
  length: number;
  used: number;
}

function sums(files: readonly CoveredFile[]): Sum[] {
  const found = new Map<string, Sum>();
  for (const { kind, url, length, usedLength } of files) {
    const key = `${kind} ${url}`;
    const sum = found.get(key) ?? { kind, url, length: 0, used: 0 };
    sum.length += length;
    sum.used += usedLength;
    found.set(key, sum);
  }
  return [...found.values()].sort((a, b) => unused(b) - unused(a));
}

const unused = ({ length, used }: Pick<Sum, "length" | "used">): number => length - used;
const share = (part: number, whole: number): string => `${whole === 0 ? 0 : Math.round((100 * part) / whole)} %`;

/** A line for each kind, and the lines of the files with the most that is not used. */
export function coverageText(
  files: readonly CoveredFile[],
  limit: number,
): { summary: string; lines: string[]; left: number } {
  const all = sums(files);
  const told = (kind: Sum["kind"], name: string): string => {
    const those = all.filter((sum) => sum.kind === kind);
    const length = those.reduce((total, sum) => total + sum.length, 0);
    const rest = those.reduce((total, sum) => total + unused(sum), 0);
    return `${name}: ${rest} of ${length} characters not used (${share(rest, length)}), ${those.length === 1 ? "1 address" : `${those.length} addresses`}.`;
  };
  const lines = all
    .slice(0, limit)
    .map(
      (sum) =>
        `${unused(sum)} of ${sum.length} not used (${share(unused(sum), sum.length)}): ${sum.kind} ${brief(sum.url, 200)}`,
    );
  return {
    summary: `${told("script", "Scripts")} ${told("style", "Style sheets")}`,
    lines,
    left: all.length - lines.length,
  };
}
