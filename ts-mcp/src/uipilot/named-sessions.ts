// The sessions of the daemon by name. Each has a browser, options and folders of its own, as a server has.

import { isDeepStrictEqual } from "node:util";
import { Browser } from "../browser.ts";
import { FLAGS, type Flag } from "../cli/flags.ts";
import { offersOf, setOf } from "../cli/tools.ts";
import { type Command, parse } from "../cli.ts";
import { readConfigFile } from "../config/file.ts";
import { Confirm } from "../confirm/confirm.ts";
import { DesktopHolder } from "../desktop.ts";
import { ToolError } from "../error.ts";
import { type Log, trace } from "../log.ts";
import { realHome } from "../places.ts";
import { brief } from "../quote.ts";
import { SCRIPTS_SEE_SECRETS } from "../secrets/load.ts";
import { masker } from "../secrets/mask.ts";
import { Secrets } from "../secrets/secrets.ts";
import { Sessions } from "../sessions.ts";
import { StateFiles } from "../state-file.ts";
import { STATE_KEY } from "../state-key.ts";
import { type Tool, type ToolSet, toolsFor } from "../tools/index.ts";
import { UsageError } from "../usage-error.ts";
import { type WorkingFolder, workingFolder } from "../working-folder.ts";
import type { Workspace } from "../workspace.ts";
import type { Ended, Memory } from "./memory.ts";
import type { Request } from "./wire.ts";

/** The sets of tools that a session has. The others reach beyond web pages, so its user names them. */
const SETS: readonly ToolSet[] = ["web", "more", "vision", "state", "record", "sessions", "suite"];

/** Tools that begin with a page of their own, so that nothing of an earlier session is missed. */
const BEGINNERS: readonly string[] = ["navigate_page", "new_page"];

/** A session. */
export class NamedSession {
  readonly sessions: Sessions;
  readonly browser: Browser;
  readonly desktop: DesktopHolder;
  readonly states: StateFiles;
  readonly working: WorkingFolder;
  readonly began = Date.now();
  lastCall = Date.now();
  running = 0;
  /** Whether a call has got as far as the browser. */
  used = false;
  #tools: readonly Tool[] | undefined;
  #workspace: Promise<Workspace> | undefined;
  readonly #unmask: () => void;
  timer: NodeJS.Timeout | undefined;

  constructor(
    readonly name: string,
    /** The options as they were given. */
    readonly options: Readonly<Record<string, string[]>>,
    readonly command: Command,
    /** The folder of its first call. */
    readonly folder: string,
    private readonly log: Log,
  ) {
    this.#unmask = masker.add(command.secrets?.all ?? []);
    if (command.secrets !== undefined && command.script) log.write("warn", "secrets", SCRIPTS_SEE_SECRETS);
    this.states = new StateFiles(command.stateKey);
    const beginning = { states: this.states, file: command.storageState };
    this.browser = new Browser(command.session, log, beginning);
    this.sessions = new Sessions(this.browser, command.session, command.limits, log, beginning);
    this.desktop = new DesktopHolder(log);
    const around = { environment: process.env, platform: process.platform };
    this.working = workingFolder({ workingDirectory: folder, home: realHome(), ...around });
  }

  /** A tool of the session. @throws `INVALID_INPUT` if it has no such tool */
  async tool(name: string): Promise<Tool> {
    this.#tools ??= await this.#load();
    const found = this.#tools.find((tool) => tool.name === name);
    if (found !== undefined) return found;
    const step = `close it with \`uipilot close --session ${this.name}\` and begin it again ${this.#how(name)}`;
    throw new ToolError("INVALID_INPUT", `the session ${brief(this.name)} has no tool ${brief(name, 60)}`, step);
  }

  async #load(): Promise<readonly Tool[]> {
    const { tools: sets, script, session, config, allowTools: allow, denyTools: deny } = this.command;
    // The commands have the argument in any case, and the tools say which secrets there are.
    const { secrets = new Secrets([]) } = this.command;
    if (offersOf("workspace", this.command)) {
      const { openWorkspace } = await import("../workspace.ts");
      const folder = this.working.folder;
      this.#workspace ??= openWorkspace({ config, folder, session, log: this.log });
    }
    const workspace = (await this.#workspace)?.tools ?? [];
    const confirm = this.command.confirm && new Confirm(this.command.confirm);
    return toolsFor({
      sets,
      script,
      confirm,
      extension: session.extension !== undefined,
      workspace,
      allow,
      deny,
      secrets,
    });
  }

  /** What brings a tool that the session does not have. */
  #how(name: string): string {
    if (this.command.denyTools?.includes(name)) return `without --deny-tool ${name}`;
    const set = setOf(name);
    if (set === "script") return "with --allow-script";
    return `with ${set === "extension" ? "--extension" : `--tools ${set ?? "workspace"}`}`;
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    const workspace = this.#workspace?.then((opened) => opened.close()).catch(() => undefined);
    await Promise.all([this.sessions.closeAll(), this.browser.close(), this.desktop.close(), workspace]);
    this.#unmask();
  }
}

/** All sessions. */
export class NamedSessions {
  readonly #open = new Map<string, NamedSession>();
  readonly #memory: Memory;
  readonly #log: Log;
  readonly #changed: () => void;

  /** @param changed called when a session has begun or ended */
  constructor(memory: Memory, log: Log, changed: () => void) {
    this.#memory = memory;
    this.#log = log;
    this.#changed = changed;
  }

