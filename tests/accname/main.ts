/**
 * Names, roles and descriptions against the web-platform-tests cases of the corpus, in real browsers.
 *
 *   npm run accname [-- --browser chromium|firefox] [-- --table]
 *
 * Without `--browser` both run, Chromium last; with `--table` the table of docs/accname.md is printed before. The last
 * line is `names N/596 roles M/385 descriptions D/14`. Fails where a difference is not in known.json, or is no more.
 */

import { parseArgs } from "node:util";
import { Session } from "@uipilot/core";
import { corpus } from "../support/corpora.ts";
import { executables } from "../support/paths.ts";
import { type Answer, type Case, readCases, score, summary } from "./cases.ts";
import { surprises } from "./known.ts";
import { type PageServer, serve } from "./server.ts";
import { table } from "./table.ts";

const browsers = ["firefox", "chromium"] as const;
type Browser = (typeof browsers)[number];

const { values } = parseArgs({ options: { browser: { type: "string" }, table: { type: "boolean", default: false } } });
if (values.browser !== undefined && !browsers.includes(values.browser as Browser))
  throw new Error(`no such browser: ${values.browser}; there are ${browsers.join(" and ")}`);

/** Asks one browser for all cases, page by page. */
async function ask(browser: Browser, cases: Case[], server: PageServer): Promise<Answer[]> {
  const session = Session.open({ launch: { browser, executable: executables[browser] } });
  const answers: Answer[] = [];
  try {
    let file = "";
    for (const { id, file: wanted, selector } of cases) {
      if (file === "") await session.newPage(server.url + wanted);
      else if (file !== wanted) await session.navigate(server.url + wanted);
      file = wanted;
      const { name, role, description } = await session.describe(selector);
      answers.push({ id, name, role, description });
    }
  } finally {
    await session.close();
  }
  return answers;
}

const folder = corpus("accname");
if (folder === undefined) {
  console.log("skipped: there is no accname corpus here; set UIPILOT_CORPORA to the folder that holds it");
} else {
  const cases = readCases(folder);
  const server = await serve(folder);
  try {
    for (const browser of browsers) {
      if (values.browser !== undefined && values.browser !== browser) continue;
      const answers = await ask(browser, cases, server);
      const { tally, differences } = score(cases, answers);
      const unexpected = surprises(differences);
      if (values.table) console.log(table(folder, cases, browser, answers));
      for (const line of unexpected) console.log(`${browser}: ${line}`);
      if (unexpected.length > 0) process.exitCode = 1;
      console.log(`${browser}: ${unexpected.length === 0 ? "as known" : `${unexpected.length} surprises`}`);
      console.log(summary(tally));
    }
  } finally {
    await server.close();
  }
}
