// The options of the server, in one table.

import { LEVELS } from "../log.ts";
import { defaultSets, setNames } from "../tools/names.ts";

/** The browsers that the server can start. */
export const BROWSERS = [
  "chromium",
  ...["chrome", "chrome-beta", "chrome-dev", "chrome-canary"],
  ...["msedge", "msedge-beta", "msedge-dev", "msedge-canary"],
  ...["brave", "brave-beta", "brave-nightly"],
  ...["firefox", "firefox-beta", "firefox-developer", "firefox-nightly"],
] as const;
/** The colour schemes that pages can be told. */
export const SCHEMES = ["light", "dark"] as const;

/** An option. */
export interface Flag {
  /** The name of the value in the help. A flag without one is on or off. */
  value?: string;
  /** May be given more than once. */
  multiple?: true;
  /** The values that there are, where these are a few words. */
  choices?: readonly string[];
  help: string;
}

/** The options of the server. */
export const FLAGS = {
  tools: {
    value: "SETS",
    choices: [...setNames, "all", "none"],
    help: `Sets of tools, as in web,more (${defaultSets.join(",")}); all of them are named below`,
  },
  "allow-tool": {
    value: "NAME",
    multiple: true,
    help: "Offer this tool beside those of the sets; with --tools none only such ones",
  },
  "deny-tool": { value: "NAME", multiple: true, help: "Do not offer this tool" },
  config: { value: "FILE", help: "Read options and the configuration of the workspace tools from this file" },
  browser: {
    value: "NAME",
    choices: BROWSERS,
    help: "chromium (default), chrome, msedge, brave or firefox; a channel as in chrome-beta",
  },
  executable: { value: "FILE", help: "Use this browser executable" },
  headless: { help: "Without a window (default)" },
  headed: { help: "With a window" },
  viewport: { value: "WxH", help: "Viewport in CSS pixels, for example 1280x720" },
  profile: { value: "DIR", help: "Keep the browser's data here (a temporary profile)" },
  "browser-arg": { value: "ARG", multiple: true, help: "Further argument for the browser" },
  "pass-env": {
    value: "NAME[=VALUE]",
    multiple: true,
    help: "Pass this environment variable to the programs that the server starts",
  },
  "cdp-endpoint": {
    value: "URL",
    help: "Attach to a running Chromium: ws://…, http://host:port, a port, or its profile folder",
  },
  "bidi-endpoint": { value: "URL", help: "Attach to a running Firefox: ws://…, host:port or a port" },
  "webdriver-url": { value: "URL", help: "Use this W3C WebDriver server or grid" },
  capability: {
    value: "NAME=VALUE",
    multiple: true,
    help: "Ask the WebDriver server for this; VALUE is JSON or text",
  },
  "webdriver-timeout": {
    value: "MS",
    help: "How long a WebDriver server may take for a session, with its queue (50000)",
  },
  "webdriver-session": { value: "ID", help: "Adopt this session of the WebDriver server" },
  extension: { help: "Work in the tabs that the user grants in their own browser, through the uipilot extension" },
  "extension-port": { value: "PORT", help: "Port that the extension connects to (a free one of 38401 to 38410)" },
  "extension-state": { value: "DIR", help: "Remember paired extensions in this folder" },
  "action-timeout": { value: "MS", help: "How long an action waits for its element (5000)" },
  "navigation-timeout": { value: "MS", help: "How long a navigation or a wait may take (30000)" },
  "max-sessions": { value: "N", help: "How many sessions open_session may open (50)" },
  "session-idle": { value: "MS", help: "How long an opened session stays without a call (1800000)" },
  port: { value: "PORT", help: "Speak MCP over HTTP at this port, 0 for a free one, instead of on stdin and stdout" },
  host: { value: "ADDRESS", help: "Address to listen at (127.0.0.1); any other than the loopback needs a token" },
  "allowed-hosts": { value: "NAMES", help: "Host names that clients may use for this server, separated by commas" },
  "share-session": { help: "All clients over HTTP work in the default session, not each in one of its own" },
  "storage-state": {
    value: "FILE",
    help: "Begin each session with the cookies, local storage and databases in this file",
  },
  secrets: {
    value: "FILE",
    help: "Secrets that tools fill in by name, and that no answer shows: NAME=value a line, or JSON",
  },
  confirm: { value: "FILE", help: "Ask the person before calls that fit a rule in this file" },
  "test-id-attribute": { value: "NAME", help: "The attribute that holds test ids (data-testid)" },
  "allow-root": { value: "DIR", multiple: true, help: "Allow files here too, beside the working directory" },
  "allow-client-roots": { help: "Allow files in the roots that the MCP client names" },
  "allow-file-urls": { help: "Allow file: addresses" },
  "allow-browser-pages": { help: "Allow pages of the browser itself, such as chrome://settings" },
  "allow-origin": {
    value: "PATTERN",
    multiple: true,
    help: "Pages may ask only these servers, as in https://*.example.org",
  },
  "block-origin": {
    value: "PATTERN",
    multiple: true,
    help: "Pages may not ask these servers, also if they are allowed",
  },
  "http-credentials": {
    value: "FROM",
    multiple: true,
    help: "ORIGIN=FILE or ORIGIN=env:NAME: name:password for HTTP authentication",
  },
  "allow-script": { help: "Offer tools that run JavaScript in the page, with everything that the page can do" },
  device: { value: "NAME", help: 'Emulate this device, by Playwright\'s name, as "Pixel 7"' },
  "user-agent": { value: "TEXT", help: "What the browser calls itself" },
  locale: { value: "TAG", help: "Language of the pages' user, as de-DE" },
  timezone: { value: "NAME", help: "Time zone of the pages, as Europe/Berlin" },
  "color-scheme": { value: "NAME", choices: SCHEMES, help: SCHEMES.join(" or ") },
  "proxy-server": { value: "URL", help: "Proxy of the browser: http://[user:password@]host:port, https://, socks5://" },
  "proxy-bypass": { value: "HOSTS", help: "Hosts that are reached without the proxy, separated by commas" },
  "client-certificate": {
    value: "FROM",
    multiple: true,
    help: "ORIGIN=FILE: show that origin this certificate, PEM with its key or .pfx",
  },
  "ignore-https-errors": { help: "Take certificates that cannot be trusted, such as self-signed ones" },
  "no-console-notes": { help: "Answers of actions do not tell the errors that the page wrote to the console" },
  "no-fence": { help: "Do not mark where the content of pages begins and ends in answers" },
  "log-file": { value: "FILE", help: "Append the log here instead of stderr" },
  "log-level": { value: "LEVEL", choices: LEVELS, help: `${LEVELS.join(", ")} (warn)` },
} as const satisfies Record<string, Flag>;

export type Name = keyof typeof FLAGS;

export const NAMES = Object.keys(FLAGS) as Name[];
