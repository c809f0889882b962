// The browsers of this machine, each tried for real.

import { readFileSync } from "node:fs";
import type { Session, SessionOptions } from "@uipilot/core";
import { isCoded } from "../error.ts";
import { type Check, type Finding, ok, problem, type Surroundings, warning } from "./finding.ts";

/** The browsers that the server can start, as `--browser` takes them. */
const KNOWN = ["chromium", "chrome", "msedge", "brave", "firefox"];
/** How long one browser may take to start, to show a page and to be clicked, in milliseconds. */
const TRY_MS = 40_000;

const PAGE = `data:text/html,${encodeURIComponent(
  `<title>Trial</title><button onclick="this.textContent = 'Pressed'">Press</button>`,
)}`;

export const browsers: Check = {
  name: "browsers",
  limitMs: KNOWN.length * TRY_MS,
  async look(around, signal) {
    if (!around.launch) return [ok("no browser was started (--no-launch)")];
    const tries = around.executable === undefined ? KNOWN.map((browser) => ({ browser })) : wanted(around.executable);
    const findings: Finding[] = [];
    // One after the other, so that none is slow because of the others.
    for (const launch of tries) {
      const found = await tryOne(launch, around, signal);
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
  return [{ browser: /firefox|librewolf/i.test(executable) ? "firefox" : "chromium", executable }];
}

type Launch = NonNullable<SessionOptions["launch"]>;

/** Tries a browser. @returns nothing if it is not there, and was not asked for by its file */
async function tryOne(launch: Launch, { env }: Surroundings, signal: AbortSignal): Promise<Finding | undefined> {
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
    return problem(text, cureOf(code, env));
  } finally {
    await session?.close().catch(() => undefined);
  }
}

function cureOf(code: string, env: NodeJS.ProcessEnv): string {
  if (code === "BROWSER_NOT_FOUND") return "give --executable FILE with the path of a browser that is there";
  const library = "read what the browser said; a missing library is installed by the system's packages of the browser";
  return env["DISPLAY"] === undefined ? library : `${library}; another running browser may hold its profile`;
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
