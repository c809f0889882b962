/**
 * Ids in every tested application: no two nodes share one, and ids survive a reading, a changed title and a sibling
 * inserted before. Prints the share of ids that survive.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Pilot } from "../support/pilot.ts";
import { App, Panel, python, startPilot } from "./support/driver.ts";
import { chromium, type Program, widgetPrograms } from "./support/programs.ts";

/** The required share of surviving ids. */
const GOAL = 0.99;
const READINGS = 5;

const rows = Array.from({ length: 40 }, (_, number) => `<li><button>Row ${number}</button>`).join("");
// Small, so that all of it stays in view: the tree lacks what is out of view.
const page = `<!doctype html><title>Changes</title><style>* { font-size: 7px; margin: 0; padding: 0; }</style><button id=rename>Rename</button><button id=insert>Insert</button><ul>${rows}</ul><script>
  rename.onclick = () => { document.querySelectorAll("li button")[20].textContent = "Another title"; };
  insert.onclick = () => { const row = document.createElement("li"); row.innerHTML = "<button>New row</button>"; document.querySelector("ul").prepend(row); };
</script>`;

let pilot: Pilot;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "uipilot-ids-"));
  pilot = await startPilot();
});
afterAll(async () => {
  await pilot?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Shown {
  id: string;
  role: string;
  title?: string;
  children?: Shown[];
}

/** Ids with the nodes they name. Fails if two nodes share an id. */
async function named(app: App): Promise<Map<string, string>> {
  const walk = (node: Shown): Shown[] => [node, ...(node.children ?? []).flatMap(walk)];
  const nodes = (JSON.parse(await app.ui({ format: "json" })) as Shown[]).flatMap(walk);
  const found = new Map(nodes.map(({ id, role, title = "" }) => [id, `${role} ${title}`]));
  expect(found.size, "every node has an id of its own").toBe(nodes.length);
  return found;
}

/** The share of ids that still name the same node. The node with the title `renamed` now has the title `title`. */
function kept(before: Map<string, string>, after: Map<string, string>, renamed = "", title = ""): number {
  const same = [...before].filter(([id, what]) => {
    const now = after.get(id);
    return now === what || (renamed !== "" && what.endsWith(` ${renamed}`) && now?.endsWith(` ${title}`));
  });
  return same.length / before.size;
}

const shares: string[] = [];
function check(name: string, over: string, share: number, nodes: number): void {
  shares.push(`${name}, ${nodes} nodes: ${(share * 100).toFixed(1)} % over ${over}`);
  console.log(shares.at(-1));
  expect(share, `${name}: ids kept over ${over}`).toBeGreaterThanOrEqual(GOAL);
}

/** Waits until the program has drawn itself and its tree is complete. A page appears after its window. */
async function drawn(app: App, least: number, last = ""): Promise<void> {
  let before = -1;
  await expect
    .poll(
      async () => {
        const text = await app.ui();
        const nodes = Number(/, (\d+) nodes\)/.exec(text)?.[1]);
        const still = nodes >= least && nodes === before && text.includes(last);
        before = nodes;
        return still;
      },
      { timeout: 15_000, interval: 400 },
    )
    .toBe(true);
}

const programs: (Program & { last?: string })[] = [
  ...widgetPrograms,
  { ...chromium("data:text/html,<h1>Ids</h1>"), last: 'heading "Ids"' },
];

describe.each(programs)("$name", ({ name, command, args, least, last }) => {
  it("gives every node an id of its own, the same at each reading", async () => {
    const app = await App.launch(pilot, command, args);
    try {
      await drawn(app, least, last);
      const before = await named(app);
      let worst = 1;
      for (let reading = 0; reading < READINGS; reading += 1) worst = Math.min(worst, kept(before, await named(app)));
      check(name, `${READINGS} readings`, worst, before.size);
    } finally {
      await app.stop();
    }
  });
});

const fixture = fileURLToPath(new URL("fixtures/changes.py", import.meta.url));
const changing: [name: string, start: () => Promise<App>][] = [
  ...["gtk3", "gtk4", "qt5", "qt6"].map((kind): [string, () => Promise<App>] => [
    `rows in ${kind}`,
    () => App.launch(pilot, python, [fixture, kind]),
  ]),
  [
    "rows in Chromium",
    () => {
      const file = path.join(folder, "changes.html");
      writeFileSync(file, page);
      const { command, args } = chromium(`file://${file}`);
      return App.launch(pilot, command, args);
    },
  ],
];

describe.each(changing)("%s", (name, start) => {
  it("keep their ids over a reading, a title and a sibling that comes first", async () => {
    const app = await start();
    try {
      await drawn(app, 40, "Row 39");
      const first = await named(app);
      const read = await named(app);
      check(name, "a reading", kept(first, read), first.size);

      const renamed = await app.id("button", "Row 20");
      await app.act("click", { id: await app.id("button", "Rename"), settleMs: 300 });
      await expect.poll(() => app.ui(), { timeout: 5_000 }).toContain("Another title");
      const titled = await named(app);
      expect(titled.get(renamed)).toBe("button Another title");
      check(name, "a title", kept(read, titled, "Row 20", "Another title"), read.size);

      await app.act("click", { id: await app.id("button", "Insert"), settleMs: 300 });
      await expect.poll(() => app.ui(), { timeout: 5_000 }).toContain("New row");
      const inserted = await named(app);
      check(name, "a sibling", kept(titled, inserted), titled.size);
      expect(read.has(await app.id("button", "New row")), "what is new has an id of its own").toBe(false);
    } finally {
      await app.stop();
    }
  });
});

it("the panel keeps its ids over a title and a sibling at once", async () => {
  const panel = await Panel.start(pilot);
  const before = await named(panel);
  await panel.act("click", { id: await panel.id("button", "Before") });
  await panel.act("click", { id: await panel.id("button", "Insert") });
  const after = await named(panel);
  check("panel", "a title and a sibling", kept(before, after, "Before", "After"), before.size);
  await panel.stop();
});

it("mousepad keeps its ids while its title and its text change", async () => {
  const app = await App.launch(pilot, "/usr/bin/mousepad");
  await drawn(app, 15);
  const before = await named(app);
  const window = (shown: Map<string, string>) =>
    [...shown.values()].find((what) => what.startsWith("window "))?.slice("window ".length);
  await app.act("type", { id: /id=(\S+) textbox/.exec(await app.ui())?.[1], text: "words" });
  const after = await named(app);
  expect(window(after)).not.toBe(window(before));
  check("mousepad", "a title", kept(before, after, window(before), window(after)), before.size);
  await app.stop();
});
