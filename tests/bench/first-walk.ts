/**
 * The first walk of a document in a renderer that has never walked, for one or several builds of the in-page script.
 *
 *   npm run bench:first-walk -w tests [-- --rounds 9] [--sizes 1000,10000] [--script before=/path/of/injected.js]
 *
 * Times are processor time of the renderer's main thread, so that other load on the machine changes them little. Each
 * sample has a browser context and a renderer of its own, and the builds take turns. The floor is the bare walk of
 * profile-parts.ts, in a renderer of its own too. `--script` adds a build to compare with the committed one. Linux only.
 */

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { OwnChromium } from "../support/chromium.ts";
import { PageSocket } from "../support/page-socket.ts";
import { injectedBundle } from "../support/paths.ts";
import { sleep, until } from "../support/wait.ts";
import { BARE } from "./profile-parts.ts";
import { startBenchSite } from "./site.ts";
import { median, short, table } from "./statistics.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "9" },
    sizes: { type: "string", default: "1000,10000" },
    script: { type: "string", multiple: true, default: [] },
  },
});
const rounds = Number(values.rounds);
const sizes = values.sizes.split(",").map(Number);

/** What is measured: a build of the script, or the floor. */
interface Subject {
  name: string;
  /** The script that is put in first; empty for the floor. */
  script: string;
  /** The expression that walks. */
  walk: string;
}

const WALK = `globalThis.walked = __uipilot("walk", '{"known":{"doc":"","serial":0}}'); walked.length`;
const read = (name: string, file: string): Subject => ({ name, script: readFileSync(file, "utf8"), walk: WALK });
const subjects: Subject[] = [
  { name: "floor", script: "", walk: BARE },
  read("committed", injectedBundle),
  ...values.script.map((given) => {
    const at = given.indexOf("=");
    return read(given.slice(0, at), given.slice(at + 1));
  }),
];

/** Milliseconds of processor time, and the lines of the walk. */
interface Sample {
  put: number;
  walk: number;
  /** The same walk of a second document in the same process, whose script the engine has compiled before. */
  second: number;
  text: string;
}

/** Milliseconds that the main thread of a process has run. */
const ran = (pid: number): number => Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;

const site = await startBenchSite();
const own = await OwnChromium.start();
const { webSocketDebuggerUrl } = (await (await fetch(`${own.endpoint}/json/version`)).json()) as {
  webSocketDebuggerUrl: string;
};
const browser = await PageSocket.connect(webSocketDebuggerUrl);

/** Evaluates an expression in a page; answers its value. */
type Evaluate = (expression: string) => Promise<unknown>;

/** The process of a page. The protocol does not name it: it is the renderer that runs while the page computes. */
async function rendererOf(evaluate: Evaluate): Promise<number> {
  const { processInfo } = await browser.send<{ processInfo: { type: string; id: number }[] }>(
    "SystemInfo.getProcessInfo",
  );
  const pids = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  const before = pids.map(ran);
  // Long enough to stand out from what other renderers do meanwhile.
  await evaluate("for (let end = performance.now() + 60; performance.now() < end; ) ; 0");
  const spent = pids.map((pid, at) => ({ pid, ms: ran(pid) - (before[at] ?? 0) }));
  return spent.reduce((most, one) => (one.ms > most.ms ? one : most)).pid;
}

let pages = 0;

/** Walks a page of so many elements in a renderer of its own. */
async function sample(subject: Subject, size: number): Promise<Sample> {
  const { browserContextId } = await browser.send<{ browserContextId: string }>("Target.createBrowserContext");
  try {
    const { targetId } = await browser.send<{ targetId: string }>("Target.createTarget", {
      url: "about:blank",
      browserContextId,
    });
    const page = await PageSocket.connect(`${own.endpoint.replace("http", "ws")}/devtools/page/${targetId}`);
    try {
      await page.send("Page.enable");
      /** Opens a fresh page; answers how to evaluate in an isolated world of it. */
      const fresh = async (): Promise<Evaluate> => {
        const url = site.address(size, `first-walk-${pages++}`);
        const { frameId } = await page.send<{ frameId: string }>("Page.navigate", { url });
        await until(
          "the page to load",
          async () => {
            const { result } = await page.send<{ result: { value: string } }>("Runtime.evaluate", {
              expression: "document.readyState + location.href",
            });
            return result.value === `complete${url}`;
          },
          60_000,
        );
        await sleep(300);
        const { executionContextId: contextId } = await page.send<{ executionContextId: number }>(
          "Page.createIsolatedWorld",
          { frameId, worldName: "first-walk" },
        );
        return async (expression) => {
          const reply = await page.send<{ result: { value: unknown }; exceptionDetails?: unknown }>(
            "Runtime.evaluate",
            { contextId, expression, returnByValue: true },
          );
          if (reply.exceptionDetails) throw new Error(JSON.stringify(reply.exceptionDetails));
          return reply.result.value;
        };
      };
      const evaluate = await fresh();
      /** Puts the script in and walks; answers the time of both. */
      const walked = async (within: Evaluate): Promise<[put: number, walk: number]> => {
        const pid = await rendererOf(within);
        const began = ran(pid);
        if (subject.script !== "") await within(`${subject.script};0`);
        const there = ran(pid);
        await within(subject.walk);
        return [there - began, ran(pid) - there];
      };
      const [put, walk] = await walked(evaluate);
      const text = subject.script === "" ? "" : String(await evaluate("walked"));
      const [, second] = await walked(await fresh());
      return { put, walk, second, text };
    } finally {
      page.close();
    }
  } finally {
    await browser.send("Target.disposeBrowserContext", { browserContextId });
  }
}

/** The lines without the header, which names the document. */
const lines = (text: string): string => text.slice(text.indexOf("\n"));

try {
  for (const size of sizes) {
    const samples = new Map<Subject, Sample[]>(subjects.map((subject) => [subject, []]));
    for (let round = 0; round < rounds; round += 1) {
      const order = subjects.map((_, at) => subjects[(at + round) % subjects.length] as Subject);
      for (const subject of order) samples.get(subject)?.push(await sample(subject, size));
    }
    type What = "put" | "walk" | "second";
    const all = (subject: Subject, what: What): number[] => (samples.get(subject) ?? []).map((one) => one[what]);
    const of = (subject: Subject, what: What): number => median(all(subject, what));
    const least = (subject: Subject): string => short(Math.min(...all(subject, "walk")));
    const [floor, ...builds] = subjects as [Subject, ...Subject[]];
    const expected = lines(samples.get(builds[0] as Subject)?.[0]?.text ?? "");
    const against = (subject: Subject, what: "walk" | "second"): string =>
      `${short(of(subject, what))} = ${short(of(subject, what) / of(floor, what))}`;
    console.log(
      `\n${size} elements, ${rounds} rounds, medians in ms / floor\n\n${table([
        ["", "bytes", "put in", "first walk", "least", "both, less the floor", "second document", "same lines"],
        ["floor", "", "", short(of(floor, "walk")), least(floor), "", short(of(floor, "second")), ""],
        ...builds.map((build) => [
          build.name,
          String(build.script.length),
          short(of(build, "put")),
          against(build, "walk"),
          least(build),
          short(of(build, "put") + of(build, "walk") - of(floor, "walk")),
          against(build, "second"),
          (samples.get(build) ?? []).every(({ text }) => lines(text) === expected) ? "yes" : "NO",
        ]),
      ])}`,
    );
  }
} finally {
  browser.close();
  await own.close();
  await site.close();
}
