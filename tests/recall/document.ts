/** Writes docs/recall.md. */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { table } from "../bench/statistics.ts";
import { root } from "../support/paths.ts";
import type { Row } from "./report.ts";

/** Writes the page: how it was measured, the table, and each page's figures. */
export function writeDocument(text: string, rows: readonly Row[], operable: number): void {
  const pages = rows[0]?.samples.map(({ page }) => page) ?? [];
  const perPage = table([
    ["page", "operable", ...rows.flatMap(({ variant }) => [variant.name, "recall"])],
    ...pages.map((page) => {
      const samples = rows.map((row) => row.samples.find((sample) => sample.page === page));
      return [
        page,
        String(samples[0]?.operable ?? ""),
        ...samples.flatMap((sample) => [
          sample ? String(sample.tokens) : "failed",
          sample ? (sample.operable === 0 ? "–" : (sample.found / sample.operable).toFixed(3)) : "",
        ]),
      ];
    }),
  ]);
  writeFileSync(
    path.join(root, "docs/recall.md"),
    `# Recall and size of snapshots

Written by \`npm run recall\`: 30 saved pages and three synthetic applications (1,000, 10,000 and 50,000 elements, with
shadow roots and frames), served over HTTP, the same Chromium and window (1280 by 720) for every tool.

- **What counts.** ${operable.toLocaleString("en-US")} elements that the browser's own accessibility tree calls interactive: elements with
  interactive roles, and elements that the author made focusable. The tree is read over the raw protocol, without
  uipilot. Each element was scrolled into view and hit-tested. Elements without a point that can be hit (in them or in
  their label) are left out.
- **Recall** is the share of these elements for which the snapshot has a separate line with a reference for actions. Elements
  and lines are matched by role and name, each line once, the same way for every tool (\`tests/recall/match.ts\`).
- A page that a tool could not finish is missing from its row. Goals compare the pages that both tools finished.
- **Tokens** of the whole text, as \`o200k_base\` counts them (\`gpt-tokenizer\`).

${text}

## Page by page

Tokens and recall.

${perPage}
`,
  );
}
