/**
 * How long after the page's own effect an action is answered with what changed, where the page is at rest:
 * `npm run bench:answer -w tests -- [--rounds 40] [--pause 1200]`. Clicks and fills by turns in each browser, all with their
 * defaults, on a page of some 100 elements that notes when its listeners ran. Before each action the page rests for
 * `--pause` milliseconds, as it does while an agent thinks. Prints medians in milliseconds, with the tenth and the
 * ninetieth percentile.
 */

import { parseArgs } from "node:util";
import { browsers } from "../support/browsers.ts";
import { Pilot } from "../support/pilot.ts";
import { startSite } from "../support/site.ts";
import { sleep } from "../support/wait.ts";
import { median, short, table } from "./statistics.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "40" }, pause: { type: "string", default: "1200" } },
});
const rounds = Number(values.rounds);
const pause = Number(values.pause);

const rows = Array.from({ length: 30 }, (_, row) => `<p>Row ${row} <a href="#${row}">Open</a></p>`).join("");
const PAGE = `<button id="go">Go</button><label>Name <input id="name"></label><output></output>${rows}<script>
  const at = { click: [], fill: [] };
  const note = (kind) => {
    document.querySelector("output").textContent = kind + " " + at[kind].push(performance.timeOrigin + performance.now());
  };
  document.getElementById("go").onclick = () => note("click");
  document.getElementById("name").oninput = () => note("fill");
</script>`;

const clock = (): number => performance.timeOrigin + performance.now();
const share = (samples: number[], part: number): number =>
  [...samples].sort((a, b) => a - b)[Math.floor(samples.length * part)] ?? Number.NaN;

const site = await startSite();
const lines: string[][] = [];
for (const browser of browsers) {
  const pilot = await Pilot.start({ browser, args: ["--allow-script"] });
  await pilot.see(site.html(PAGE));
  const [go, name] = [pilot.uid("button", "Go"), pilot.uid("textbox", "Name")];
  const called: Record<string, number[]> = { click: [], fill: [] };
  const answered: Record<string, number[]> = { click: [], fill: [] };
  const act = async (kind: string, tool: string, given: object): Promise<void> => {
    await sleep(pause);
    called[kind]?.push(clock());
    await pilot.ok(tool, { ...given });
    answered[kind]?.push(clock());
  };
  for (let round = 0; round < rounds; round++) {
    await act("click", "click_by_uid", { uid: go });
    await act("fill", "fill_by_uid", { uid: name, value: `Ada ${round}` });
  }
  const effects = JSON.parse(
    /^"?(\{.*\})"?$/m.exec(await pilot.ok("evaluate_script", { function: "() => at" }))?.[1] ?? "{}",
  ) as Record<string, number[]>;
  for (const kind of ["click", "fill"]) {
    const seen = effects[kind] ?? [];
    if (seen.length !== rounds) throw new Error(`${browser}: the page saw ${seen.length} of ${rounds} of ${kind}`);
    const after = seen.map((at, round) => (answered[kind]?.[round] ?? 0) - at);
    const before = seen.map((at, round) => at - (called[kind]?.[round] ?? 0));
    lines.push([
      browser,
      kind,
      short(median(before)),
      short(median(after)),
      `${short(share(after, 0.1))} to ${short(share(after, 0.9))}`,
    ]);
  }
  await pilot.close();
}
await site.close();
process.stdout.write(
  `${table([["browser", "action", "call to effect", "effect to answer", "tenths 1 to 9"], ...lines])}\n`,
);
