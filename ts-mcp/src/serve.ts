// The server: what it is made of, on stdin and stdout or on a port. It is loaded after the first answers, where those can be given without it.

import "./zod.ts";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { SessionOptions } from "@uipilot/core";
import { Browser } from "./browser.ts";
import type { Presenting } from "./certificates/present.ts";
import { offersOf } from "./cli/tools.ts";
import { type Command, UsageError } from "./cli.ts";
import { Confirm } from "./confirm/confirm.ts";
import { DesktopHolder } from "./desktop.ts";
import { Ending } from "./ending.ts";
import { Fence } from "./fence.ts";
import type { Begun } from "./front.ts";
import type { HttpOptions } from "./http/server.ts";
import { Log, trace } from "./log.ts";
import { realHome } from "./places.ts";
import { refuse } from "./refuse.ts";
import { SCRIPTS_SEE_SECRETS, SECRET_VARIABLE } from "./secrets/load.ts";
import { masker } from "./secrets/mask.ts";
import { createServer, type ServerParts } from "./server.ts";
import { type SessionAccess, Sessions } from "./sessions.ts";
import { StateFiles } from "./state-file.ts";
import { StdioTransport } from "./stdio.ts";
import type { ToolSet } from "./tools/names.ts";
import { Offered } from "./tools/offered.ts";
import { workingFolder } from "./working-folder.ts";
import type { Workspace } from "./workspace.ts";

/** How long to wait before loading the tools and starting the browser, so that the client gets its first answers sooner. */
const WARM_UP_AFTER_MS = 50;

function openLog({ logLevel, logFile }: Command): Log {
  try {
    return Log.open(logLevel, logFile);
  } catch (error) {
    return refuse(`the log file cannot be opened: ${error instanceof Error ? error.message : error}`);
  }
}

/** Begins to present client certificates, if there are any. */
async function presented({ certificates, session }: Command, log: Log): Promise<Presenting | undefined> {
  if (certificates.length === 0) return undefined;
  // What only certificates need is loaded for them only.
  const { present } = await import("./certificates/present.ts");
  try {
    return await present(certificates, session.ignoreHttpsErrors === true, process.env, log);
  } catch (error) {
    if (error instanceof UsageError) return refuse(error.message);
    throw error;
  }
}

/** Options with further arguments for the browser that is started. */
function withArguments(options: SessionOptions, more: readonly string[]): SessionOptions {
  const { launch } = options;
  if (launch === undefined || more.length === 0) return options;
  return { ...options, launch: { ...launch, arguments: [...(launch.arguments ?? []), ...more] } };
}

