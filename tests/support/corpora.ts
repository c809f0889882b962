/** The folders of the test corpora, if this machine has them. They are not part of the repository. */

import { existsSync } from "node:fs";
import path from "node:path";
import { root } from "./paths.ts";

/** The folder of a corpus: below `UIPILOT_CORPORA`, else below `shared/corpora` beside the repository or above it. */
export function corpus(name: string): string | undefined {
  const given = process.env.UIPILOT_CORPORA;
  if (given) {
    const folder = path.resolve(given, name);
    return existsSync(folder) ? folder : undefined;
  }
  for (let at = path.resolve(root); ; ) {
    const above = path.dirname(at);
    const folder = path.join(above, "shared/corpora", name);
    if (existsSync(folder)) return folder;
    if (above === at) return undefined;
    at = above;
  }
}
