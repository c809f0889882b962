import path from "node:path";
import { expect, it } from "vitest";
import { type Command, help, parse } from "../src/cli.ts";

function command(args: string[], environment: Record<string, string> = {}): Command {
  const parsed = parse(args, environment);
  if (typeof parsed === "string") throw new Error(`answered ${parsed}`);
  return parsed;
}

it("starts a browser without a window by default", () => {
  expect(command([])).toEqual({
    session: { launch: { arguments: [], headless: true }, allowFileUrls: false, allowBrowserPages: false },
    tools: ["web"],
    limits: { count: 50, idleMs: 1_800_000 },
    env: {},
    certificates: [],
    roots: [],
    clientRoots: false,
    fence: true,
    script: false,
    logLevel: "warn",
  });
});

it("offers the sets of tools that are asked for, each once", () => {
  expect(command(["--tools", "desktop"]).tools).toEqual(["desktop"]);
  expect(command(["--tools=desktop, web,web"]).tools).toEqual(["web", "desktop"]);
  expect(command([], { UIPILOT_TOOLS: "desktop" }).tools).toEqual(["desktop"]);
  expect(() => command(["--tools", "phone"])).toThrow(
    'one or more of web, more, vision, state, devtools, record, audits, webmcp, sessions, suite, desktop, workspace, all, none, got "phone"',
  );
});

it("refuses options that a WebDriver server would not get", () => {
  for (const option of ["--headless", "--executable=/f", "--browser-arg=-a", "--profile=/p"]) {
    expect(() => command(["--webdriver-url=http://h", option])).toThrow("needs --browser at a WebDriver server");
  }
});

it("takes every option of a browser that it starts", () => {
  const { session, roots, logFile, logLevel } = command([
    "--browser=firefox",
    "--executable",
    "/opt/firefox",
    "--headed",
    "--viewport",
    "800x600",
    "--profile",
    "/p",
    "--browser-arg=-a",
    "--browser-arg=-b",
    "--action-timeout=100",
    "--navigation-timeout=200",
    "--allow-root=/r1",
    "--allow-root=/r2",
    "--allow-file-urls",
    "--log-file=/log",
    "--log-level=debug",
  ]);
  expect(session).toEqual({
    launch: { browser: "firefox", executable: "/opt/firefox", headless: false, profile: "/p", arguments: ["-a", "-b"] },
    viewport: { width: 800, height: 600 },
    actionTimeoutMs: 100,
    navigationTimeoutMs: 200,
    allowFileUrls: true,
    allowBrowserPages: false,
  });
  expect({ roots, logFile, logLevel }).toEqual({ roots: ["/r1", "/r2"], logFile: "/log", logLevel: "debug" });
});

it("passes variables to the programs that it starts, and shows none of their values", () => {
  const environment = { OWN: "own secret", UIPILOT_PASS_ENV: "OWN OTHER=1" };
  const given = command(["--pass-env=OWN", "--pass-env", "PROXY=http://u:p=q@h", "--pass-env=EMPTY="], environment);
  const env = { OWN: "own secret", PROXY: "http://u:p=q@h", EMPTY: "" };
  expect(given.env).toEqual(env);
  expect(given.session.launch).toMatchObject({ env });
  expect(command([], environment).env).toEqual({ OWN: "own secret", OTHER: "1" });
  expect(command(["--cdp-endpoint=1", "--pass-env=A=1"]).session).not.toHaveProperty("launch");
  expect(() => command(["--pass-env=MISSING"])).toThrow('--pass-env: there is no environment variable "MISSING"');
  for (const wrong of ["=secret", " =secret"]) {
    expect(() => command([`--pass-env=${wrong}`])).toThrow(/^--pass-env needs a name before the =$/);
  }
  expect(() => command(["--pass-env="])).toThrow("--pass-env is empty");
});

