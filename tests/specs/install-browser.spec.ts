/** `uipilot-mcp install-browser`, from a server of this machine and from one that cannot be reached. */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { zipSync } from "fflate";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { canHide } from "../support/grid.ts";
import { executables, serverEntry } from "../support/paths.ts";
import { Pilot } from "../support/pilot.ts";
import { until } from "../support/wait.ts";

const VERSION = "156.0.8078.108";
const FOLDER = "chrome-linux64";
/** The path of the archive on the server of the maker. */
const ARCHIVE = `/${VERSION}/linux64/${FOLDER}.zip`;

/** The program in the archive: the browser of this machine, which leaves a trace. */
const program = (): string => `#!/bin/sh
if [ "$1" = --version ]; then echo 'Chrome ${VERSION}'; exit; fi
echo >>'${home}/used'
exec '${executables.chromium}' "$@"
`;

/** An archive of the form of Chrome for Testing's. */
function archive(content = program()): Uint8Array {
  const attributes = { os: 3, attrs: (0o100_755 << 16) >>> 0 };
  return zipSync({
    [`${FOLDER}/chrome`]: [new TextEncoder().encode(content), attributes],
    // Something that takes a while to send.
    [`${FOLDER}/resources.pak`]: [new Uint8Array(3_000_000).fill(7), { level: 0 }],
  });
}

type Answer = (question: IncomingMessage, answer: ServerResponse) => void;

let home: string;
let server: Server;
let base: string;
let answer: Answer;
let asked: string[];

const whole =
  (bytes: Uint8Array): Answer =>
  (_, to) => {
    to.writeHead(200, { "content-length": bytes.length }).end(bytes);
  };

beforeAll(async () => {
  server = createServer((question, to) => {
    asked.push(question.url ?? "");
    answer(question, to);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "uipilot-browsers-"));
  asked = [];
  answer = whole(archive());
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const store = (): string => path.join(home, ".local/share/uipilot/browsers");
const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  HOME: home,
  XDG_DATA_HOME: "",
  ...more,
});

/** The program runs beside this one, which is its server. */
function start(args: string[], env: NodeJS.ProcessEnv = {}, before?: string): ChildProcess {
  const command = [process.execPath, serverEntry, "install-browser", ...args];
  const [program = "", ...rest] =
    before === undefined ? command : ["unshare", "-m", "sh", "-c", `${before} && exec "$@"`, "sh", ...command];
  return spawn(program, rest, { env: environment(env), stdio: ["ignore", "pipe", "pipe"] });
}

async function run(args: string[], env: NodeJS.ProcessEnv = {}, before?: string) {
  const child = start(args, env, before);
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (part) => (stdout += part));
  child.stderr?.on("data", (part) => (stderr += part));
  const [status] = (await once(child, "close")) as [number];
  return { status, stdout, stderr };
}

const chrome = (...more: string[]): string[] => ["chrome", "--version", VERSION, "--base-url", base, ...more];
/** What is in the folder of the browsers, at any depth of two. */
const inside = (folder = store()): string[] =>
  existsSync(folder) ? readdirSync(folder).flatMap((name) => readdirSync(path.join(folder, name))) : [];

