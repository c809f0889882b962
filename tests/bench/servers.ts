/** The compared MCP servers: how each is installed, started and called. */

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cacheFolder, executables, serverEntry } from "../support/paths.ts";
import type { BrowserName } from "../support/pilot.ts";
import { findGeckodriver } from "../support/webdriver.ts";

/** A tool call: a name and its arguments. */
export type Call = [name: string, args: Record<string, unknown>];

/** A server of the comparison. */
export interface BenchServer {
  /** Short name, for columns and `--only`. */
  name: string;
  browser: BrowserName;
  ours: boolean;
  command: string;
  args: string[];
  env?: Record<string, string>;
  navigate(url: string): Call;
  /** A snapshot of the whole page, as far as the server can give one. One with `saveTo` is read from that file. */
  snapshot(): Call;
  /** The default snapshot, if it differs from the whole one. */
  defaultSnapshot?(): Call;
  /** The reference of the control with this accessible name, and of this role if there is one, in a snapshot. */
  find(snapshot: string, name: string, role?: string): string | undefined;
  /** A click that is answered without a snapshot and without changes. */
  click(reference: string): Call;
  /** A fill that is answered without a snapshot and without changes. */
  fill(reference: string, value: string): Call;
  /** Presses a key or combination in the focused element, where the tasks need it. */
  press?(key: string): Call;
  /** Fills several fields in one call, if the server can. */
  fillForm?(fields: readonly (readonly [reference: string, value: string, name: string])[]): Call;
  /** The same with the server's default answer, if that has more. */
  withChanges?: Pick<BenchServer, "click" | "fill" | "press">;
}

/** Packages from npm, with the versions that are compared. */
export const peerVersions = {
  "@playwright/mcp": "0.0.83",
  "chrome-devtools-mcp": "1.11.0",
  "agent-browser": "0.41.2",
  "@mozilla/firefox-devtools-mcp": "0.10.4",
};

const peersFolder = path.join(cacheFolder, "bench");
const installed = (name: string): string => path.join(peersFolder, "node_modules", name);

/** Installs the peers that are missing or of another version; no browser is downloaded. */
export function installPeers(): void {
  const current = (name: string): string | undefined => {
    const file = path.join(installed(name), "package.json");
    return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version : undefined;
  };
  const missing = Object.entries(peerVersions).filter(([name, version]) => current(name) !== version);
  if (missing.length === 0) return;
  mkdirSync(peersFolder, { recursive: true });
  const manifest = path.join(peersFolder, "package.json");
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  console.log(`installing ${missing.map(([name, version]) => `${name}@${version}`).join(", ")} into ${peersFolder}`);
  execFileSync(
    "npm",
    [
      "install",
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      ...missing.map(([name, version]) => `${name}@${version}`),
    ],
    {
      cwd: peersFolder,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1", PUPPETEER_SKIP_DOWNLOAD: "1" },
    },
  );
  // Its install script would do this; install scripts are off so that nothing is downloaded.
  chmodSync(agentBrowser(), 0o755);
}

const agentBrowser = (): string =>
  path.join(installed("agent-browser"), `bin/agent-browser-${process.platform}-${process.arch}`);

const pattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** In any case of letters: some servers give names as the page's style shows them. */
const firstGroup = (text: string, expression: string): string | undefined =>
  new RegExp(expression, "im").exec(text)?.[1];
const ofRole = (role: string | undefined): string => (role ? pattern(role) : "[\\w-]+");

/** Ours. */
function ours(browser: BrowserName): BenchServer {
  return {
    name: browser === "chromium" ? "ours" : "ours-firefox",
    browser,
    ours: true,
    command: process.execPath,
    args: [serverEntry, "--browser", browser, "--headless", "--executable", executables[browser]],
    navigate: (url) => ["navigate_page", { url }],
    snapshot: () => ["save_page", { saveTo: "snapshot.txt", overwrite: true }],
    defaultSnapshot: () => ["take_snapshot", {}],
    find: (snapshot, name, role) => firstGroup(snapshot, `uid=(\\d+_\\d+) ${ofRole(role)} "${pattern(name)}"`),
    // Without changes in the answers, as for the others.
    click: (uid) => ["click_by_uid", { uid, includeSnapshot: "none" }],
    fill: (uid, value) => ["fill_by_uid", { uid, value, includeSnapshot: "none" }],
    press: (key) => ["press_key", { key, includeSnapshot: "none" }],
    fillForm: (fields) => [
      "fill_form_by_uid",
      { elements: fields.map(([uid, value]) => ({ uid, value })), includeSnapshot: "none" },
    ],
    withChanges: {
      click: (uid) => ["click_by_uid", { uid }],
      fill: (uid, value) => ["fill_by_uid", { uid, value }],
      press: (key) => ["press_key", { key }],
    },
  };
}

