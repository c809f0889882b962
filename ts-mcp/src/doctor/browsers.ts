// The browsers of this machine, each tried for real.

import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { BrowserInfo, Session, SessionOptions } from "@uipilot/core";
import { BROWSERS } from "../cli/flags.ts";
import { isCoded } from "../error.ts";
import { browsersFolder, installedIn } from "../installed.ts";
import { dataFolder } from "../places.ts";
import { brief } from "../quote.ts";
import { type Check, type Finding, ok, problem, type Surroundings, warning } from "./finding.ts";
import { answers } from "./probe.ts";
import { channelOf, parseProduct, programOf, saysFirefox, tooOld } from "./versions.ts";

/** How long one browser may take to start, to show a page and to be clicked, in milliseconds. */
const TRY_MS = 40_000;

/** How long a browser may take to end, in milliseconds. */
const CLOSE_MS = 10_000;

const PAGE = `data:text/html,${encodeURIComponent(
  `<title>Trial</title><button onclick="this.textContent = 'Pressed'">Press</button>`,
)}`;

const INSTALL = "`uipilot-mcp install-browser chrome`";

export const browsers: Check = {
  name: "browsers",
  limitMs: BROWSERS.length * TRY_MS,
  async look(around, signal) {
    const { executable } = around;
    if (!around.launch) {
      // A name without a path is looked for by the engine.
      const isNamed = executable === undefined || path.basename(executable) === executable;
      if (isNamed || around.probe.get(executable)?.is === "there") {
        return [ok("no browser was started (--no-launch)")];
      }
      return [
        problem(`there is no ${brief(executable)}`, "give --executable FILE with the path of a browser that is there"),
      ];
    }
    const findings: Finding[] = [];
    const mistaken = await firefoxAsChromium(executable, browserOf(around), around.platform);
    if (mistaken !== undefined) return [mistaken];
    // One after the other, so that none is slow because of the others.
    for (const launch of wanted(around)) {
      const found = await tryOne(launch, around.platform, signal);
      if (found !== undefined) findings.push(found);
    }
    if (findings.length > 0) return findings;
    return [
      problem(
        "no browser was found",
        `install Chromium, Chrome, Edge, Brave or Firefox, or let ${INSTALL} do so, or give --executable FILE with the path of one`,
      ),
    ];
  },
};

interface Launch extends NonNullable<SessionOptions["launch"]> {
  /** What it is called in the answer. */
  title: string;
}

/**
 * A Firefox with a name that does not say so, which the engine would start as a Chromium: it would not answer.
 *
 * @param browser what the server is told that it is
 */
export async function firefoxAsChromium(
  executable: string | undefined,
  browser: string | undefined,
  platform: NodeJS.Platform,
): Promise<Finding | undefined> {
  if (executable === undefined || /^firefox/.test(browser ?? kindOf(executable))) return undefined;
  if (!(await saysFirefox(executable, platform))) return undefined;
  const what = `${brief(executable)} says that it is a Firefox, and its name does not: it would be started as a Chromium`;
  return problem(what, "give --browser firefox with it");
}

/** What --browser says. */
function browserOf({ flags }: Surroundings): string | undefined {
  const given = flags.findLast((flag) => flag.startsWith(BROWSER));
  return given?.slice(BROWSER.length);
}

const BROWSER = "--browser=";

/** What is tried: the named file, or what the system and the data folder have. */
function wanted(around: Surroundings): Launch[] {
  const { executable, env, platform, home, probe } = around;
  if (executable !== undefined) {
    return [{ title: executable, browser: browserOf(around) ?? kindOf(executable), executable }];
  }
  const place = { env, platform, home };
  const ours = answers(probe, dataFolder(place)) ? installedIn(browsersFolder(place)) : [];
  return [
    ...BROWSERS.map((browser) => ({ title: browser, browser })),
    ...ours.map((one) => ({
      title: `${one.browser} of install-browser`,
      browser: kindOf(one.executable),
      executable: one.executable,
    })),
  ];
}

const kindOf = (executable: string): string =>
  /firefox|librewolf/i.test(path.basename(executable)) ? "firefox" : "chromium";

/** Tries a browser. @returns nothing if it is not there, and was not asked for by its file */
async function tryOne(
  { title, ...launch }: Launch,
  platform: NodeJS.Platform,
  signal: AbortSignal,
): Promise<Finding | undefined> {
  const { Session } = await import("@uipilot/core");
  let session: Session | undefined;
  let about: About | undefined;
  try {
    session = Session.open({ launch: { ...launch, headless: true, timeoutMs: TRY_MS } });
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)]);
    const began = performance.now();
    about = await describe(await session.start({ signal: limited }), title, launch.executable, platform);
    const failure = await trial(session, limited);
    const took = ((performance.now() - began) / 1_000).toFixed(1);
    return judge(about, failure ?? { text: `started, read and clicked in ${took} s`, isFine: true });
  } catch (error) {
    const code = isCoded(error) ? error.code : "";
    if (code === "BROWSER_NOT_FOUND" && launch.executable === undefined) return undefined;
    const text = error instanceof Error ? error.message : String(error);
    if (about !== undefined) return judge(about, { text, isFine: false });
    return problem(`${title}: ${text}`, cureOf(code, isCoded(error) ? `${error.nextStep}; ` : ""));
  } finally {
    const closed = session?.close().catch(() => undefined);
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
  }
}