  get size(): number {
    return this.#open.size;
  }

  /** The open sessions, by name. */
  list(): NamedSession[] {
    return [...this.#open.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /**
   * The session of a call, which begins with its first one.
   *
   * @returns also a note for the user, if an earlier session of the name was lost
   * @throws `SESSION_ENDED` once for a session that was lost, if the call needs something of it; `INVALID_INPUT` for options that
   * are wrong, or others than it began with
   */
  find(request: Request): { session: NamedSession; note?: string } {
    const known = this.#open.get(request.session);
    if (known !== undefined) {
      refuseOthers(known, request.options);
      return { session: known };
    }
    const command = commandOf(request);
    const lost = this.#memory.take(request.session);
    if (lost !== undefined && !BEGINNERS.includes(request.tool ?? "")) {
      const what = `the session ${brief(request.session)} ${lostWords(lost)}: its pages and UIDs are gone`;
      throw new ToolError("SESSION_ENDED", what, "begin a new one with `uipilot open URL`");
    }
    const session = new NamedSession(request.session, request.options, command, request.folder, this.#log);
    this.#open.set(request.session, session);
    this.#memory.began(request.session);
    this.#changed();
    const note = `the earlier session ${brief(request.session)} ${lost && lostWords(lost)}; this is a new one`;
    return { session, ...(lost === undefined ? {} : { note }) };
  }

  /** Runs a call. The session is not idle meanwhile. */
  async use<T>(session: NamedSession, call: () => Promise<T>): Promise<T> {
    clearTimeout(session.timer);
    session.running++;
    try {
      return await call();
    } finally {
      session.running--;
      session.lastCall = Date.now();
      if (session.running === 0) this.#rest(session);
    }
  }

  /** Forgets a session whose first call did not get a browser, so that the next one can have other options. */
  async drop(session: NamedSession): Promise<void> {
    if (session.used || session.running > 0) return;
    await this.close(session.name);
  }

  /** Ends a session. @returns whether it was open */
  async close(name: string, why?: Ended): Promise<boolean> {
    const session = this.#open.get(name);
    this.#open.delete(name);
    this.#memory.over(name, why);
    if (session === undefined) return false;
    await session.close();
    this.#changed();
    return true;
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((name) => this.close(name)));
  }

  /** Closes the browsers at the end of a daemon that was told to end from outside. The next one says that the sessions are gone. */
  async abandon(): Promise<void> {
    await Promise.all(this.list().map((session) => session.close()));
  }

  #rest(session: NamedSession): void {
    clearTimeout(session.timer);
    if (this.#open.get(session.name) !== session) return;
    session.timer = setTimeout(() => {
      this.#log.write("info", "session", `${session.name} ended after a long time without a call`);
      this.close(session.name, "idle").catch((error) => this.#log.write("warn", "session", trace(error)));
    }, session.command.limits.idleMs);
  }
}

function lostWords(why: Ended): string {
  return why === "idle"
    ? "ended after a long time without a call"
    : "ended with its daemon, which was ended from outside";
}

function refuseOthers({ name, options: own }: NamedSession, given: Request["options"]): void {
  const others = Object.entries(given).filter(([option, values]) => !isDeepStrictEqual(own[option], values));
  if (others.length === 0) return;
  const words = others.map(([option]) => {
    const had = own[option];
    // A variable can hold a secret.
    if (option === "pass-env") return `--${option} is not what it began with`;
    return had === undefined
      ? `it began without --${option}`
      : `it began with --${option} ${had.map((value) => brief(value)).join(", ")}`;
  });
  throw new ToolError(
    "INVALID_INPUT",
    `the session ${brief(name)} is open with other options: ${words.join("; ")}`,
    `leave them out, end it with \`uipilot close --session ${name}\`, or choose another one with --session`,
  );
}

/** The options of a session, as a server reads them. @throws `INVALID_INPUT` */
function commandOf({ options, stateKey, secrets, display }: Request): Command {
  const { tools = [], ...others } = options;
  const flags = Object.entries(others).flatMap(([name, values]) => values.map((value) => flag(name, value)));
  try {
    const [config] = others["config"] ?? [];
    const given =
      tools.length === 0 && config !== undefined ? readConfigFile(config).settings.get("tools")?.texts : tools;
    const wanted = (given ?? []).flatMap((text) => text.split(","));
    // `none` leaves only the tools that are allowed by name.
    const sets = (wanted.includes("none") ? wanted : [...SETS, ...wanted]).join(",");
    const environment = { ...secrets, ...(stateKey === undefined ? {} : { [STATE_KEY]: stateKey }) };
    const parsed = parse([...flags, `--tools=${sets}`], environment);
    if (typeof parsed === "string") throw new UsageError("the options are not those of a session");
    const { launch } = parsed.session;
    if (launch === undefined) return parsed;
    // The daemon may have been started on another desktop than this client.
    return { ...parsed, session: { ...parsed.session, launch: { ...launch, env: { ...display, ...launch.env } } } };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new ToolError("INVALID_INPUT", error.message, "see `uipilot help`");
  }
}

/** An option as the server reads it. Those without a value are on. */
function flag(name: string, value: string): string {
  const known: Record<string, Flag> = FLAGS;
  return known[name] !== undefined && known[name].value === undefined ? `--${name}` : `--${name}=${value}`;
}
