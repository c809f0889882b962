// Starts the server, and ends it without leaving processes behind.

import "./v8.ts";
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { Browser } from "./browser.ts";
import { type Command, help, parse, UsageError } from "./cli.ts";
import { DesktopHolder } from "./desktop.ts";
import { Log, trace } from "./log.ts";
import { createServer, type ServerParts } from "./server.ts";
import { Sessions } from "./sessions.ts";
import { StdioTransport } from "./stdio.ts";
import { toolsFor } from "./tools/index.ts";
import { VERSION } from "./version.ts";
import { workingFolder } from "./working-folder.ts";

/** How long to wait before starting the browser, so that the client gets its first answers sooner. */
const WARM_UP_AFTER_MS = 50;
/** After this time the process ends in any case. The browser's guard process then ends the browser. */
const CLOSE_WITHIN_MS = 1_800;

function main(): void {
  const command = read();
  if (command === "help") process.stdout.write(help());
  else if (command === "version") process.stdout.write(`${VERSION}\n`);
  else serve(command);
}

function read(): Command | "help" | "version" {
  try {
    return parse(process.argv.slice(2), process.env);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return refuse(error.message);
  }
}

function refuse(message: string): never {
  process.stderr.write(`uipilot-mcp: ${message}\nSee uipilot-mcp --help.\n`);
  process.exit(2);
}

/** The user's home folder, without links, as the working directory is. */
function realHome(): string {
  const home = homedir();
  try {
    return realpathSync(home);
  } catch {
    return home;
  }
}

function openLog({ logLevel, logFile }: Command): Log {
  try {
    return Log.open(logLevel, logFile);
  } catch (error) {
    return refuse(`the log file cannot be opened: ${error instanceof Error ? error.message : error}`);
  }
}

function serve(command: Command): void {
  const log = openLog(command);
  const browser = new Browser(command.session, log);
  const sessions = new Sessions(browser, command.session, command.limits, log);
  const desktop = new DesktopHolder(log);
  const working = workingFolder({
    workingDirectory: process.cwd(),
    home: realHome(),
    environment: process.env,
    platform: process.platform,
  });
  if (working.own) log.write("info", "server", `started in ${process.cwd()}; files go to ${working.folder}`);
  const parts: ServerParts = {
    tools: toolsFor({
      sets: command.tools,
      script: command.script,
      extension: command.session.extension !== undefined,
    }),
    sessions,
    desktop: () => desktop.desktop(),
    programEnv: command.env,
    folders: { working, allowed: command.roots },
    clientRoots: command.clientRoots,
    log,
  };

  let ending = false;
  const end = (why: string, status: number): void => {
    if (ending) return;
    ending = true;
    log.write("info", "server", `ending: ${why}`);
    setTimeout(() => process.exit(status), CLOSE_WITHIN_MS);
    void Promise.all([sessions.closeAll(), browser.close(), desktop.close()]).then(() => process.exit(status));
  };
  process.stdin.once("end", () => end("the client closed the connection", 0));
  process.stdin.once("close", () => end("the client closed the connection", 0));
  // The client is gone, so no answer can be sent.
  process.stdout.once("error", (error) => end(`standard output failed: ${error.message}`, 1));
  process.once("SIGINT", () => end("SIGINT", 130));
  process.once("SIGTERM", () => end("SIGTERM", 143));
  process.once("SIGHUP", () => end("SIGHUP", 129));
  process.once("uncaughtException", (error) => {
    log.write("error", "server", trace(error));
    end("an uncaught error", 1);
  });

  // Only a headless browser is started early: a window would surprise the user, and an attached browser
  // already runs.
  let cold = command.session.launch?.headless === true && command.tools.includes("web");
  const warmUp = (): void => {
    if (!cold) return;
    cold = false;
    setTimeout(() => {
      if (!ending) void browser.warmUp();
    }, WARM_UP_AFTER_MS);
  };
  // The extension looks for the server by itself, so the server listens before the first call.
  if (command.session.extension !== undefined) void browser.listen();
  serveStdio(() => createServer({ ...parts, onUse: warmUp }), {
    transport: new StdioTransport(),
    onerror: (error) => log.write("warn", "mcp", error.message),
  });
}

main();