it("attaches, adopts, or asks a driver for a session", () => {
  expect(command(["--cdp-endpoint", "9222"]).session).toMatchObject({ attach: { endpoint: "9222" } });
  expect(command(["--webdriver-url=http://h", "--webdriver-session=s"]).session.webdriver).toEqual({
    url: "http://h",
    session: "s",
  });
  expect(command(["--webdriver-url=http://h", "--browser=firefox", "--executable=/f"]).session.webdriver).toEqual({
    url: "http://h",
    capabilities: { browserName: "firefox", "moz:firefoxOptions": { args: ["-headless"], binary: "/f" } },
  });
  expect(
    command(["--webdriver-url=http://h", "--browser=chromium", "--headed", "--browser-arg=-x"]).session.webdriver,
  ).toEqual({
    url: "http://h",
    capabilities: { browserName: "chrome", "goog:chromeOptions": { args: ["-x"] } },
  });
  const grid = ["--webdriver-url=http://h", "--webdriver-timeout=90000", "--capability=se:name=a = b"];
  expect(command([...grid, "--capability", "se:downloadsEnabled=true"]).session.webdriver).toEqual({
    url: "http://h",
    capabilities: { "se:name": "a = b", "se:downloadsEnabled": true },
    startTimeoutMs: 90_000,
  });
});

it("reads the environment, and flags win over it", () => {
  const environment = {
    UIPILOT_BROWSER: "firefox",
    UIPILOT_HEADLESS: "0",
    UIPILOT_BROWSER_ARG: "-a  -b",
    UIPILOT_ALLOW_ROOT: ["/a", "/b"].join(path.delimiter),
    UIPILOT_ALLOW_FILE_URLS: "true",
    UIPILOT_ALLOW_SCRIPT: "1",
    UIPILOT_LOG_LEVEL: "info",
    UIPILOT_UNRELATED: "x",
  };
  expect(command([], environment)).toEqual({
    session: {
      launch: { browser: "firefox", headless: false, arguments: ["-a", "-b"] },
      allowFileUrls: true,
      allowBrowserPages: false,
    },
    tools: ["web"],
    limits: { count: 50, idleMs: 1_800_000 },
    env: {},
    certificates: [],
    roots: ["/a", "/b"],
    clientRoots: false,
    fence: true,
    script: true,
    logLevel: "info",
  });
  expect(command(["--browser=chrome", "--headless"], environment).session.launch).toMatchObject({
    browser: "chrome",
    headless: true,
  });
  expect(command(["--headless"], { UIPILOT_HEADED: "1" }).session.launch).toMatchObject({ headless: true });
});

it.each([
  [["--heedless"], "--heedless"],
  [["page.html"], "page.html"],
  [["--browser"], "--browser"],
  [["--viewport", "800"], "--viewport"],
  [["--viewport", "0x600"], "--viewport"],
  [["--action-timeout", "fast"], "--action-timeout"],
  [["--log-level", "loud"], "--log-level"],
  [["--headless", "--headed"], "contradict"],
  [["--cdp-endpoint", "1", "--webdriver-url", "x"], "exclude each other"],
  [["--cdp-endpoint", "1", "--bidi-endpoint", "2"], "exclude each other"],
  [["--bidi-endpoint", "2", "--headed"], "already runs"],
  [["--webdriver-session", "x"], "--webdriver-url"],
  [["--cdp-endpoint", "1", "--profile", "/p"], "--profile"],
  [["--capability", "a=1"], "needs --webdriver-url"],
  [["--webdriver-timeout", "1"], "needs --webdriver-url"],
  [["--webdriver-url", "x", "--webdriver-session", "s", "--capability", "a=1"], "a session that the server makes"],
  [["--webdriver-url", "x", "--capability", "=1"], "NAME=VALUE"],
  [["--webdriver-url", "x", "--capability", "a=1", "--capability", "a=2"], "given twice"],
  [["--webdriver-url", "x", "--browser", "firefox", "--capability", "browserName=x"], "set by the flags"],
] as const)("refuses %j", (args, named) => {
  expect(() => parse([...args], {})).toThrow(named);
});

it("refuses a variable that is neither on nor off", () => {
  expect(() => parse([], { UIPILOT_HEADED: "maybe" })).toThrow("UIPILOT_HEADED");
});

