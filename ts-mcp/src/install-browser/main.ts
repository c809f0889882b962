// `uipilot-mcp install-browser`: gets a browser from its maker.

import { rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { detectBrowserPlatform } from "@puppeteer/browsers";
import { browsersFolder, INSTALLABLE, type Installable, type Installed, installedIn } from "../installed.ts";
import { here } from "../places.ts";
import { brief, quote } from "../quote.ts";
import { buildOf, put, there, type Wish, whyNot } from "./install.ts";
import { InstallFailed } from "./install-failed.ts";
import { progress } from "./progress.ts";
import { CHANNELS, VERSION } from "./sources.ts";

const HELP = `Usage: uipilot-mcp install-browser NAME [options]

Gets Chrome for Testing (chrome), a build of Chromium (chromium) or Firefox (firefox) from its maker, and puts it into the user's data
folder, where the server finds it: it takes the browser that was installed last before those of the system.

  --channel NAME    chrome: ${CHANNELS.chrome.join(", ")}; firefox: ${CHANNELS.firefox.join(", ")} (stable)
  --version NUMBER  This version, as in 156 or 156.0.8078.108 of Chrome, 153.0.1 of Firefox, 1500000 of Chromium
  --path DIR        Put it here; the server has to be told with --executable FILE
  --base-url URL    Download from this server, which has the files as the maker's has
  --list            Say what is installed
  --remove          Remove what is installed of NAME, or its --version

Exit codes: 0 it is there; 1 it could not be installed, or does not start here; 2 the options are wrong.
`;

/** Runs the command. @returns the exit code */
export async function installBrowser(args: readonly string[]): Promise<number> {
  let options: Options;
  try {
    options = read(args);
  } catch (error) {
    process.stderr.write(`uipilot-mcp install-browser: ${error instanceof Error ? error.message : error}\n`);
    return 2;
  }
  if (options.do === "help") return print(HELP.trimEnd());
  if (options.do === "list") return list(options.folder);
  try {
    return options.do === "remove" ? removeAll(options) : await run(options);
  } catch (error) {
    if (!(error instanceof InstallFailed)) throw error;
    process.stderr.write(`uipilot-mcp install-browser: ${oneLine(error.message)}\n→ ${error.nextStep}\n`);
    return 1;
  }
}

function print(line: string): 0 {
  process.stdout.write(`${line}\n`);
  return 0;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const oneLine = (text: string): string => text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ");

async function run({ wish, isUsual }: Extract<Options, { do: "install" }>): Promise<number> {
  const build = await buildOf(wish);
  const known = there(wish, build);
  const shown = progress(process.stdout, `${wish.browser} ${build}`);
  const installed = known ?? (await put(wish, build, shown.report).finally(() => shown.end()));
  print(`${wish.browser} ${build} ${known === undefined ? "is now" : "is already"} in ${quote(installed.folder)}.`);
  const why = await whyNot(installed.executable);
  if (why !== undefined) {
    throw new InstallFailed(
      `it does not start here: ${why.slice(0, 500)}`,
      "install the libraries that it names, or the browser's package of this system, which brings them",
    );
  }
  const use = isUsual
    ? `The server takes it for --browser ${wish.browser === "firefox" ? "firefox" : "chromium"} from its next start on.`
    : `Give the server --executable ${quote(installed.executable)}, or set UIPILOT_BROWSER_PATH to that file.`;
  return print(use);
}

function list(folder: string): 0 {
  const all = installedIn(folder);
  for (const { browser, version, executable } of all) print(`${browser} ${version} ${quote(executable)}`);
  return all.length > 0 ? 0 : print(`No browser is installed in ${quote(folder)}.`);
}

function removeAll({ browser, version, folder }: Extract<Options, { do: "remove" }>): 0 {
  const isMeant = (one: Installed): boolean =>
    one.browser === browser &&
    (version === undefined || one.version === version || one.version.endsWith(`_${version}`));
  const found = installedIn(folder).filter(isMeant);
  for (const { folder: own, version: build } of found) {
    try {
      rmSync(own, { recursive: true, maxRetries: 3 });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new InstallFailed(`${brief(own)} could not be removed: ${why}`, "end the browser, and try again");
    }
    print(`Removed ${browser} ${build}.`);
  }
  return found.length > 0 ? 0 : print(`There is no such ${browser} in ${quote(folder)}.`);
}

type Options =
  | { do: "help" }
  | { do: "list"; folder: string }
  | { do: "remove"; browser: Installable; version?: string; folder: string }
  | { do: "install"; wish: Wish; isUsual: boolean };

function read(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      channel: { type: "string" },
      version: { type: "string" },
      path: { type: "string" },
      "base-url": { type: "string" },
      list: { type: "boolean", default: false },
      remove: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
    allowPositionals: true,
    strict: true,
  });
  if (values.help) return { do: "help" };
  const usual = browsersFolder(here());
  if (values.path?.trim() === "") throw new Error("--path is empty");
  const folder = values.path === undefined ? usual : path.resolve(values.path);
  if (values.list) return { do: "list", folder };
  const browser = INSTALLABLE.find((name) => name === positionals[0]);
  if (browser === undefined || positionals.length > 1) {
    throw new Error(`give one browser, ${INSTALLABLE.join(", ")}, got ${brief(positionals.join(" "))}`);
  }
  const { version, channel, "base-url": baseUrl } = values;
  const channels = CHANNELS[browser];
  if (version !== undefined && !VERSION[browser].test(version)) {
    throw new Error(`--version ${brief(version)} is no version of ${browser}`);
  }
  if (values.remove) return { do: "remove", browser, folder, ...(version === undefined ? {} : { version }) };
  if (channel !== undefined && !channels.includes(channel)) {
    throw new Error(`--channel of ${browser} is one of ${channels.join(", ")}, got ${brief(channel)}`);
  }
  if (channel !== undefined && version !== undefined) throw new Error("--channel and --version exclude each other");
  if (baseUrl !== undefined && !/^https?:$/.test(URL.canParse(baseUrl) ? new URL(baseUrl).protocol : "")) {
    throw new Error(`--base-url must begin with https:// or http://, got ${brief(baseUrl)}`);
  }
  const platform = detectBrowserPlatform();
  if (platform === undefined) throw new Error(`there are no browsers for ${process.platform} ${process.arch}`);
  return {
    do: "install",
    isUsual: folder === usual,
    wish: {
      browser,
      platform,
      channel: channel ?? channels[0] ?? "",
      folder,
      ...(version === undefined ? {} : { version }),
      ...(baseUrl === undefined ? {} : { baseUrl: baseUrl.replace(/\/+$/, "") }),
    },
  };
}
