/**
 * What pages say and ask behind the screen, beside the peers: `npm run bench:devtools -w tests -- [--rounds 5] [--only ours,…]`.
 *
 * A page writes 40 console messages and makes 60 requests. Each server is started with its tools for that (ours and
 * agent-browser have them in sets that are off by default; the others always have them), shows the page, and is asked for the
 * console, the requests and one request with its body. Printed are bytes and milliseconds of the answers, medians of all rounds.
 *
 * The second table is ours by default and with every set on: what the sets cost while none of their tools is called.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { sleep } from "../support/wait.ts";
import { type Metric, measure, type Samples } from "./measure.ts";
import { RunningServer } from "./running.ts";
import { type BenchServer, benchServers, type Call, installPeers } from "./servers.ts";
import { startBenchSite } from "./site.ts";
import { median, short, table } from "./statistics.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" }, only: { type: "string" } } });
const rounds = Number(values.rounds);

const MESSAGES = 40;
const REQUESTS = 60;

/** What a server is asked, each time with the answers before. */
interface Asks {
  /** What the server is started with besides. */
  args?: string[];
  console: Call;
  requests: Call;
  /** One request with the body of its answer, by the list of requests. */
  request(list: string): Call[];
}

/** The reference before the address of the last request in a list. */
const referenceIn = (list: string, pattern: RegExp): string => {
  const found = pattern
    .exec(list)
    ?.slice(1)
    .find((group) => group !== undefined);
  if (found === undefined) throw new Error(`the request is not in ${list.slice(-400)}`);
  return found;
};

