// How files end.

import { tsString } from "./literal.ts";

/** How a file ends. */
export interface End {
  /** What it does not have, a sentence each. */
  leftOut: readonly string[];
  /** Whether steps come that it does not have yet, or never got. It fails at its end then, and does not pass as if it were all. */
  isCut: boolean;
}

export const WHOLE: End = { leftOut: [], isCut: false };

/** What a file says that is cut. */
export const CUT = "the recording was cut off here: what was done then is not in this file";

/** The last lines of a test in TypeScript. */
export const tsEnding = ({ leftOut, isCut }: End): string[] => [
  ...leftOut.map((one) => `// ${one}`),
  ...(isCut ? [`throw new Error(${tsString(CUT)});`] : []),
];
