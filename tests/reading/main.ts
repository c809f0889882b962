/**
 * What the main part of a page is: our own walk beside the readability library that Firefox uses, on the saved pages of the corpus.
 *
 *   npm run reading -w tests -- [--page wikipedia,…] [--misses]
 *   npm run reading -w tests -- --label FILE      makes places.json of texts that a person chose: {"wikipedia": {"kind": "article", "keep": ["…"], "drop": ["…"]}}
 *
 * A person has marked words of the text that a reader came for, and words of what surrounds it (`places.json`, which has their places in the
 * page and not the words). A way is good if it keeps the first and leaves out the second.
 */

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { median, table } from "../bench/statistics.ts";
import { serveCorpus } from "../recall/pages.ts";
import { OwnChromium } from "../support/chromium.ts";
import { corpus } from "../support/corpora.ts";
import { PageSocket } from "../support/page-socket.ts";
import { coreEntry, executables } from "../support/paths.ts";
import { until } from "../support/wait.ts";

/** Words of a page: where they begin in its letters, and how many letters they are. */
type Place = [start: number, length: number];

/** What is marked in a page. */
interface Marked {
  /** Whether it has a text that it is about. */
  kind: "article" | "list";
  /** Of its letters: places are of these. */
  digest: string;
  keep: Place[];
  drop: Place[];
}

/** The ways to read a page, each with the median of its times. */
interface Reading {
  text: string;
  ms: number;
}

/** How much of what is marked in a page is kept and left out as it should be; undefined where nothing is marked. */
interface Share {
  kind: string;
  kept: number | undefined;
  left: number | undefined;
  ms: number;
}

const ROUNDS = 3;
const file = new URL("places.json", import.meta.url);
const { values } = parseArgs({
  options: { page: { type: "string" }, misses: { type: "boolean", default: false }, label: { type: "string" } },
});
const folder = corpus("pages");
if (folder === undefined) {
  console.log("Skipped: the saved pages are not here (UIPILOT_CORPORA, or shared/corpora beside a folder above).");
  process.exit(0);
}

/** A text as its letters and digits, so that it does not matter how a way writes it. */
const letters = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

const ALL = `(() => {
  const body = document.body.cloneNode(true);
  for (const one of body.querySelectorAll("script, style, noscript, template")) one.remove();
  return body.textContent;
})()`;
const library = readFileSync(createRequire(import.meta.url).resolve("@mozilla/readability/Readability.js"), "utf8");
const READABILITY = `(() => {
  const module = {};
  ${library}
  const began = performance.now();
  const text = new Readability(document.cloneNode(true)).parse()?.textContent ?? "";
  return JSON.stringify({ text, ms: performance.now() - began });
})()`;

