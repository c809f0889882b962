/**
 * One round of one server: starts a new process, takes each measurement once or a few times, and ends the
 * process.
 */

import { readFileSync } from "node:fs";
import { isBrowser, marked } from "../support/processes.ts";
import { sleep } from "../support/wait.ts";
import { formFields } from "./page.ts";
import { RunningServer } from "./running.ts";
import type { BenchServer, Call } from "./servers.ts";
import type { BenchSite } from "./site.ts";

/** The measurements of a server. Times are in milliseconds, sizes in bytes. */
export const metrics = [
  "start",
  "schemas",
  "navigate",
  "snapshot1k",
  "snapshot1kBytes",
  "snapshot10k",
  "snapshot10kBytes",
  "default10k",
  "default10kBytes",
  "first10k",
  "open10k",
  "default200k",
  "default200kBytes",
  "clickSeen",
  "clickAnswer",
  "fill",
  "clickChanges",
  "fillChanges",
  "clickLook",
  "form12",
  "memory",
  "memoryAfter",
] as const;

/** The name of a measurement. */
export type Metric = (typeof metrics)[number];

/** Samples of one or many rounds. */
export type Samples = Partial<Record<Metric, number[]>>;

/** How often the quick actions are repeated in a round. */
const actionsPerRound = 3;
/** How long a page is left alone after a navigation, so that its own loading is not measured with a snapshot. */
const settleMs = 300;

/** The snapshot in an answer, or in the file that it names. */
const wholeOf = (answer: string): string => {
  const file = /^Saved .*(?:Wrote|Replaced) "([^"]+)"/.exec(answer)?.[1];
  return file === undefined ? answer : readFileSync(file, "utf8");
};

const clock = (): number => performance.timeOrigin + performance.now();