/** All servers, uipilot first. Firefox's peer needs geckodriver. Without it, the peer is left out and
 * reported to `note`. */
export function benchServers(note: (text: string) => void): BenchServer[] {
  const geckodriver = findGeckodriver();
  if (!geckodriver)
    note("no geckodriver was found (UIPILOT_GECKODRIVER, .cache/geckodriver, PATH): firefox-devtools-mcp is left out");
  return [
    ours("chromium"),
    ours("firefox"),
    {
      name: "playwright-mcp",
      browser: "chromium",
      ours: false,
      command: process.execPath,
      // Without snapshots in its other answers, which would make its clicks look slower than they are.
      args: [
        path.join(installed("@playwright/mcp"), "cli.js"),
        "--headless",
        "--isolated",
        "--no-sandbox",
        "--executable-path",
        executables.chromium,
        "--snapshot-mode",
        "none",
      ],
      navigate: (url) => ["browser_navigate", { url }],
      snapshot: () => ["browser_snapshot", {}],
      find: (snapshot, name, role) => firstGroup(snapshot, `\\b${ofRole(role)} "${pattern(name)}".*?\\[ref=(\\w+)\\]`),
      click: (target) => ["browser_click", { element: "target", target }],
      fill: (target, text) => ["browser_type", { element: "field", target, text }],
      press: (key) => ["browser_press_key", { key }],
      fillForm: (fields) => [
        "browser_fill_form",
        { fields: fields.map(([target, value, name]) => ({ target, name, element: name, type: "textbox", value })) },
      ],
    },
    {
      name: "chrome-devtools-mcp",
      browser: "chromium",
      ours: false,
      command: process.execPath,
      args: [
        path.join(installed("chrome-devtools-mcp"), "build/src/bin/chrome-devtools-mcp.js"),
        "--headless",
        "--isolated",
        "--executablePath",
        executables.chromium,
        "--chrome-arg=--no-sandbox",
        "--no-usage-statistics",
      ],
      navigate: (url) => ["navigate_page", { pageId: 1, type: "url", url }],
      snapshot: () => ["take_snapshot", { pageId: 1 }],
      find: (snapshot, name) => firstGroup(snapshot, `uid=(\\S+) \\w+ "${pattern(name)}"`),
      click: (uid) => ["click", { pageId: 1, uid }],
      fill: (uid, value) => ["fill", { pageId: 1, uid, value }],
      fillForm: (fields) => ["fill_form", { pageId: 1, elements: fields.map(([uid, value]) => ({ uid, value })) }],
    },
    {
      name: "agent-browser",
      browser: "chromium",
      ours: false,
      command: agentBrowser(),
      args: ["mcp"],
      env: {
        AGENT_BROWSER_EXECUTABLE_PATH: executables.chromium,
        AGENT_BROWSER_ARGS: "--no-sandbox",
        AGENT_BROWSER_NO_VERSION_CHECK: "1",
      },
      navigate: (url) => ["agent_browser_open", { url }],
      // Its default leaves out everything that is not interactive.
      snapshot: () => ["agent_browser_snapshot", { interactive: false }],
      defaultSnapshot: () => ["agent_browser_snapshot", {}],
      find: (snapshot, name, role) => {
        const reference = firstGroup(snapshot, `\\b${ofRole(role)} \\\\?"${pattern(name)}\\\\?".*?ref=(\\w+)`);
        return reference && `@${reference}`;
      },
      click: (selector) => ["agent_browser_click", { selector }],
      fill: (selector, text) => ["agent_browser_fill", { selector, text }],
      press: (key) => ["agent_browser_press", { key }],
    },
    ...(geckodriver
      ? [
          {
            name: "firefox-devtools-mcp",
            browser: "firefox" as const,
            ours: false,
            command: process.execPath,
            args: [
              path.join(installed("@mozilla/firefox-devtools-mcp"), "dist/index.js"),
              "--headless",
              "--firefoxPath",
              executables.firefox,
            ],
            env: {
              PATH: `${path.dirname(geckodriver)}${path.delimiter}${process.env.PATH}`,
              SE_GECKODRIVER: geckodriver,
            },
            navigate: (url: string): Call => ["navigate_page", { url }],
            snapshot: (): Call => ["take_snapshot", { maxLines: 1_000_000 }],
            find: (snapshot: string, name: string) => firstGroup(snapshot, `uid=(\\w+) .*"${pattern(name)}"`),
            click: (uid: string): Call => ["click_by_uid", { uid }],
            fill: (uid: string, value: string): Call => ["fill_by_uid", { uid, value }],
            fillForm: (fields: readonly (readonly [string, string, string])[]): Call => [
              "fill_form_by_uid",
              { elements: fields.map(([uid, value]) => ({ uid, value })) },
            ],
          },
        ]
      : []),
  ];
}
