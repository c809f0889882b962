// The browsers of this machine, each tried for real.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Session, SessionOptions } from "@uipilot/core";
import { isCoded } from "../error.ts";
import { brief } from "../quote.ts";
import { type Check, type Finding, ok, problem, warning } from "./finding.ts";

/** The browsers that the server can start, as `--browser` takes them. */
const KNOWN = ["chromium", "chrome", "msedge", "brave", "firefox"];
/** How long one browser may take to start, to show a page and to be clicked, in milliseconds. */
const TRY_MS = 40_000;

/** How long a browser may take to end, in milliseconds. */
const CLOSE_MS = 10_000;

const PAGE = `data:text/html,${encodeURIComponent(
  `<title>Trial</title><button onclick="this.textContent = 'Pressed'">Press</button>`,
)}`;

export const browsers: Check = {
  name: "browsers",
  limitMs: KNOWN.length * TRY_MS,
  async look(around, signal) {
    const { executable } = around;
    if (!around.launch) {
      if (executable === undefined || existsSync(executable)) return [ok("no browser was started (--no-launch)")];
      return [
        problem(`there is no ${brief(executable)}`, "give --executable FILE with the path of a browser that is there"),
      ];
    }
    const tries = around.executable === undefined ? KNOWN.map((browser) => ({ browser })) : wanted(around.executable);
    const findings: Finding[] = [];
    // One after the other, so that none is slow because of the others.
    for (const launch of tries) {
      const found = await tryOne(launch, signal);
      if (found !== undefined) findings.push(found);
    }
    if (findings.length > 0) return findings;
    return [
      problem(
        "no browser was found",
        "install Chromium, Chrome, Edge, Brave or Firefox, or give --executable FILE with the path of one",
      ),
    ];
  },
};

/** What a file with a browser is tried as. */
function wanted(executable: string): Launch[] {
  return [{ browser: /firefox|librewolf/i.test(path.basename(executable)) ? "firefox" : "chromium", executable }];
}

type Launch = NonNullable<SessionOptions["launch"]>;

/** Tries a browser. @returns nothing if it is not there, and was not asked for by its file */
async function tryOne(launch: Launch, signal: AbortSignal): Promise<Finding | undefined> {
  const { Session } = await import("@uipilot/core");
  const name = launch.executable ?? launch.browser ?? "";
  const began = performance.now();
  let session: Session | undefined;
  try {
    session = Session.open({ launch: { ...launch, headless: true, timeoutMs: TRY_MS } });
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)]);
    await session.newPage(PAGE, { signal: limited });
    const { nodes } = await session.nodes({ signal: limited });
    const uid = nodes.find(({ role }) => role === "button")?.uid;
    if (uid === undefined) return problem(`${name} shows a page, but no button in its snapshot`, "report it");
    await session.click(uid, { signal: limited });
    const { text } = await session.snapshot({ signal: limited });
    if (!text.includes("Pressed")) return problem(`${name} took a click that did nothing`, "report it");
    return ok(`${name}: started, read and clicked in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  } catch (error) {
    const code = isCoded(error) ? error.code : "";
    if (code === "BROWSER_NOT_FOUND" && launch.executable === undefined) return undefined;
    const text = `${name}: ${error instanceof Error ? error.message : String(error)}`;
    return problem(text, cureOf(code));
  } finally {
    const closed = session?.close().catch(() => undefined);
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
  }
}

function cureOf(code: string): string {
  if (code === "BROWSER_NOT_FOUND") return "give --executable FILE with the path of a browser that is there";
  return "read what the browser said; a library that is missing comes with the system's package of the browser, and an old browser has to be updated";
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
    const set = Object.entries(FORBIDS).find(([file, value]) => read(file) === value);
    if (set === undefined) return [ok("this system lets Chromium have its sandbox")];
    return [
      warning(
        `${set[0]} is ${set[1]}: ${consequence}, unless its setuid helper is installed`,
        "install a Chromium with that helper, or let the system allow user namespaces",
      ),
    ];
  },
};

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return undefined;
  }
}
