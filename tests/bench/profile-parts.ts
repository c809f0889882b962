/** The parts of a snapshot, each timed alone on a fresh page, beside the least that it can take. */

import { readFileSync } from "node:fs";
import type { PageSocket } from "../support/page-socket.ts";
import { injectedBundle } from "../support/paths.ts";
import { sleep, until } from "../support/wait.ts";
import { openCore } from "./core.ts";

/** In the order in which they come. */
export const partNames = ["layout", "walk", "serialise", "transfer", "parse and format"] as const;

/** Milliseconds of each part and of its floor. */
export type Parts = Record<(typeof partNames)[number], { ms: number[]; floor: number[] }> & {
  /** A walk of a page on which nothing has changed. */
  again: number[];
};

/** Nothing measured yet. */
export const noParts = (): Parts =>
  ({ ...Object.fromEntries(partNames.map((name) => [name, { ms: [], floor: [] }])), again: [] }) as unknown as Parts;

/** Nothing can look at a page and read less: each element once, its name, attributes, text and three styles. */
const BARE = `(() => {
  const began = performance.now();
  let read = 0;
  const visit = (root) => {
    for (let el = root.firstElementChild; el; el = el.nextElementSibling) {
      const { localName } = el;
      if (el.hasAttributes()) for (const name of el.getAttributeNames()) read += (el.getAttribute(name) ?? "").length;
      const style = getComputedStyle(el);
      read += style.display.length + style.visibility.length + style.cursor.length + localName.length;
      if (!el.firstElementChild) read += el.textContent.length;
      if (el.shadowRoot) visit(el.shadowRoot);
      visit(el);
    }
  };
  visit(document.body);
  return performance.now() - began + " " + read;
})()`;

/** Times the parts once in the main document of a page. */
export async function inPage(devTools: PageSocket, url: string, parts: Parts): Promise<void> {
  await devTools.send("Page.enable");
  /** A fresh page, and how to evaluate in a world of our own in it. */
  const fresh = async (): Promise<(expression: string) => Promise<string>> => {
    await devTools.send("Page.navigate", { url: "about:blank" });
    const { frameId } = await devTools.send<{ frameId: string }>("Page.navigate", { url });
    await until(
      "the page to load",
      async () => {
        const { result } = await devTools.send<{ result: { value: string } }>("Runtime.evaluate", {
          expression: "document.readyState + location.href",
        });
        return result.value === `complete${url}`;
      },
      60_000,
    );
    await sleep(300);
    const { executionContextId } = await devTools.send<{ executionContextId: number }>("Page.createIsolatedWorld", {
      frameId,
      worldName: "profile",
    });
    return async (expression) => {
      const { result } = await devTools.send<{ result: { value: string } }>("Runtime.evaluate", {
        contextId: executionContextId,
        expression,
      });
      return result.value;
    };
  };
  // Looking at its end makes the browser put a string together that it has in parts.
  const timed = (expression: string): string =>
    `(() => { const began = performance.now(); globalThis.text = ${expression}; text.charCodeAt(text.length - 1); return String(performance.now() - began); })()`;
  const first = (text: string): number => Number(text.split(" ")[0]);

  const bare = await fresh();
  // It is the browser's own: a walk asks for it, and cannot do with less.
  const layout = first(
    await bare(
      `(() => { document.body.style.width = "700px"; const began = performance.now(); document.body.getBoundingClientRect(); return String(performance.now() - began); })()`,
    ),
  );
  parts.layout.ms.push(layout);
  parts.layout.floor.push(layout);
  parts.walk.floor.push(first(await bare(BARE)));

  const own = await fresh();
  await own(`${readFileSync(injectedBundle, "utf8")};""`);
  const known = (had: string): string => `__uipilot("walk", JSON.stringify({ known: ${had} }))`;
  parts.walk.ms.push(first(await own(timed(known(`{ doc: "", serial: 0 }`)))));
  const text = await own("text");

  // The same walk told as a whole and by its places only: what is between them is the making of the text.
  const had = `(() => { const h = text.split("\\n", 1)[0].split("\\t"); return { doc: h[0], serial: Number(h[9]) }; })()`;
  await own(timed(known(had)));
  const places: number[] = [];
  const whole: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    places.push(first(await own(timed(known(had)))));
    whole.push(first(await own(timed(known(`{ doc: "", serial: 0 }`)))));
  }
  parts.again.push(Math.min(...places));
  parts.serialise.ms.push(Math.max(0.01, Math.min(...whole) - Math.min(...places)));
  const fields = `globalThis.fields ??= text.split("\\n").map((line) => line.split("\\t"))`;
  await own(`${fields}; ""`);
  parts.serialise.floor.push(
    first(
      await own(
        `(() => { const began = performance.now(); let out = ""; for (const line of fields) out += "\\n" + line.join("\\t"); out.charCodeAt(out.length - 1); return performance.now() - began + " " + out.length; })()`,
      ),
    ),
  );

  // The answer of a walk on its way, and the same text, put together before, on the same way.
  const way = async (expression: string): Promise<number> => {
    const began = performance.now();
    await own(expression);
    return performance.now() - began;
  };
  let began = performance.now();
  const walked = await own(
    `(() => { const began = performance.now(); const text = ${known(`{ doc: "", serial: 0 }`)}; return performance.now() - began + " " + text; })()`,
  );
  parts.transfer.ms.push(Math.max(0.01, performance.now() - began - first(walked)));
  parts.transfer.floor.push(await way(`performance.now() + " " + text`));

  // The engine takes apart each line and writes it again in another form; the least is to find where lines and fields
  // end and to put them together.
  began = performance.now();
  let out = "";
  for (const line of text.split("\n")) out += `${line.split("\t").join(" ")}\n`;
  parts["parse and format"].floor.push(performance.now() - began);
  if (out.length < text.length) throw new Error("the walk said nothing");
}

/**
 * The engine's own work for a whole snapshot, in milliseconds of processor time: reading what the walks of all frames
 * told, giving UIDs, writing the text. The page has nothing new to tell, so that the browser's part is small, and in
 * other processes.
 */
export async function inEngine(url: string, rounds: number): Promise<number[]> {
  const session = await openCore();
  const samples: number[] = [];
  try {
    await session.newPage(url);
    await session.snapshot({ maxBytes: 0 });
    for (let round = 0; round < 3 * rounds; round += 1) {
      await sleep(100);
      const before = process.cpuUsage();
      await session.snapshot({ maxBytes: 0 });
      const { user, system } = process.cpuUsage(before);
      samples.push((user + system) / 1000);
    }
  } finally {
    await session.close();
  }
  return samples;
}
