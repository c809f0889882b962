/** The results beside those of other engines, as a table in Markdown. */

import { type Answer, type Case, kinds, ratio, readAnswers, score } from "./cases.ts";

/** Engines whose answers the corpus holds, by the names of their files. */
const OTHERS: [file: string, title: string][] = [
  ["chromedriver", "Chromium (WebDriver)"],
  ["cdp", "Chromium (accessibility tree)"],
  ["playwright", "Playwright"],
  ["daa", "dom-accessibility-api"],
];

const COLUMNS = ["name/core", "role/core", "description/manual", "name/manual", "name/tentative", "role/tentative"];

/** One row for our answers and one for each other engine. */
export function table(folder: string, cases: Case[], browser: string, answers: Answer[]): string {
  const rows: [title: string, answers: Answer[]][] = [
    [`uipilot in ${browser}`, answers],
    ...OTHERS.map(([file, title]): [string, Answer[]] => [title, readAnswers(folder, file)]),
  ];
  const head = [
    "",
    ...COLUMNS.map((key) => key.replace("/", ", ").replace(kinds[0], "names").replace("role", "roles")),
  ];
  return [
    `| ${head.join(" | ")} |`,
    `| --- |${" ---: |".repeat(COLUMNS.length)}`,
    ...rows.map(([title, given]) => {
      const { tally } = score(cases, given);
      return `| ${title} | ${COLUMNS.map((key) => ratio(tally, key)).join(" | ")} |`;
    }),
  ].join("\n");
}
