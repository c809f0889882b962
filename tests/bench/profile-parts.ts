/** The parts of a snapshot, each measured alone on a fresh page and compared with a lower bound. */

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

/** The lower bound of a walk: it reads the name, attributes, text and three styles of each element once. */
export const BARE = `(() => {
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
  /** A fresh page, and a function that evaluates in an isolated world of it. */
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
  // Reading the last character makes the browser join a string that it keeps in parts.
  const timed = (expression: string): string =>
    `(() => { const began = performance.now(); globalThis.text = ${expression}; text.charCodeAt(text.length - 1); return String(performance.now() - began); })()`;
  const first = (text: string): number => Number(text.split(" ")[0]);

  const bare = await fresh();
  // Layout is the browser's own work, and a walk needs all of it.
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

  // The same walk with its full text and with positions only. The difference is the time for making the
  // text.
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

  // The transfer of a walk's answer, and of the same text that was made before.
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

  // The engine splits each line and writes it in another form. The lower bound only finds the ends of lines
  // and fields, and joins them.
  began = performance.now();
  let out = "";
  for (const line of text.split("\n")) out += `${line.split("\t").join(" ")}\n`;
  parts["parse and format"].floor.push(performance.now() - began);
  if (out.length < text.length) throw new Error("the walk returned no text");
}

/**
 * The engine's own work for a whole snapshot, in milliseconds of processor time: it reads the walks of all
 * frames, assigns UIDs and writes the text. The page is unchanged, so that the browser's part is small and
 * in other processes.
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