describe.skipIf(process.platform !== "linux" || process.arch !== "x64")("install-browser", () => {
  it("installs a browser that the server then takes", async () => {
    const first = await run(chrome());
    expect(first).toMatchObject({ status: 0, stderr: "" });
    expect(first.stdout).toMatch(/^chrome 156\.0\.8078\.108: \d MB of 4 MB, \d+ %\n/);
    expect(first.stdout).toMatch(/is now in ".*"\.\nThe server takes it for --browser chromium/);
    expect(asked).toEqual([ARCHIVE]);
    expect(inside()).toEqual([`linux-${VERSION}`]);
    const own = path.join(store(), "chrome", `linux-${VERSION}`);
    const executable = path.join(own, FOLDER, "chrome");
    expect(JSON.parse(readFileSync(path.join(own, "uipilot.json"), "utf8"))).toMatchObject({
      browser: "chrome",
      version: VERSION,
      executable: `${FOLDER}/chrome`,
    });

    const again = await run(chrome());
    expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining("is already in") });
    expect(asked).toHaveLength(1);
    expect((await run(["--list"])).stdout).toBe(`chrome ${VERSION} "${executable}"\n`);

    // A server that is told nothing.
    const pilot = await Pilot.start({ bare: true, env: { HOME: home, XDG_DATA_HOME: "" } });
    try {
      await pilot.ok("navigate_page", { url: "data:text/html,<button>Installed</button>" });
      expect(await pilot.ok("take_snapshot")).toContain('button "Installed"');
      expect(existsSync(path.join(home, "used"))).toBe(true);
    } finally {
      await pilot.close();
    }

    expect((await run(["chrome", "--remove"])).stdout).toBe(`Removed chrome ${VERSION}.\n`);
    expect(inside()).toEqual([]);
    expect((await run(["--list"])).stdout).toMatch(/^No browser is installed/);
  });

  it("puts it where the user wants it, and says how it is used there", async () => {
    const folder = path.join(home, "my browsers");
    const { status, stdout } = await run(chrome("--path", folder));
    expect(status).toBe(0);
    expect(stdout).toContain(`--executable "${folder}/chrome/linux-${VERSION}/${FOLDER}/chrome"`);
    expect(existsSync(store())).toBe(false);
  });

  it("unpacks on a machine without unzip", async () => {
    const { status } = await run(chrome(), { PATH: "/nowhere" });
    expect(status).toBe(0);
    expect(inside()).toEqual([`linux-${VERSION}`]);
  });

  it("goes through the proxy of the environment", async () => {
    const seen: string[] = [];
    const proxy = createServer((question, to) => {
      seen.push(question.url ?? "");
      const { pathname } = new URL(question.url ?? "");
      request(base + pathname, (from) => from.pipe(to.writeHead(from.statusCode ?? 500, from.headers))).end();
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const { port } = proxy.address() as { port: number };
    const args = ["chrome", "--version", VERSION, "--base-url", "http://mirror.invalid/chrome"];
    answer = (question, to) => whole(archive())(question, to);
    const env = { HTTP_PROXY: `http://127.0.0.1:${port}`, http_proxy: "", NO_PROXY: "" };
    const { status, stderr } = await run(args, env).finally(() => proxy.close());
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(seen).toEqual([`http://mirror.invalid/chrome${ARCHIVE}`]);
  });

  it.each<[string, Answer, RegExp]>([
    ["a refusal", (_, to) => to.writeHead(403).end("no"), /403/],
    ["another file", whole(new TextEncoder().encode("<html>Log in</html>")), /could not be installed/],
    ["an archive without the program", whole(zipSync({ "a/b": new Uint8Array(9) })), /has no "chrome"/],
    [
      "a connection that breaks off",
      (_, to) => {
        const bytes = archive();
        to.writeHead(200, { "content-length": bytes.length }).write(bytes.subarray(0, 1_000_000));
        setTimeout(() => to.destroy(), 100);
      },
      /expected \d+ bytes, received \d+/,
    ],
  ])("leaves nothing behind after %s", async (_, given, text) => {
    answer = given;
    const { status, stderr } = await run(chrome());
    expect(status).toBe(1);
    expect(stderr).toMatch(text);
    expect(stderr).toMatch(/\n→ see whether this machine may reach that server/);
    expect(readdirSync(store())).toEqual([]);
    answer = whole(archive());
    expect((await run(chrome())).status).toBe(0);
  });

  it("leaves nothing behind when it is interrupted, and clears up after one that was killed", async () => {
    answer = (_, to) => to.writeHead(200, { "content-length": 4_000_000 }).write(archive().subarray(0, 1_000_000));
    const begun = async (signal: NodeJS.Signals) => {
      asked = [];
      const child = start(chrome());
      await until("the download to begin", () => asked.length > 0 && readdirSync(store()).length > 0, 20_000);
      const ended = once(child, "exit");
      child.kill(signal);
      return ended;
    };
    expect(await begun("SIGINT")).toEqual([null, "SIGINT"]);
    expect(readdirSync(store())).toEqual([]);
    await begun("SIGKILL");
    expect(readdirSync(store())).toEqual([expect.stringMatching(/^\.new-/)]);
    answer = whole(archive());
    expect((await run(chrome())).status).toBe(0);
    expect(readdirSync(store())).toEqual(["chrome"]);
  });

  it("lets two at once install the same", async () => {
    const both = await Promise.all([run(chrome()), run(chrome())]);
    expect(both.map(({ status }) => status)).toEqual([0, 0]);
    expect(readdirSync(store())).toEqual(["chrome"]);
    expect(inside()).toEqual([`linux-${VERSION}`]);
  });

  it("replaces what is broken", async () => {
    mkdirSync(path.join(store(), "chrome", `linux-${VERSION}`, FOLDER), { recursive: true });
    expect((await run(["--list"])).stdout).toMatch(/^No browser/);
    expect(await run(chrome())).toMatchObject({ status: 0, stdout: expect.stringContaining("is now in") });
  });

  it("says that a browser does not start here", async () => {
    answer = whole(archive("#!/bin/sh\necho 'error while loading shared libraries: libnss3.so' >&2\nexit 127\n"));
    const { status, stderr } = await run(chrome());
    expect(status).toBe(1);
    expect(stderr).toMatch(/does not start here: .*libnss3\.so\n→ install the libraries/);
  });

  it.skipIf(!canHide())("names a disk that is full", async () => {
    const folder = path.join(home, "small");
    mkdirSync(folder);
    const { status, stderr } = await run(chrome("--path", folder), {}, `mount -t tmpfs -o size=2m none '${folder}'`);
    expect(status).toBe(1);
    expect(stderr).toMatch(/has only 2 MB left, and a browser needs 1,000 MB\n→ free space there, or give --path DIR/);
    expect(asked).toEqual([]);
  });

  it("checks the checksum that Mozilla publishes", async () => {
    const name = "linux-x86_64/en-US/firefox-153.0.1.tar.xz";
    const args = ["firefox", "--version", "153.0.1", "--base-url", base];
    const folder = path.join(home, "made/firefox");
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "firefox"), "#!/bin/sh\necho Mozilla Firefox 153.0.1\n", { mode: 0o755 });
    const bytes = execFileSync("tar", ["-cJ", "-C", path.dirname(folder), "firefox"]);
    const sums = (sum: string): Answer => {
      const list = new TextEncoder().encode(`${"1".repeat(64)}  other\n${sum}  ${name}\n`);
      return (question, to) => whole(question.url?.endsWith("SHA256SUMS") ? list : bytes)(question, to);
    };
    answer = sums("0".repeat(64));
    const wrong = await run(args);
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toMatch(/Integrity check failed .*Expected: 0{64}/);
    expect(asked).toEqual(["/153.0.1/SHA256SUMS", `/153.0.1/${name}`]);
    expect(readdirSync(store())).toEqual([]);
    answer = sums(createHash("sha256").update(bytes).digest("hex"));
    expect(await run(args)).toMatchObject({ status: 0, stdout: expect.stringContaining("--browser firefox") });
    expect((await run(["--list"])).stdout).toMatch(/^firefox stable_153\.0\.1 ".*\/firefox\/firefox"\n$/);
    expect((await run(["firefox", "--remove", "--version", "153.0.1"])).stdout).toMatch(/^Removed/);
  });

  it("says what keeps it from servers that cannot be reached", async () => {
    const args = ["chrome", "--version", VERSION, "--base-url", "http://mirror.invalid"];
    const { status, stderr } = await run(args, { HTTP_PROXY: "", http_proxy: "" });
    expect(status).toBe(1);
    expect(stderr).toMatch(/ENOTFOUND|EAI_AGAIN/);
    expect(stderr).toMatch(/--base-url another server; or install the browser with the system's package manager/);
  });

  it("refuses what it does not know", async () => {
    const wrong = [
      [],
      ["opera"],
      ["chrome", "firefox"],
      ["chrome", "--version", "../../x"],
      ["chrome", "--channel", "esr"],
      ["firefox", "--version", "153.0", "--channel", "esr"],
      ["chrome", "--base-url", "file:///tmp"],
      ["chrome", "--path", ""],
    ];
    for (const { status, stderr } of await Promise.all(wrong.map((args) => run(args)))) {
      expect(status).toBe(2);
      expect(stderr).toMatch(/^uipilot-mcp install-browser: /);
    }
  });
});