/** Serves. `begun`: what was read and answered already. */
export async function serve(command: Command, begun?: Begun): Promise<void> {
  masker.add(command.secrets?.all ?? []);
  // Programs that the server starts get none.
  for (const name of Object.keys(process.env)) if (name.startsWith(SECRET_VARIABLE)) delete process.env[name];
  const log = openLog(command);
  if (command.secrets !== undefined && command.script) log.write("warn", "secrets", SCRIPTS_SEE_SECRETS);
  const states = new StateFiles(command.stateKey);
  const beginning = { states, file: command.storageState };
  const presenting = await presented(command, log);
  const session = withArguments(command.session, presenting?.arguments ?? []);
  const browser = new Browser(session, log, beginning);
  const sessions = new Sessions(browser, session, command.limits, log, beginning);
  const desktop = new DesktopHolder(log);
  const working = workingFolder({
    workingDirectory: process.cwd(),
    home: realHome(),
    environment: process.env,
    platform: process.platform,
  });
  if (working.own) log.write("info", "server", `started in ${process.cwd()}; files go to ${working.folder}`);

  // Only a headless browser is started early: a window would surprise the user, and an attached browser
  // already runs.
  let cold = command.session.launch?.headless === true && offersOf("web", command);
  const warmUp = (offered: Offered): void => {
    setTimeout(
      () => {
        if (ending.begun) return;
        // The first call reports any failure.
        Promise.all([offered.load(), import("./call.ts")]).catch(() => undefined);
        if (cold) void browser.warmUp();
        cold = false;
      },
      begun?.answered.size ? 0 : WARM_UP_AFTER_MS,
    );
  };
  const ending = new Ending(log, () =>
    Promise.all([sessions.closeAll(), browser.close(), desktop.close(), workspace?.close()]).finally(() =>
      presenting?.close(),
    ),
  );
  let workspace: Workspace | undefined;
  if (offersOf("workspace", command)) {
    workspace = await loadWorkspace(command, working.folder, log);
    // The client may have gone meanwhile.
    if (ending.begun) return;
  } else if (command.configuresWorkspace && command.config !== undefined) {
    const { checkWorkspace } = await import("./workspace.ts");
    await checkWorkspace(command.config).catch(refuseUsage);
    if (ending.begun) return;
  }
  // Clients on a port have to open and close sessions: some have no other way to be apart.
  const apart = command.http !== undefined && !command.http.shareSession;
  const sets = apart ? [...new Set<ToolSet>([...command.tools, "sessions"])] : command.tools;
  // Over HTTP a server lives for one request, and its tools are the same each time.
  const tools = new Map<boolean, Offered>();
  const confirm = command.confirm && new Confirm(command.confirm);
  const toolsWhere = (mustName: boolean): Offered => {
    const { script, allowTools: allow, denyTools: deny, secrets } = command;
    const extension = command.session.extension !== undefined;
    const made =
      tools.get(mustName) ??
      new Offered({
        sets,
        script,
        extension,
        mustName,
        allow,
        deny,
        secrets,
        confirm,
        workspace: workspace?.tools ?? [],
      });
    tools.set(mustName, made);
    return made;
  };
  const fence = command.fence ? new Fence() : undefined;
  const parts = (own: SessionAccess): ServerParts => {
    const offered = toolsWhere(own.mustName);
    return {
      ...(fence === undefined ? {} : { fence }),
      tools: offered,
      sessions: own,
      states,
      windowless: command.session.launch?.headless === true,
      desktop: () => desktop.desktop(),
      programEnv: command.env,
      folders: { working, allowed: command.roots, withheld: command.session.withheldFiles ?? [] },
      clientRoots: command.clientRoots,
      onUse: () => warmUp(offered),
      onCall: (call) => ending.waitFor(call),
      log,
    };
  };
  // The extension looks for the server by itself, so the server listens before the first call.
  if (command.session.extension !== undefined) void browser.listen();
  if (command.http === undefined) serveStdin(parts(sessions), ending, begun);
  else void serveHttp(command, command.http, { sessions, parts, ending });
}

/** Loads the workspace tools. Ends the process if their configuration is wrong. */
async function loadWorkspace({ config, session }: Command, folder: string, log: Log): Promise<Workspace> {
  const { openWorkspace } = await import("./workspace.ts");
  return await openWorkspace({ config, folder, session, log }).catch(refuseUsage);
}

function refuseUsage(error: unknown): never {
  if (!(error instanceof UsageError)) throw error;
  return refuse(error.message);
}

/** Serves the one client on standard input and output. */
function serveStdin(parts: ServerParts, ending: Ending, begun: Begun | undefined): void {
  process.stdin.once("end", () => ending.begin("the client closed the connection", 0));
  process.stdin.once("close", () => ending.begin("the client closed the connection", 0));
  // The client is gone, so no answer can be sent.
  process.stdout.once("error", (error) => ending.begin(`standard output failed: ${error.message}`, 1));
  serveStdio(() => createServer(parts), {
    transport: new StdioTransport({ begun }),
    onerror: (error) => parts.log.write("warn", "mcp", error.message),
  });
}

interface HttpService {
  sessions: Sessions;
  /** The parts of a server for a client with these sessions. */
  parts(own: SessionAccess): ServerParts;
  ending: Ending;
}

/** Serves many clients on a port. */
async function serveHttp(command: Command, http: HttpOptions, { sessions, parts, ending }: HttpService): Promise<void> {
  const { listen } = await import("./http/server.ts");
  const { limits } = command;
  const log = ending.log;
  try {
    const listening = await listen(http, {
      create: (own) => createServer(parts(own)),
      sessions,
      // One client leaves others room.
      mostSessions: Math.max(1, Math.ceil(limits.count / 2)),
      idleMs: limits.idleMs,
      log,
    });
    ending.drains(listening);
    process.stderr.write(`uipilot-mcp: listening on ${listening.url}\n`);
  } catch (error) {
    process.stderr.write(`uipilot-mcp: cannot listen at ${http.host} port ${http.port}: ${trace(error)}\n`);
    ending.begin("the port cannot be listened at", 1);
  }
}
