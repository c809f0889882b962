// The charts: what they show, and in which cells of the measurements' pages the figures stand.

const medians = "medians";
const servers = [
  ["uipilot", "uipilot"],
  ["uipilot in Firefox", "uipilot in Firefox"],
  ["playwright-mcp", "playwright-mcp"],
  ["chrome-devtools-mcp", "chrome-devtools-mcp"],
  ["agent-browser", "agent-browser"],
];

/** One row of the table of medians, a bar a server. */
const bench = (name, title, row, unit) => ({
  name,
  title,
  unit,
  source: "benchmarks.md",
  note: "Debian 12, 2 cores, headless; medians of one run of npm run bench",
  bars: servers.map(([label, column]) => ({ label, table: medians, row, column })),
});

const sizes = ["1,000 elements", "10,000", "50,000"];
const part = "part";

/** @typedef {{ label: string, table: string, row: string, column: string, note?: string }} Bar */

/** @type {{ name: string, title: string, unit: string, source: string, note: string, bars: Bar[] }[]} */
export const charts = [
  bench("snapshot", "Whole snapshot of a page of 10,000 elements", "whole snapshot, 10,000 elements, ms", "ms"),
  bench("click", "Click until the answer", "click until the answer, without changes, ms", "ms"),
  bench("start", "Start until the tools are listed", "start to `tools/list`, ms", "ms"),
  bench("memory", "Memory of the server beside the browser", "server memory beside the browser, MB", "MB"),
  {
    name: "tokens",
    title: "Tokens of 20 tasks, each server with its defaults",
    unit: "tokens",
    source: "benchmarks.md",
    note: "npm run tokens -- --peers; o200k_base; agent-browser did 19 of the 20 tasks",
    bars: [
      ["uipilot", "uipilot, its defaults"],
      ["playwright-mcp", "playwright-mcp, its defaults"],
      ["agent-browser (19 tasks)", "agent-browser, its defaults"],
      ["agent-browser, delta (19)", "agent-browser, delta"],
    ].map(([label, column]) => ({ label, table: "task", row: "total", column })),
  },
  {
    name: "snapshot-tokens",
    title: "Tokens of snapshots of 33 pages",
    unit: "tokens",
    source: "recall.md",
    note: "npm run recall; o200k_base; agent-browser finished 32 of the 33 pages, without the largest",
    bars: [
      ["uipilot", "uipilot"],
      ["uipilot, interactiveOnly", "uipilot, interactiveOnly"],
      ["playwright-mcp", "playwright-mcp"],
      ["chrome-devtools-mcp", "chrome-devtools-mcp"],
      ["agent-browser (32 pages)", "agent-browser"],
    ].map(([label, row]) => ({ label, table: "snapshot of", row, column: "tokens" })),
  },
  {
    name: "scale-memory",
    title: "Memory of one session, with its part of the browser",
    unit: "MB",
    source: "scale.md",
    note: "npm run bench:sessions -w tests; 2 cores, busy with other work",
    bars: [
      ["uipilot, 50 in one server", "uipilot, one server"],
      ["playwright-mcp, 6 processes", "playwright-mcp, one process each"],
    ].map(([label, row]) => ({ label, table: "memory a session", row, column: "memory a session" })),
  },
  {
    name: "growth",
    title: "uipilot: whole snapshot at once after a navigation, by size of the page",
    unit: "ms",
    source: "benchmarks.md",
    note: "npm run profile -w tests; by MCP; medians of 11 rounds",
    bars: [
      ["Chromium", "whole snapshot by MCP, at once after a navigation"],
      ["Firefox", "the same in Firefox, at once"],
    ].flatMap(([browser, row]) =>
      sizes.map((column) => ({ label: `${browser}, ${column.replace(" elements", "")}`, table: part, row, column })),
    ),
  },
];
