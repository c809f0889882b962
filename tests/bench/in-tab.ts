/**
 * The same actions in the server's own browser and in the user's own tab, interleaved, with medians.
 *
 *   npm run bench:in-tab -w tests [-- --actions 100]
 */

import { parseArgs } from "node:util";
import { pairAt, startInTab } from "../support/in-tab.ts";
import { Pilot } from "../support/pilot.ts";
import { freePort } from "../support/port.ts";
import { startSite } from "../support/site.ts";
import { temporaryFolder, UserBrowser } from "../support/user-browser.ts";
import { median, short, table } from "./statistics.ts";

const { values } = parseArgs({ options: { actions: { type: "string", default: "100" } } });
const count = Number(values.actions);

const rows = Array.from({ length: 500 }, (_, row) => `<li><a href="#${row}">Entry ${row}</a></li>`).join("");
const body = `<button>Target</button><label>Field <input></label><ul>${rows}</ul>`;

const site = await startSite();
const { folder, remove } = temporaryFolder();
const port = await freePort();
const [own, inTab, user] = await Promise.all([Pilot.start(), startInTab(port, folder), UserBrowser.start()]);
try {
  await pairAt(user, inTab, port);
  await own.see(site.html(body));
  await user.open(site.html(body, { title: "In the tab" }).url);
  await user.grant("In the tab");
  await inTab.snapshot();
  const calls = {
    click: (pilot: Pilot) => pilot.call("click_by_uid", { uid: pilot.uid("button", "Target") }),
    fill: (pilot: Pilot, turn: number) =>
      pilot.call("fill_by_uid", { uid: pilot.uid("textbox", "Field"), value: `Value ${turn}` }),
    snapshot: (pilot: Pilot) => pilot.call("take_snapshot", {}),
  };
  const lines = [["Action", "own browser, ms", "in the tab, ms", "times"]];
  for (const [name, act] of Object.entries(calls)) {
    const taken = new Map<Pilot, number[]>([
      [own, []],
      [inTab, []],
    ]);
    for (let turn = 0; turn < count; turn += 1) {
      // They take turns and alternate in going first, so that other load affects both equally.
      for (const pilot of turn % 2 === 0 ? [own, inTab] : [inTab, own]) {
        const answer = await act(pilot, turn);
        if (answer.isError) throw new Error(answer.text);
        taken.get(pilot)?.push(answer.ms);
      }
    }
    const [ownMs, inTabMs] = [median(taken.get(own) ?? []), median(taken.get(inTab) ?? [])];
    lines.push([name, short(ownMs), short(inTabMs), short(inTabMs / ownMs)]);
  }
  console.log(`${count} of each, median of calls by MCP, page of about 1,500 elements\n\n${table(lines)}`);
} finally {
  await own.close();
  await inTab.close();
  await user.close();
  await site.close();
  remove();
}
