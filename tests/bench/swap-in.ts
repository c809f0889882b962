/**
 * The example of a Selenium server before and after the swap: `npm run bench:swap-in -w tests -- [--rounds 15]`.
 *
 * Both servers run at once, each in a browser of its own, on a page with 1,000 rows, and do the same calls in turn.
 * Prints the medians in milliseconds as the client sees them, and how many times faster the swap made each.
 */

import { parseArgs } from "node:util";
import { startSite } from "../support/site.ts";
import { SwapIn } from "../support/swap-in.ts";
import { median, short, table } from "./statistics.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "15" } } });
const rounds = Number(values.rounds);

const rows = Array.from({ length: 1_000 }, (_, row) => `<tr><td>Row ${row}<td><a href="#${row}">Open</a></tr>`);
const PAGE = `<button onclick="document.title = Math.random()">Send</button><label>Name <input></label><table>${rows.join("")}</table>`;

const site = await startSite();
const page = site.html(PAGE);
const servers = [await SwapIn.start("before"), await SwapIn.start("after")];
/** Milliseconds by the call's name, for each server. */
const taken = servers.map(() => new Map<string, number[]>());

for (const server of servers) await server.ok("open_page", { url: page.url });
for (let round = -1; round < rounds; round++) {
  for (const [index, server] of servers.entries()) {
    const [send, name] = [await server.uid(/button "Send"/), await server.uid(/textbox "Name"/)];
    for (const [tool, args] of [
      ["take_snapshot", {}],
      ["click_by_uid", { uid: send }],
      ["hover_by_uid", { uid: name }],
      ["fill_by_uid", { uid: name, value: `Ada Lovelace ${round}` }],
    ] as const) {
      const { ms, isError, text } = await server.call(tool, args);
      if (isError) throw new Error(`${tool}: ${text}`);
      // The first round warms both up.
      if (round >= 0) taken[index]?.set(tool, [...(taken[index]?.get(tool) ?? []), ms]);
    }
  }
}
const lines = [...(taken[0]?.keys() ?? [])].map((tool) => {
  const [before = 0, after = 0] = taken.map((each) => median(each.get(tool) ?? []));
  return [tool, short(before), short(after), `${(before / after).toFixed(1)}×`];
});
process.stdout.write(`${table([["call", "before, ms", "after, ms", "faster"], ...lines])}\n`);
for (const server of servers) await server.close();
await site.close();
