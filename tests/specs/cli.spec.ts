/** `uipilot` in a shell: commands, named sessions, and the daemon that keeps them. */

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createConnection } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browsers } from "../support/browsers.ts";
import { isBrowserMain } from "../support/processes.ts";
import { Shell } from "../support/shell.ts";
import { type Site, type SitePage, startSite } from "../support/site.ts";
import { until } from "../support/wait.ts";

const SHOP = `<button id="add">Add bread</button><label>Name <input id="name"></label>
  <label><input type="checkbox" id="ok">Agreed</label><input type="file" aria-label="Receipt" id="file">
  <script>watch("#add", "click"); watch("#name", "input"); watch("#file", "change");</script>`;

let site: Site;
let shop: SitePage;
beforeAll(async () => {
  site = await startSite();
  shop = site.html(SHOP, { title: "Shop" });
});
afterAll(() => site.close());

/** Runs a test with a shell, after which nothing may be left. */
const inShell =
  (test: (shell: Shell) => Promise<void>, browser?: ConstructorParameters<typeof Shell>[0]) =>
  async (): Promise<void> => {
    const shell = new Shell(browser);
    try {
      await test(shell);
    } finally {
      await shell.close();
    }
  };

it.each(browsers)("sees, acts and saves in %s", (browser) =>
  inShell(async (shell) => {
    shop.forget();
    expect(await shell.ok("open", shop.url)).toContain('"Shop" in page 1');
    expect(await shell.ok("snapshot")).toMatch(/uid=1_\d+ button "Add bread"/);
    const add = await shell.uid(/button "Add bread"/, "--find", "Add bread");
    expect(await shell.ok("click", add)).toContain('Clicked button "Add bread"');
    expect(await shop.event("click")).toMatchObject({ id: "add", trusted: true });
    const [name, agreed] = [await shell.uid(/textbox "Name"/), await shell.uid(/checkbox "Agreed"/)];
    expect(await shell.ok("fill-form", `${name}=Ada = Lovelace`, `${agreed}=true`)).toContain("Filled 2 of 2 fields");
    expect(await shop.event("input")).toMatchObject({ value: "Ada = Lovelace" });
    expect(await shell.ok("find", "--role", "textbox")).toContain("Ada = Lovelace");
    // Each of them writes to the folder of the command.
    expect(await shell.ok("screenshot", "shot.jpg", "--uid", add)).toContain(path.join(shell.folder, "shot.jpg"));
    expect(readFileSync(path.join(shell.folder, "shot.jpg")).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    const { file = "" } = await shell.json("screenshot");
    expect(readFileSync(file).subarray(1, 4).toString()).toBe("PNG");
    expect(path.dirname(file)).toBe(shell.temporary);
    await shell.ok("save", "page.txt");
    expect(readFileSync(path.join(shell.folder, "page.txt"), "utf8")).toContain('button "Add bread"');
  }, browser)(),
);

describe("commands", () => {
  let shell: Shell;
  beforeAll(async () => {
    shell = new Shell();
    await shell.ok("open", shop.url, "--allow-script");
  });
  afterAll(() => shell.close());

  it("are tools by their names, with flags or JSON", async () => {
    const uid = await shell.uid(/button "Add bread"/);
    shop.forget();
    await shell.ok(
      "click-by-uid",
      "--uid",
      uid,
      "--click-count=2",
      "--modifiers",
      "Shift,Alt",
      "--include-snapshot",
      "none",
    );
    await shell.ok("call", "click_by_uid", JSON.stringify({ uid }), "--no-dbl-click");
    expect(await shell.ok("take_snapshot", "--max-lines", "1")).toContain("document");
    await shell.ok("act", "click", "Add bread", "--target.by", "text", "--target.nth=0");
    await until("four clicks", () => shop.events("click").length === 4);
    expect(await shell.ok("eval", "document.title")).toContain('"Shop"');
  });

  it("answer as one JSON object", async () => {
    const found = await shell.json("act", "waitForSelector", "#add", "--target.by=css");
    expect(found).toMatchObject({ ok: true, structured: { success: true, details: { matchedCount: 1 } } });
    const wrong = await shell.json("click", "9_9");
    expect(wrong).toMatchObject({ ok: false, error: { code: "UNKNOWN_UID", message: expect.stringContaining("9_9") } });
    expect(wrong.error?.nextStep).toContain("take_snapshot");
    expect(await shell.json("click")).toMatchObject({ ok: false, error: { code: "INVALID_INPUT" } });
  });

  it("carry answers of many megabytes", async () => {
    // The file ends with what is most in JSON: six characters for one.
    const content = `${"ä".repeat(1_500_000)}${"\u0001".repeat(1_000_000)}`;
    writeFileSync(path.join(shell.folder, "large.txt"), content);
    const read = ["file-system-access-tool", "readFile", "large.txt", "--session", "files", "--tools", "workspace"];
    expect((await shell.json(...read)).structured?.fileContent).toBe(content);
  });

  it("end with a code for each kind of error", async () => {
    expect(await shell.fails(2, "INVALID_INPUT", ["clik", "1_1"])).toContain("did you mean click");
    expect(await shell.fails(2, "INVALID_INPUT", ["click", "1_1", "--buton=left"])).toContain("did you mean button");
    expect(await shell.fails(2, "INVALID_INPUT", ["resize", "wide", "100"])).toContain("--width must be a number");
    expect(await shell.fails(2, "INVALID_INPUT", ["resize", "-5", "100"])).toContain("from 1 to 10000");
    await shell.fails(4, "TIMEOUT", ["wait", "never there", "--timeout-ms", "200"]);
    const given = await shell.fails(4, "TIMEOUT", ["wait", "never there", "--deadline", "300"]);
    expect(given).toContain("given up after 300 ms");
    expect(await shell.fails(6, "PATH_NOT_ALLOWED", ["screenshot", "../out.png"])).toContain("--allow-root");
    await shell.fails(7, "UNKNOWN_UID", ["click", "9_9"]);
    const button = await shell.uid(/button "Add bread"/);
    await shell.fails(1, "WRONG_ELEMENT", ["fill", button, "text"]);
    await shell.ok("reload");
    await shell.fails(7, "STALE_UID", ["click", button]);
    await shell.fails(1, "NAVIGATION_FAILED", ["open", "http://127.0.0.1:9"]);
    await shell.ok("open", shop.url);
  });

  it("say that their answer could not be written, except to who does not read", async () => {
    const stdout = openSync("/dev/full", "w");
    await shell.fails(1, "IO", ["pages"], { stdout });
    await shell.fails(1, "IO", ["pages", "--json"], { stdout });
    closeSync(stdout);
    const child = shell.start(["help"]);
    child.stdout?.destroy();
    expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0);
  });

  it("run from a file, up to the first that fails", async () => {
    const lines = [
      "# A visit",
      "",
      `uipilot open ${shop.url}  # again`,
      `act click 'Add bread'`,
      "pages extra",
      "snapshot",
    ];
    writeFileSync(path.join(shell.folder, "visit"), lines.join("\n"));
    shop.forget();
    const stopped = await shell.run(["run", "visit"]);
    expect(stopped).toMatchObject({ status: 2 });
    expect(stopped.stdout).toContain('"Shop"');
    expect(stopped.stdout).not.toContain("Snapshot");
    expect(stopped.stderr).toContain("visit:5: pages extra");
    await shop.event("click");

    const input = `click 9_9\npages 'unclosed\nfind "Add bread"\n`;
    const all = await shell.run(["run", "-", "--keep-going", "--json"], { input });
    expect(all.status).toBe(7);
    const answers = all.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { ok: boolean });
    expect(answers.map(({ ok }) => ok)).toEqual([false, false, true]);
    expect(await shell.fails(1, "IO", ["run", "missing"])).toContain("missing");
    // It does not wait for the end of its input.
    const open = shell.start(["run", "-"]);
    open.stdin?.write("click 9_9\n");
    expect(await new Promise((resolve) => open.once("exit", resolve))).toBe(7);
  });

  it("take files of the folder that they run in, where the session may", async () => {
    const inside = path.join(shell.folder, "inside");
    mkdirSync(inside, { recursive: true });
    writeFileSync(path.join(inside, "receipt.txt"), "paid");
    const uid = await shell.uid(/\S+ "Receipt"/);
    shop.forget();
    expect((await shell.run(["upload", uid, "receipt.txt"], { in: inside })).status).toBe(0);
    await shop.event("change");
    writeFileSync(path.join(shell.temporary, "receipt.txt"), "secret");
    await shell.fails(6, "PATH_NOT_ALLOWED", ["upload", uid, "receipt.txt"], { in: shell.temporary });
  });

  it("are cancelled when the program is ended", async () => {
    const child = shell.start(["wait", "never there", "--timeout-ms", "100000"]);
    const running = async (count: number) => {
      const { structured = {} } = await shell.json("sessions");
      const [session] = structured.sessions as { running: number }[];
      return session?.running === count;
    };
    await until("the call to run", () => running(1));
    child.kill();
    await until("the call to end", () => running(0));
  });

  it("are refused with other options than the session began with", async () => {
    const told = await shell.fails(2, "INVALID_INPUT", ["snapshot", "--viewport", "800x600"]);
    expect(told).toContain("it began without --viewport");
    expect(await shell.ok("snapshot", "--allow-script")).toContain("document");
    expect(await shell.fails(2, "INVALID_INPUT", ["debug-ui", "x"])).toContain("--tools desktop");
  });

  it("complete in bash", async () => {
    writeFileSync(path.join(shell.folder, "complete"), await shell.ok("completion", "bash"));
    const complete = (...words: string[]): string[] =>
      execFileSync(
        "bash",
        [
          "-c",
          'source ./complete; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _uipilot; printf "%s\\n" "${COMPREPLY[@]}"',
          "bash",
          ...words,
        ],
        { cwd: shell.folder, encoding: "utf8" },
      )
        .trim()
        .split("\n");
    expect(complete("uipilot", "sna")).toEqual(["snapshot"]);
    expect(complete("uipilot", "--session", "x", "click", "--butt")).toEqual(["--button"]);
    expect(complete("uipilot", "click", "--button", "mi")).toEqual(["middle"]);
    expect(complete("uipilot", "run", "compl")).toEqual(["complete"]);
    expect(complete("uipilot", "--color-scheme", "")).toEqual(["light", "dark"]);
    expect(complete("uipilot", "--browser", "fire")).toContain("firefox-nightly");
    expect(complete("uipilot", "--tools", "w")).toContain("web");
    expect(complete("uipilot", "click", "--browser", "chrom")).toContain("chromium");
    expect(complete("uipilot", "--secrets", "compl")).toEqual(["complete"]);
    expect(complete("uipilot", "--timezone", "")).toEqual([""]);
    expect(complete("uipilot", "click", "--", "--b")).toEqual([""]);
    for (const other of ["zsh", "fish"]) expect(await shell.ok("completion", other)).toContain("click-by-uid");
  });
});