const OURS: Asks = {
  args: ["--tools", "web,devtools"],
  console: ["list_console_messages", {}],
  requests: ["list_network_requests", {}],
  request: (list) => [
    ["get_network_request", { id: Number(referenceIn(list, /#?(\d+)[^\n]*\/data\/59/)), body: "response" }],
  ],
};

const asks: Record<string, Asks> = {
  ours: OURS,
  "ours-firefox": OURS,
  "playwright-mcp": {
    console: ["browser_console_messages", { level: "debug" }],
    requests: ["browser_network_requests", { static: true }],
    request: (list) => {
      const index = Number(referenceIn(list, /(\d+)\. [^\n]*\/data\/59/));
      return [
        ["browser_network_request", { index }],
        ["browser_network_request", { index, part: "response-body" }],
      ];
    },
  },
  "chrome-devtools-mcp": {
    console: ["list_console_messages", { pageId: 1 }],
    requests: ["list_network_requests", { pageId: 1 }],
    request: (list) => [
      ["get_network_request", { pageId: 1, reqid: Number(referenceIn(list, /reqid=(\d+)[^\n]*\/data\/59/)) }],
    ],
  },
  "agent-browser": {
    args: ["--tools", "core,network,debug"],
    console: ["agent_browser_console", {}],
    requests: ["agent_browser_network_requests", {}],
    request: (list) => [["agent_browser_network_request", { requestId: referenceIn(list, agentBrowserRequest) }]],
  },
};
/** Its list is JSON, in which the id of a request stands before its address. */
const agentBrowserRequest = /"requestId":\s*"([^"]+)"(?:(?!"requestId")[\s\S])*\/data\/59"/;

const PAGE = `<!doctype html><title>Devtools</title><h1>Devtools</h1><script>
for (let i = 0; i < ${MESSAGES}; i++)
  [() => console.log("message", i, { id: i, name: "Item " + i, tags: ["a", "b"] }), () => console.warn("slow answer", i),
   () => console.error(new Error("no item " + i)), () => console.info("item " + i + " is shown")][i % 4]();
for (let i = 0; i < ${REQUESTS - 2}; i++) fetch("/data/" + i).then((answer) => answer.text());
setTimeout(() => fetch("/data/" + ${REQUESTS - 1}).then((answer) => answer.text()), 300);
</script>`;

const server = createServer((request, response) => {
  const [, area, item] = (request.url ?? "").split("/");
  if (area === "data") {
    const items = Array.from({ length: 20 }, (_, id) => ({ id, item, name: `Item ${id}`, price: id * 3.5 }));
    response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(JSON.stringify({ items }));
  } else {
    response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
  }
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

const rows = ["schemas", "console", "consoleMs", "requests", "requestsMs", "request", "requestMs"] as const;
type Row = (typeof rows)[number];
const titles: Record<Row, string> = {
  schemas: "tool schemas with these tools, kB",
  console: "console messages, bytes",
  consoleMs: "… ms",
  requests: "requests, bytes",
  requestsMs: "… ms",
  request: "one request with its body of 1 kB, bytes",
  requestMs: "… ms",
};

async function round(of: BenchServer, add: (row: Row, value: number) => void): Promise<void> {
  const { args = [], console: messages, requests, request } = asks[of.name] as Asks;
  const running = new RunningServer({ ...of, args: [...of.args, ...args] });
  const ask = async (calls: readonly Call[], bytes: Row, ms: Row): Promise<string> => {
    const answers = [];
    for (const call of calls) answers.push(await running.call(call));
    const text = answers.map((answer) => answer.text).join("\n");
    add(bytes, Buffer.byteLength(text));
    add(
      ms,
      answers.reduce((sum, answer) => sum + answer.ms, 0),
    );
    return text;
  };
  try {
    await running.start();
    const { tools } = await running.client.listTools();
    add("schemas", Buffer.byteLength(JSON.stringify(tools)) / 1e3);
    await running.call(of.navigate(address));
    await sleep(1_000);
    await ask([messages], "console", "consoleMs");
    const list = await ask([requests], "requests", "requestsMs");
    await ask(request(list), "request", "requestMs");
  } finally {
    await running.close();
  }
}

const servers = benchServers(() => undefined).filter(
  ({ name }) => name in asks && (values.only === undefined || values.only.split(",").includes(name)),
);
if (servers.some(({ ours }) => !ours)) installPeers();
const results = new Map(servers.map(({ name }) => [name, new Map<Row, number[]>()]));
const [plain] = benchServers(() => undefined) as [BenchServer];
const variants: [name: string, server: BenchServer][] = [
  ["default", plain],
  ["--tools web,devtools", { ...plain, args: [...plain.args, "--tools", "web,devtools"] }],
  ["--tools all", { ...plain, args: [...plain.args, "--tools", "all"] }],
];
const costs = new Map<string, Samples>(variants.map(([name]) => [name, {}]));
const compared: [Metric, string, number][] = [
  ["start", "start to tools/list, ms", 1],
  ["schemas", "tool schemas, kB", 1e-3],
  ["navigate", "first navigation with browser launch, ms", 1],
  ["default10k", "default snapshot, 10,000 elements, ms", 1],
  ["clickAnswer", "click until the answer, without changes, ms", 1],
  ["clickChanges", "default click, with what changed, ms", 1],
  ["fill", "fill until the answer, without changes, ms", 1],
  ["memory", "server memory beside the browser, MB", 1e-6],
];
const wanted = (metric: Metric): boolean => compared.some(([name]) => name === metric);
const site = await startBenchSite();
try {
  for (let count = 0; count < rounds; count += 1) {
    for (let index = 0; index < servers.length; index += 1) {
      const of = servers[(index + count) % servers.length] as BenchServer;
      const samples = results.get(of.name) as Map<Row, number[]>;
      await round(of, (row, value) => samples.set(row, [...(samples.get(row) ?? []), value])).catch((error: Error) =>
        console.error(`round ${count + 1}: ${of.name}: ${error.message}`),
      );
    }
    for (let index = 0; index < variants.length; index += 1) {
      const [name, of] = variants[(index + count) % variants.length] as [string, BenchServer];
      const samples = costs.get(name) as Samples;
      const taken = await measure(of, site, wanted);
      for (const [metric, some] of Object.entries(taken) as [Metric, number[]][])
        samples[metric] = [...(samples[metric] ?? []), ...some];
    }
    console.error(`round ${count + 1} of ${rounds}`);
  }
} finally {
  await site.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

console.log(
  table([
    ["medians", ...servers.map(({ name }) => name)],
    ...rows.map((row) => [titles[row], ...servers.map(({ name }) => short(median(results.get(name)?.get(row) ?? [])))]),
  ]),
);
console.log(
  `\n${table([
    ["medians", ...variants.map(([name]) => name)],
    ...compared.map(([metric, title, factor]) => [
      title,
      ...variants.map(([name]) => short(median(costs.get(name)?.[metric] ?? []) * factor)),
    ]),
  ])}`,
);