interface Outcome {
  text: string;
  isFine: boolean;
}

/** Reads a page and clicks in it. @returns what went wrong */
async function trial(session: Session, signal: AbortSignal): Promise<Outcome | undefined> {
  await session.newPage(PAGE, { signal });
  const { nodes } = await session.nodes({ signal });
  const uid = nodes.find(({ role }) => role === "button")?.uid;
  if (uid === undefined) return { text: "shows a page, but no button in its snapshot", isFine: false };
  await session.click(uid, { signal });
  const { text } = await session.snapshot({ signal });
  return text.includes("Pressed") ? undefined : { text: "took a click that did nothing", isFine: false };
}

/** What is known of a browser that has started. */
interface About {
  title: string;
  facts: Record<string, string | number>;
  product: string;
}

async function describe(
  { product, protocol, pid }: BrowserInfo,
  title: string,
  given: string | undefined,
  platform: NodeJS.Platform,
): Promise<About> {
  const program = (pid === undefined ? undefined : await programOf(pid, platform)) ?? given;
  const version = parseProduct(product);
  const channel = program === undefined ? undefined : await channelOf(program, platform);
  const facts = {
    browser: title,
    product: version?.product ?? product,
    ...(version === undefined ? {} : { version: version.number }),
    ...(channel === undefined ? {} : { channel }),
    ...(program === undefined ? {} : { path: program }),
    protocol,
  };
  return { title, facts, product };
}

/** A finding on a browser that has started. An old version is told, whatever came of the trial. */
function judge({ title, facts, product }: About, { text, isFine }: Outcome): Finding {
  const { version: number, channel, path: program } = facts;
  const what = [facts["product"], number, channel === "stable" ? undefined : channel].filter(Boolean).join(" ");
  const said = `${title}: ${what}${program === undefined ? "" : ` at ${brief(String(program))}`}`;
  const version = parseProduct(product);
  const old = version === undefined ? undefined : tooOld(version);
  if (old !== undefined) {
    const age = `${said} is too old: ${old.oldest} is the oldest that is supported (${old.reason})`;
    const cure = `update it, or let \`uipilot-mcp install-browser ${/firefox/i.test(product) ? "firefox" : "chrome"}\` install another one`;
    return { ...(isFine ? warning(`${age}; it ${text}`, cure) : problem(`${age}; ${text}`, cure)), facts };
  }
  if (isFine) return { ...ok(`${said}: ${text}`), facts };
  return { ...problem(`${said}: ${text}`, "report it with the output of this command"), facts };
}

function cureOf(code: string, step: string): string {
  if (code === "BROWSER_NOT_FOUND") return "give --executable FILE with the path of a browser that is there";
  return `${step}a library that is missing comes with the system's package of the browser, and an old browser has to be updated, or ${INSTALL} installs another one`;
}

/** Settings of Linux that keep a process from a sandbox, each with the value that does so. */
const FORBIDS = {
  "/proc/sys/kernel/unprivileged_userns_clone": "0",
  "/proc/sys/user/max_user_namespaces": "0",
  "/proc/sys/kernel/apparmor_restrict_unprivileged_userns": "1",
};

export const sandbox: Check = {
  name: "sandbox",
  platforms: ["linux"],
  async look() {
    const consequence = "Chromium starts without its sandbox";
    if (process.getuid?.() === 0) {
      return [
        warning(`this is the root user: ${consequence}`, "run the server as another user, where pages are not trusted"),
      ];
    }
    for (const [file, value] of Object.entries(FORBIDS)) {
      const set = await readFile(file, "utf8").catch(() => "");
      if (set.trim() !== value) continue;
      return [
        warning(
          `${file} is ${value}: ${consequence}, unless its setuid helper is installed`,
          "install a Chromium with that helper, or let the system allow user namespaces",
        ),
      ];
    }
    // A container's filter of system calls only shows when the call is tried. Without the program, nothing is known.
    const { status } = spawnSync("unshare", ["--user", "true"], { stdio: "ignore", timeout: 5_000 });
    if (status === 0 || status === null) return [ok("this system lets Chromium have its sandbox")];
    return [
      warning(
        `this user may not create user namespaces: ${consequence}, unless its setuid helper is installed`,
        "start the container with --security-opt seccomp=FILE, where FILE allows them, such as deploy/container/seccomp.json",
      ),
    ];
  },
};