it("answers --help and --version before it complains", () => {
  expect(parse(["--help"], { UIPILOT_LOG_LEVEL: "loud" })).toBe("help");
  expect(parse(["--version", "--headed", "--headless"], {})).toBe("version");
  for (const line of help().split("\n")) expect(line.length).toBeLessThanOrEqual(120);
});

it.each([
  "profile",
  "executable",
  "cdp-endpoint",
  "webdriver-url",
  "allow-root",
  "browser-arg",
  "log-file",
  "tools",
  "browser",
  "config",
])("refuses an empty --%s, from a flag and from the environment", (name) => {
  const variable = `UIPILOT_${name.toUpperCase().replaceAll("-", "_")}`;
  for (const empty of ["", "  "]) {
    expect(() => command([`--${name}`, empty])).toThrow(`--${name} is empty`);
    expect(() => command([], { [variable]: empty })).toThrow(`${variable} is empty`);
  }
});

it("refuses an empty part of a list of roots, and an empty value beside others", () => {
  expect(() => command([], { UIPILOT_ALLOW_ROOT: `/a${path.delimiter}${path.delimiter}/b` })).toThrow("is empty");
  expect(() => command(["--allow-root=/a", "--allow-root="])).toThrow("--allow-root is empty");
  expect(() => command([], { UIPILOT_HEADLESS: "" })).toThrow("UIPILOT_HEADLESS is empty");
});

it.each(["profile", "allow-root", "log-file", "extension-state", "executable"])(
  "refuses a path in --%s that only a shell expands",
  (name) => {
    for (const text of ["~/x", "$HOME/x"]) expect(() => command([`--${name}=${text}`])).toThrow("only a shell");
  },
);

it("allows the client's roots only where the user says so", () => {
  expect(command([]).clientRoots).toBe(false);
  expect(command(["--allow-client-roots"]).clientRoots).toBe(true);
});

it("listens on the loopback at the port that is asked for", () => {
  const here = { port: 8931, host: "127.0.0.1", allowedHosts: [], shareSession: false };
  expect(command(["--port", "8931"]).http).toEqual(here);
  expect(command([], { UIPILOT_PORT: "0", UIPILOT_MCP_TOKEN: "0123456789abcdef" }).http).toEqual({
    ...here,
    port: 0,
    token: "0123456789abcdef",
  });
  expect(command([]).http).toBeUndefined();
});

it("lets other machines in only with a token", () => {
  const environment = { UIPILOT_MCP_TOKEN: "0123456789abcdef" };
  const args = ["--port", "80", "--host", "0.0.0.0", "--allowed-hosts", "Pilot.example, 10.0.0.1"];
  expect(() => command(args)).toThrow("set a token in UIPILOT_MCP_TOKEN");
  expect(() => command(args, { UIPILOT_MCP_TOKEN: "short" })).toThrow("16 or more");
  expect(() => command(args, { UIPILOT_MCP_TOKEN: "0123456789 abcdef" })).toThrow(/^(?!.*0123).*without spaces/);
  expect(command(args, environment).http).toMatchObject({
    host: "0.0.0.0",
    allowedHosts: ["pilot.example", "10.0.0.1"],
  });
});

it.each([
  [["--host", "::1"], "--host needs --port"],
  [["--share-session"], "--share-session needs --port"],
  [["--port", "65536"], "from 0 to 65535"],
  [["--port", "8931", "--extension"], "--extension gives the server one session"],
  [["--port", "8931", "--max-sessions", "0"], "gives each client a session"],
  [["--port", "8931", "--allowed-hosts", "http://a.example"], "names without port or path"],
  [["--port", "8931", "--allowed-hosts", "a.example:80"], "names without port or path"],
])("refuses %j", (args, why) => {
  expect(() => command(args)).toThrow(why);
});

it("a browser that the engine does not know is refused at the start", () => {
  expect(() => command(["--browser=opera"])).toThrow(
    '--browser: no browser is called "opera"; use one of chromium, chrome',
  );
  expect(() => command([], { UIPILOT_BROWSER: "opera" })).toThrow("opera");
  for (const name of ["edge", "Chrome-Beta", " firefox "]) command([`--browser=${name}`]);
  // A WebDriver server knows its own names.
  command(["--webdriver-url=http://h", "--browser=safari"]);
});