/** Measures a server once. `wanted` says which measurements are needed; those that they depend on are taken too. @throws where the server fails. */
export async function measure(
  server: BenchServer,
  site: BenchSite,
  wanted: (metric: Metric) => boolean,
): Promise<Samples> {
  const samples: Samples = {};
  const add = (metric: Metric, value: number): void => {
    samples[metric] = [...(samples[metric] ?? []), value];
  };
  const running = new RunningServer(server);
  const { mark } = running;
  const call = async (request: Call): Promise<{ text: string; ms: number; at: number }> => {
    const at = clock();
    return { ...(await running.call(request)), at };
  };
  const show = async (elements: number, run: string): Promise<number> => {
    const { ms } = await call(server.navigate(site.address(elements, run)));
    await sleep(settleMs);
    return ms;
  };
  /**
   * Leaves the page for another one and looks at that, as an agent does. uipilot walks a document ahead only for callers that
   * have looked at the one before, so a page that is left without a look would make the next snapshot slower.
   */
  const leave = async (run: string): Promise<void> => {
    await show(100, run);
    await call((server.defaultSnapshot ?? server.snapshot)());
  };
  const snapshot = async (metric: Metric, bytes: Metric, request: Call): Promise<string> => {
    const { text, ms } = await call(request);
    add(metric, ms);
    const whole = wholeOf(text);
    add(bytes, Buffer.byteLength(whole));
    return whole;
  };
  const memory = (): number =>
    marked(mark)
      .filter((process) => !isBrowser(process))
      .reduce((sum, { rss }) => sum + rss, 0);
  /** Fills the form and answers the time of all calls that it took. */
  const fillForm = async (): Promise<number> => {
    const run = `${mark}-form`;
    await call(server.navigate(site.form(run)));
    await sleep(settleMs);
    const { text } = await call(server.snapshot());
    const whole = wholeOf(text);
    const values = formFields.map(([name, , value]): [reference: string, value: string, name: string] => {
      const reference = server.find(whole, name);
      if (!reference) throw new Error(`${server.name}: ${name} is not in its snapshot: ${whole.slice(0, 600)}`);
      return [reference, value, name];
    });
    const began = performance.now();
    if (server.fillForm) await call(server.fillForm(values));
    else for (const [reference, value] of values) await call(server.fill(reference, value));
    const ms = performance.now() - began;
    await leave(`${run}-end`);
    const { inputs } = await site.seen(run);
    for (const [name, , value] of formFields)
      if (!inputs.some((input) => input.name === name && input.value === value))
        throw new Error(`${server.name}: ${name} was not filled: ${JSON.stringify(inputs)}`);
    return ms;
  };
  try {
    const began = performance.now();
    await running.start();
    const { tools } = await running.client.listTools();
    add("start", performance.now() - began);
    add("schemas", Buffer.byteLength(JSON.stringify(tools)));
    if (!metrics.some((metric) => metric !== "start" && metric !== "schemas" && wanted(metric))) return samples;

    // The call follows at once, as an agent would do it, so a server that starts its browser early gains
    // only that time.
    add("navigate", await show(1_000, `${mark}-1k`));
    if (wanted("snapshot1k") || wanted("snapshot1kBytes"))
      await snapshot("snapshot1k", "snapshot1kBytes", server.snapshot());

    if (wanted("memory")) add("memory", memory());

    if (wanted("first10k") || wanted("open10k")) {
      // No pause: an agent looks as soon as the navigation has been answered.
      const opened = await call(server.navigate(site.address(10_000, `${mark}-first`)));
      const looked = await call(server.snapshot());
      add("first10k", looked.ms);
      add("open10k", opened.ms + looked.ms);
    }
    if (wanted("form12")) add("form12", await fillForm());

    const acting: Metric[] = ["clickSeen", "clickAnswer", "fill", "clickChanges", "fillChanges", "clickLook"];
    const acts = acting.some(wanted);
    if ((wanted("default10k") || wanted("default10kBytes")) && server.defaultSnapshot) {
      await show(10_000, `${mark}-default`);
      await snapshot("default10k", "default10kBytes", server.defaultSnapshot());
    }
    if (acts || wanted("snapshot10k") || wanted("snapshot10kBytes")) {
      const run = `${mark}-10k`;
      await show(10_000, run);
      const text = await snapshot("snapshot10k", "snapshot10kBytes", server.snapshot());
      if (acts) {
        const target = server.find(text, "Benchmark target");
        const field = server.find(text, "Benchmark field");
        if (!target || !field)
          throw new Error(`${server.name}: the target is not in its snapshot: ${text.slice(0, 600)}`);
        const clicked: number[] = [];
        for (let count = 0; count < actionsPerRound; count += 1) {
          const { ms, at } = await call(server.click(target));
          add("clickAnswer", ms);
          clicked.push(at);
          await sleep(50);
        }
        for (let count = 0; count < actionsPerRound; count += 1) {
          add("fill", (await call(server.fill(field, `Value number ${count}`))).ms);
          await sleep(50);
        }
        const { withChanges } = server;
        let last = actionsPerRound - 1;
        if (withChanges) {
          for (let count = 0; count < actionsPerRound; count += 1) {
            add("clickChanges", (await call(withChanges.click(target))).ms);
            await sleep(50);
            last += 1;
            add("fillChanges", (await call(withChanges.fill(field, `Value number ${last}`))).ms);
            await sleep(50);
          }
        }
        // What an agent does to see the effect of a click.
        const look = server.defaultSnapshot ?? server.snapshot;
        for (let count = 0; count < actionsPerRound; count += 1) {
          const clicking = withChanges ? await call(withChanges.click(target)) : await call(server.click(target));
          add("clickLook", clicking.ms + (withChanges ? 0 : (await call(look())).ms));
          await sleep(50);
        }
        const clicks = (withChanges ? 3 : 2) * actionsPerRound;
        await leave(`${mark}-end`);
        const seen = await site.seen(run);
        if (seen.clicks.length !== clicks)
          throw new Error(`${server.name}: the page saw ${seen.clicks.length} of ${clicks} clicks`);
        if (!seen.inputs.some(({ value }) => value === `Value number ${last}`))
          throw new Error(`${server.name}: the field was not filled`);
        for (const [index, at] of clicked.entries()) add("clickSeen", (seen.clicks[index]?.at ?? 0) - at);
      }
    }
    if (wanted("default200k") || wanted("default200kBytes")) {
      await show(200_000, `${mark}-200k`);
      await snapshot("default200k", "default200kBytes", (server.defaultSnapshot ?? server.snapshot)());
    }
    if (wanted("memoryAfter")) add("memoryAfter", memory());
    return samples;
  } finally {
    await running.close();
  }
}