interface Core {
  navigate(url: string): Promise<unknown>;
  readPage(options: object): Promise<{ text: string; main: boolean }>;
  close(): Promise<unknown>;
}
const { Session } = (await import(coreEntry)) as { Session: { open(options: object): Core } };
const session = Session.open({ launch: { browser: "chromium", headless: true, executable: executables.chromium } });
const browser = await OwnChromium.start();
const site = await serveCorpus(folder);
try {
  const socket = await PageSocket.firstPage(browser);
  const evaluate = async (expression: string): Promise<string> => {
    const { result } = await socket.send<{ result: { value?: unknown } }>("Runtime.evaluate", { expression });
    return String(result.value ?? "");
  };
  const open = async (url: string): Promise<void> => {
    await socket.send("Page.navigate", { url });
    const isThere = `document.readyState === "complete" && location.href === ${JSON.stringify(url)}`;
    await until("the page", async () => (await evaluate(isThere)) === "true");
  };
  if (values.label !== undefined) await label(values.label);
  else await measure();

  async function label(chosen: string): Promise<void> {
    const given = JSON.parse(readFileSync(chosen, "utf8")) as Record<
      string,
      Record<"keep" | "drop", string[]> & Marked
    >;
    const places: Record<string, Marked> = {};
    for (const { name, url } of site.pages) {
      const one = given[name];
      if (one === undefined) continue;
      await open(url);
      const all = letters(await evaluate(ALL));
      const place = (text: string): Place[] => {
        const wanted = letters(text);
        const start = all.indexOf(wanted);
        if (start >= 0 && all.indexOf(wanted, start + 1) < 0) return [[start, wanted.length]];
        console.log(`${name}: ${start < 0 ? "not there" : "more than once"}: ${text}`);
        return [];
      };
      const [keep, drop] = [one.keep.flatMap(place), one.drop.flatMap(place)];
      places[name] = { kind: one.kind, digest: digestOf(all), keep, drop };
    }
    const rows = Object.entries(places).map(([name, one]) => `  ${JSON.stringify(name)}: ${JSON.stringify(one)}`);
    writeFileSync(file, `{\n${rows.join(",\n")}\n}\n`);
  }

  async function measure(): Promise<void> {
    const places = JSON.parse(readFileSync(file, "utf8")) as Record<string, Marked>;
    const ways = ["uipilot", "readability", "all that is shown"] as const;
    const shares = new Map(ways.map((way) => [way, [] as Share[]]));
    const rows: string[][] = [["page", ...ways.flatMap((way) => [`${way}: kept`, "left out"])]];
    for (const { name, url } of site.pages) {
      const marked = places[name];
      if (marked === undefined || (values.page !== undefined && !values.page.split(",").includes(name))) continue;
      await open(url);
      const all = letters(await evaluate(ALL));
      if (digestOf(all) !== marked.digest) {
        console.log(`${name} is another page than the one that was marked`);
        continue;
      }
      await session.navigate(url);
      const read: Record<(typeof ways)[number], Reading> = {
        uipilot: await timed(() => session.readPage({ format: "text", maxBytes: 0 })),
        readability: await timed(async () => JSON.parse(await evaluate(READABILITY)) as Reading),
        "all that is shown": await timed(() => session.readPage({ format: "text", maxBytes: 0, content: "all" })),
      };
      const row = [name];
      for (const way of ways) {
        const text = letters(read[way].text);
        const there = ([start, length]: Place): boolean => text.includes(all.slice(start, start + length));
        const share = (places: Place[], good: (place: Place) => boolean): number | undefined =>
          places.length === 0 ? undefined : places.filter(good).length / places.length;
        const kept = share(marked.keep, there);
        const left = share(marked.drop, (one) => !there(one));
        shares.get(way)?.push({ kind: marked.kind, kept, left, ms: read[way].ms });
        row.push(kept?.toFixed(2) ?? "", left?.toFixed(2) ?? "");
        if (!values.misses || way === "all that is shown") continue;
        const missed = marked.keep.filter((one) => !there(one));
        const wrong = marked.drop.filter(there);
        const shown = (one: Place): string => all.slice(one[0], one[0] + one[1]);
        if (missed.length > 0) console.log(`${name}, ${way} lost: ${missed.map(shown).join(" | ")}`);
        if (wrong.length > 0) console.log(`${name}, ${way} kept: ${wrong.map(shown).join(" | ")}`);
      }
      rows.push(row);
    }
    console.log(table(rows));
    const mean = (shares: (number | undefined)[]): number => {
      const known = shares.filter((one) => one !== undefined);
      return known.reduce((sum, one) => sum + one, 0) / known.length;
    };
    const summary = [["way", "pages", "kept of the text", "left out of the rest", "both (harmonic mean)", "median ms"]];
    for (const kind of ["article", "list"]) {
      for (const way of ways) {
        const of = (shares.get(way) ?? []).filter((one) => one.kind === kind);
        if (of.length === 0) continue;
        const [kept, left] = [mean(of.map((one) => one.kept)), mean(of.map((one) => one.left))];
        const both = kept + left === 0 ? 0 : (2 * kept * left) / (kept + left);
        const ms = median(of.map((one) => one.ms));
        summary.push([
          way,
          `${of.length} (${kind})`,
          ...[kept, left, both].map((one) => one.toFixed(3)),
          ms.toFixed(1),
        ]);
      }
    }
    console.log(`\n${table(summary)}`);
  }
  socket.close();
} finally {
  await session.close();
  await browser.close();
  await site.close();
}

/** What a way read, with the median of its times; its own time, if it says one. */
async function timed(read: () => Promise<{ text: string; ms?: number }>): Promise<Reading> {
  const times: number[] = [];
  let text = "";
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    const answer = await read();
    times.push(answer.ms ?? performance.now() - began);
    text = answer.text;
  }
  return { text, ms: median(times) };
}
