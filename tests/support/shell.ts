/** Runs `uipilot` as a shell does, with a daemon of its own. */

import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { executables, root } from "./paths.ts";
import type { BrowserName } from "./pilot.ts";
import { marked, markVariable, type Process } from "./processes.ts";
import { until } from "./wait.ts";

/** The built program. */
const built = process.env.UIPILOT_TEST_CLI ?? path.join(root, "ts-mcp/dist/uipilot.cjs");

/** What a command printed. */
export interface Printed {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** What `--json` prints. */
export interface PrintedJson {
  ok: boolean;
  text: string;
  file?: string;
  structured?: Record<string, unknown>;
  error?: { code: string; message: string; nextStep?: string };
}

/** How to run a command. */
export interface Setting {
  env?: Record<string, string | undefined>;
  /** Standard input. */
  input?: string;
  /** The descriptor that standard output goes to. */
  stdout?: number;
  /** The folder, if not {@link Shell.folder}. */
  in?: string;
  /** The program, if not the built one. */
  program?: string;
}

/** A user's shell: folders of its own, and a mark by which everything that it started is found. */
export class Shell {
  readonly mark = randomUUID();
  readonly base = realpathSync(mkdtempSync(path.join(tmpdir(), "uipilot-shell-")));
  /** The folder that commands run in. */
  readonly folder = path.join(this.base, "project");
  readonly temporary = path.join(this.base, "tmp");
  readonly runtime = path.join(this.base, "run");

  constructor(private readonly browser: BrowserName = "chromium") {
    for (const folder of [this.folder, this.temporary, this.runtime]) mkdirSync(folder, { mode: 0o700 });
  }

  /** Starts a command. */
  start(
    args: readonly string[],
    { env = {}, in: folder = this.folder, program = built, stdout }: Setting = {},
  ): ChildProcess {
    return spawn(process.execPath, [program, ...args], {
      cwd: folder,
      stdio: ["pipe", stdout ?? "pipe", "pipe"],
      env: {
        ...process.env,
        TMPDIR: this.temporary,
        XDG_RUNTIME_DIR: this.runtime,
        UIPILOT_BROWSER: this.browser,
        UIPILOT_EXECUTABLE: executables[this.browser],
        [markVariable]: this.mark,
        ...env,
      },
    });
  }

  /** Makes a copy of the built program. @returns what to run */
  copy(name: string): string {
    const dist = path.join(this.base, name, "dist");
    cpSync(path.dirname(built), dist, { recursive: true });
    let folder = path.dirname(built);
    while (!existsSync(path.join(folder, "node_modules/@uipilot"))) folder = path.dirname(folder);
    symlinkSync(path.join(folder, "node_modules"), path.join(this.base, name, "node_modules"));
    return path.join(dist, path.basename(built));
  }

  /** Runs a command. */
  run(args: readonly string[], setting: Setting = {}): Promise<Printed> {
    const child = this.start(args, setting);
    child.stdin?.end(setting.input ?? "");
    let [stdout, stderr] = ["", ""];
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (status) => resolve({ status, stdout, stderr }));
    });
  }

  /** Runs a command that must succeed. Returns what it printed. */
  async ok(...args: string[]): Promise<string> {
    const { status, stdout, stderr } = await this.run(args);
    if (status !== 0) throw new Error(`uipilot ${args.join(" ")} ended with ${status}: ${stderr}${stdout}`);
    return stdout;
  }

  /** Runs a command that must fail with an exit code and an error code. Returns the error's message with its next step. */
  async fails(status: number, code: string, args: readonly string[], setting: Setting = {}): Promise<string> {
    const printed = await this.run(args, setting);
    const shown = `uipilot ${args.join(" ")} ended with ${printed.status}: ${printed.stderr}${printed.stdout}`;
    if (printed.status !== status || !printed.stderr.includes(`[${code}] `)) {
      throw new Error(`expected ${status} and ${code}, but ${shown}`);
    }
    if (printed.stdout !== "") throw new Error(`an error went to standard output: ${shown}`);
    return printed.stderr;
  }

  /** Runs a command with `--json`. */
  async json(...args: string[]): Promise<PrintedJson> {
    return JSON.parse((await this.run([...args, "--json"])).stdout) as PrintedJson;
  }

  /** Takes a snapshot. Returns the UID of the first line that fits. */
  async uid(line: RegExp, ...args: string[]): Promise<string> {
    const tree = await this.ok("snapshot", ...args);
    const found = new RegExp(`uid=(\\S+) ${line.source}`).exec(tree)?.[1];
    if (found === undefined) throw new Error(`no ${line.source} in ${tree}`);
    return found;
  }

  /** The process number of the daemon, if one runs. */
  async daemon(): Promise<number | undefined> {
    return (await this.json("status")).structured?.pid as number | undefined;
  }

  /** Everything that runs of this shell. */
  processes(): Process[] {
    return marked(this.mark);
  }

  /** Waits until nothing runs. */
  async gone(timeoutMs = 30_000): Promise<void> {
    await until("everything of the shell to end", () => this.processes().length === 0, timeoutMs).catch(
      (error: Error) => {
        const left = this.processes().map(({ pid, arguments: args }) => `${pid} ${args.slice(0, 3).join(" ")}`);
        throw new Error(`${error.message}; left: ${left.join(", ")}`);
      },
    );
  }

  /** Stops the daemon. @throws when anything is left afterwards */
  async close(): Promise<void> {
    try {
      await this.run(["stop"]);
      await this.gone();
    } finally {
      for (const { pid } of this.processes()) process.kill(pid, "SIGKILL");
      rmSync(this.base, { recursive: true, force: true });
    }
  }
}
