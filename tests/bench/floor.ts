/** Lower bounds on this machine: a bare Node process, a bare protocol round trip, the bare walk of the page. */

import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { OwnChromium } from "../support/chromium.ts";
import { frameIds, PageSocket } from "../support/page-socket.ts";
import { injectedBundle } from "../support/paths.ts";
import { processTree } from "../support/processes.ts";
import { sleep, until } from "../support/wait.ts";
import { openCore } from "./core.ts";
import type { BenchSite } from "./site.ts";

/** Measurements of the floor, with samples in milliseconds or bytes. */
export interface Floor {
  /** `node -e 0`, from spawn to exit. */
  bareNode: number[];
  /** Resident memory of an idle Node process. */
  idleNode: number[];
  /** A command of the raw protocol that does nothing. */
  roundTrip: number[];
  /** Our walk of all frames of the 10,000-element page, timed inside the page. */
  bareWalk: number[];
  /** The engine's snapshot of the same page, not walked ahead of it, through the addon without MCP. */
  engine: number[];
}

/** Time from spawn to exit of a Node process that does nothing. */
function bareNode(): number {
  const began = performance.now();
  spawnSync(process.execPath, ["-e", "0"]);
  return performance.now() - began;
}

/** Resident memory of a Node process that waits. */
async function idleNode(): Promise<number> {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
  await sleep(500);
  const rss = child.pid === undefined ? 0 : processTree(child.pid).reduce((sum, process) => sum + process.rss, 0);
  child.kill();
  return rss;
}

/** The times of the walk in each frame of a fresh page, added up; in worlds of their own, as the engine does it. */
async function bareWalk(devTools: PageSocket, bundle: string, url: string): Promise<number> {
  await devTools.send("Page.navigate", { url });
  await until(
    "the page to load",
    async () => {
      const { result } = await devTools.send<{ result: { value: string } }>("Runtime.evaluate", {
        expression: "document.readyState + location.href",
      });
      return result.value === `complete${url}`;
    },
    10_000,
  );
  await sleep(300);
  let total = 0;
  for (const frameId of await frameIds(devTools)) {
    const { executionContextId } = await devTools.send<{ executionContextId: number }>("Page.createIsolatedWorld", {
      frameId,
      worldName: "floor",
    });
    await devTools.send("Runtime.evaluate", { expression: bundle, contextId: executionContextId });
    const { result } = await devTools.send<{ result: { value: string } }>("Runtime.evaluate", {
      contextId: executionContextId,
      expression: `(() => { const began = performance.now(); const text = __uipilot("walk", "{}"); return (performance.now() - began) + " " + text.length + " " + text.slice(0, 40); })()`,
    });
    const [ms, length] = result.value.split(" ").map(Number);
    if (!ms || !length || length < 100) throw new Error(`the walk answered ${result.value}`);
    total += ms;
  }
  return total;
}

/** An empty floor, to add rounds to. */
export const emptyFloor = (): Floor => ({ bareNode: [], idleNode: [], roundTrip: [], bareWalk: [], engine: [] });

/** How often the page is walked in a round. */
const walksPerRound = 2;

/** Adds one round to the floor. Parts without build output are left out and reported to `note`. */
export async function measureFloor(
  floor: Floor,
  site: BenchSite,
  run: string,
  note: (text: string) => void,
): Promise<void> {
  floor.bareNode.push(bareNode());
  floor.idleNode.push(await idleNode());

  const bundle = existsSync(injectedBundle) ? readFileSync(injectedBundle, "utf8") : undefined;
  if (!bundle) note("the in-page script is not built: no floor of the walk");
  const own = await OwnChromium.start();
  const session = await openCore().catch((error: Error) =>
    note(`the addon cannot be used (${error.message}): no time of the engine`),
  );
  try {
    const devTools = await PageSocket.firstPage(own);
    await devTools.send("Page.enable");
    for (let count = 0; count < 60; count += 1) {
      const began = performance.now();
      await devTools.send("Target.getTargetInfo");
      if (count >= 20) floor.roundTrip.push(performance.now() - began);
    }
    await session?.newPage("about:blank");
    for (let walk = 0; walk < walksPerRound; walk += 1) {
      if (bundle) floor.bareWalk.push(await bareWalk(devTools, bundle, site.address(10_000, `floor-${run}-${walk}`)));
      if (session) {
        // The page after one without a snapshot is not walked in advance.
        await session.navigate(site.address(100, `engine-${run}-${walk}-before`));
        await session.navigate(site.address(10_000, `engine-${run}-${walk}`));
        await sleep(300);
        const began = performance.now();
        await session.snapshot({ maxBytes: 0 });
        floor.engine.push(performance.now() - began);
      }
    }
    devTools.close();
  } finally {
    await session?.close();
    await own.close();
  }
}