describe("the daemon", () => {
  it(
    "is one for all sessions, which are apart, and ends at a word",
    inShell(async (shell) => {
      expect(await shell.ok("status")).toContain("no daemon runs");
      const firsts = [
        ["one", "open", shop.url],
        ["two", "open", shop.url],
        ["two", "pages"],
        ["three", "sessions"],
      ];
      await Promise.all(firsts.map(([session = "", ...words]) => shell.ok(...words, "--session", session)));
      const daemons = shell
        .processes()
        .filter(({ arguments: args }) => args.some((word) => word.endsWith("uipilot-daemon.js")));
      expect(daemons).toHaveLength(1);
      expect(shell.processes().filter(isBrowserMain)).toHaveLength(2);
      await shell.ok("new", shop.url, "--session", "one");
      expect((await shell.ok("pages", "--session=one")).trim().split("\n")).toHaveLength(2);
      expect((await shell.run(["pages"], { env: { UIPILOT_SESSION: "two" } })).stdout.trim().split("\n")).toHaveLength(
        1,
      );
      expect(await shell.ok("sessions")).toMatch(/^one: .*\ntwo: /);
      expect(await shell.ok("close", "--session", "one")).toContain('Closed the session "one"');
      await until("one browser", () => shell.processes().filter(isBrowserMain).length === 1);
      expect(await shell.ok("stop")).toContain("1 session closed");
      await shell.gone();
      expect(readdirSync(path.join(shell.runtime, "uipilot")).sort()).toEqual(["daemon.log", "sessions.json"]);
    }),
  );

  it(
    "that a script stops is followed by another one where the script goes on",
    inShell(async (shell) => {
      const run = (...lines: string[]) => shell.run(["run", "-"], { input: lines.join("\n") });
      for (let time = 0; time < 3; time++) {
        const asked = await run(`open ${shop.url}`, "stop", "sessions", "stop", "status");
        expect(asked).toMatchObject({ status: 0, stderr: "" });
        expect(asked.stdout).toMatch(
          /1 session closed[\s\S]*No session is open, and no daemon runs[\s\S]*no daemon runs/,
        );
        const opened = await run(`open ${shop.url}`, "stop", `open ${shop.url}`, "pages", "stop");
        expect(opened).toMatchObject({ status: 0, stderr: "" });
      }
      await shell.gone();
    }),
  );

  it.skipIf(process.platform === "win32")(
    "is found again where a runtime folder appears meanwhile",
    inShell(async (shell) => {
      const env = { XDG_RUNTIME_DIR: path.join(shell.base, "later") };
      expect(await shell.run(["open", shop.url], { env })).toMatchObject({ status: 0 });
      mkdirSync(env.XDG_RUNTIME_DIR, { mode: 0o700, recursive: true });
      const sessions = await shell.run(["sessions"], { env });
      expect(sessions.stdout).toContain("default: open");
      expect(await shell.run(["snapshot"], { env })).toMatchObject({ status: 0 });
      expect((await shell.run(["stop"], { env })).stdout).toContain("1 session closed");
      await shell.gone();
      // The next one is where the folder is.
      expect(await shell.run(["open", shop.url], { env })).toMatchObject({ status: 0 });
      expect(readdirSync(path.join(env.XDG_RUNTIME_DIR, "uipilot"))).toContain("daemon.sock");
      await shell.run(["stop"], { env });
    }),
  );

  it(
    "that is killed leaves nothing, and the next one says that the sessions are gone",
    inShell(async (shell) => {
      await shell.ok("open", shop.url);
      const uid = await shell.uid(/button "Add bread"/);
      const running = shell.run(["wait", "never there", "--timeout-ms", "100000"]);
      await until("the call to run", async () => JSON.stringify(await shell.json("sessions")).includes('"running":1'));
      process.kill((await shell.daemon()) ?? 0, "SIGKILL");
      expect(await running).toMatchObject({ status: 5, stderr: expect.stringContaining("[SESSION_ENDED]") });
      await shell.gone();
      expect(existsSync(path.join(shell.runtime, "uipilot/daemon.sock"))).toBe(true);
      expect(await shell.fails(5, "SESSION_ENDED", ["click", uid])).toContain("its pages and UIDs are gone");
      await shell.fails(7, "UNKNOWN_UID", ["click", uid]);

      // A script that runs meanwhile goes on with a new one.
      const script = shell.start(["run", "-", "--keep-going"]);
      const printed = { stdout: "", stderr: "" };
      for (const name of ["stdout", "stderr"] as const) {
        script[name]?.on("data", (text: Buffer) => {
          printed[name] += text.toString();
        });
      }
      script.stdin?.write("pages\n");
      await until("the first answer", () => printed.stdout !== "");
      process.kill((await shell.daemon()) ?? 0, "SIGKILL");
      await until("the end of the browser", () => shell.processes().length === 1);
      script.stdin?.end(`open ${shop.url}\n`);
      expect(await new Promise((resolve) => script.once("close", resolve))).toBe(0);
      expect(printed.stderr).toContain("this is a new one");
    }),
  );

  it.skipIf(process.platform === "win32")(
    "that does not answer is given up at the deadline, and soon where it is asked about itself",
    inShell(async (shell) => {
      await shell.ok("open", shop.url);
      const daemon = (await shell.daemon()) ?? 0;
      process.kill(daemon, "SIGSTOP");
      try {
        for (const command of [["--deadline", "1000", "pages"], ["status"], ["sessions"], ["stop"]]) {
          const began = performance.now();
          expect(await shell.fails(4, "TIMEOUT", command), command[0]).toContain("the daemon does not answer");
          expect(performance.now() - began, command[0]).toBeLessThan(8_000);
        }
      } finally {
        process.kill(daemon, "SIGCONT");
      }
      expect(await shell.ok("status")).toContain("The daemon runs");
    }),
  );

  it(
    "ends with its sessions when they are idle",
    inShell(async (shell) => {
      const env = { UIPILOT_SESSION_IDLE: "1500" };
      expect((await shell.run(["open", shop.url], { env })).status).toBe(0);
      await shell.gone();
      expect(existsSync(path.join(shell.runtime, "uipilot/daemon.sock"))).toBe(false);
      expect(await shell.fails(5, "SESSION_ENDED", ["snapshot"])).toContain("a long time without a call");
    }),
  );

  it(
    "makes room for another version when it is idle, and says so when it is not",
    inShell(async (shell) => {
      // A session without a browser is none.
      await shell.fails(3, "BROWSER_NOT_FOUND", ["open", shop.url, "--executable", "/nowhere/browser"]);
      const socket = path.join(shell.runtime, "uipilot/daemon.sock");
      const ask = (request: object): Promise<Record<string, unknown>> =>
        new Promise((resolve, reject) => {
          const connection = createConnection(socket, () => connection.write(`${JSON.stringify(request)}\n`));
          connection.once("error", reject);
          connection.once("data", (line) => {
            connection.destroy();
            resolve(JSON.parse(line.toString()) as Record<string, unknown>);
          });
        });
      await shell.ok("open", shop.url);
      const older = { version: "0.0.1", do: "sessions" };
      const refused = await ask(older);
      expect(refused).toMatchObject({ ok: false, error: { code: "DAEMON_FAILED" } });
      expect(JSON.stringify(refused)).toContain("uipilot stop");
      await shell.ok("close");
      const before = await shell.daemon();
      expect(await ask(older)).toMatchObject({ ending: true });
      // The next command is served by a new one, also while the old one ends.
      await shell.ok("open", shop.url);
      expect(await shell.daemon()).not.toBe(before);
      // The daemon survives what is no request.
      expect(await ask([])).toMatchObject({ ok: false });
    }),
  );

  it(
    "makes room when it is idle and its files are gone, and says that they are when it is not",
    inShell(async (shell) => {
      const gone = async (name: string, ...commands: string[][]): Promise<void> => {
        const program = shell.copy(name);
        for (const args of commands) expect((await shell.run(args, { program })).status).toBe(0);
        rmSync(path.dirname(program), { recursive: true });
      };
      await gone("first", ["open", shop.url], ["close"]);
      const before = await shell.daemon();
      await shell.ok("open", shop.url);
      expect(await shell.daemon()).not.toBe(before);
      await shell.ok("stop");
      await gone("second", ["open", shop.url]);
      const uid = await shell.uid(/button "Add bread"/);
      // This one needs a part that was not loaded before.
      const said = await shell.fails(70, "INTERNAL", ["call", "generate_locator", JSON.stringify({ uid })]);
      expect(said).toContain("its files were removed or replaced");
      expect(said).toContain("uipilot stop");
      await shell.ok("stop");
      await shell.ok("open", shop.url);
    }),
  );

  it(
    "listens only in a folder that no other user can enter",
    inShell(async (shell) => {
      const folder = path.join(shell.runtime, "uipilot");
      const refused = async (why: string): Promise<void> => {
        expect(await shell.fails(5, "DAEMON_FAILED", ["status"])).toContain(why);
      };
      symlinkSync(shell.folder, folder);
      await refused("is a link");
      execFileSync("rm", [folder]);
      writeFileSync(folder, "");
      await refused("is no folder");
      execFileSync("rm", [folder]);
      mkdirSync(folder);
      chmodSync(folder, 0o755);
      await refused("can be entered by others (mode 755)");
      chmodSync(folder, 0o700);
      if (process.getuid?.() === 0) {
        chownSync(folder, 12_345, 12_345);
        await refused("belongs to user 12345");
        chownSync(folder, 0, 0);
      }
      expect(await shell.ok("status")).toContain("no daemon runs");
      // Without a runtime folder of the user's own it is one in the temporary folder, if that keeps others out.
      const env = { XDG_RUNTIME_DIR: undefined };
      expect((await shell.run(["status"], { env })).status).toBe(0);
      expect(readdirSync(shell.temporary)).toEqual([`uipilot-cli-${process.getuid?.()}`]);
      chmodSync(shell.temporary, 0o777);
      const told = await shell.fails(5, "DAEMON_FAILED", ["status"], { env });
      expect(told).toContain("no sticky bit");
    }),
  );
});
