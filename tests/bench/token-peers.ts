/** The tokens of whole tasks with other servers, called as their defaults are. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { BenchServer, Call } from "./servers.ts";
import type { Step, Task } from "./tasks.ts";

/** A way to use a peer. */
export interface PeerWay {
  title: string;
  server: BenchServer;
  /** A look at the page after an action, unless the action's answer shows it. */
  look: Call;
  /** Whether answers of actions hold the page. */
  shown: boolean;
}

/** The ways of the peers that are compared: playwright-mcp, and agent-browser with and without `delta`. */
export function peerWays(servers: readonly BenchServer[]): PeerWay[] {
  return servers.flatMap((server): PeerWay[] => {
    if (server.name === "playwright-mcp") {
      // The benchmark of times turns the snapshots in its answers off. They are its default.
      const args = server.args.filter((arg) => arg !== "--snapshot-mode" && arg !== "none");
      return [{ title: server.name, server: { ...server, args }, look: ["browser_snapshot", {}], shown: true }];
    }
    if (server.name !== "agent-browser") return [];
    return [
      { title: server.name, server, look: ["agent_browser_snapshot", {}], shown: false },
      { title: `${server.name}, delta`, server, look: ["agent_browser_snapshot", { delta: true }], shown: false },
    ];
  });
}

/** Carries out a task. Answers the tokens of all calls and answers, and the number of calls. */
export async function withPeer(
  { server, look, shown }: PeerWay,
  { name, steps, end }: Task,
  url: string,
): Promise<{ tokens: number; calls: number }> {
  const folder = mkdtempSync(path.join(tmpdir(), "uipilot-tokens-"));
  const transport = new StdioClientTransport({
    command: server.command,
    args: server.args,
    cwd: folder,
    env: { ...(process.env as Record<string, string>), HOME: folder, TMPDIR: folder, ...server.env },
    stderr: "ignore",
  });
  const client = new Client({ name: "uipilot-tokens", version: "1.0.0" });
  const spent = { tokens: 0, calls: 0 };
  // Newest first.
  const seen: string[] = [];
  const call = async ([tool, args]: Call, counted = true): Promise<void> => {
    const { content, isError } = await client.callTool({ name: tool, arguments: args }, { timeout: 60_000 });
    const text = (content as { text?: string }[]).map((part) => part.text ?? "").join("\n");
    if (isError) throw new Error(`${server.name}, ${name}: ${tool} failed: ${text.slice(0, 300)}`);
    if (!counted) return;
    spent.tokens += countTokens(JSON.stringify({ name: tool, args })) + countTokens(text);
    spent.calls += 1;
    seen.unshift(text);
  };
  const act = async ({ tool, on, value, needs }: Step): Promise<void> => {
    const wanted = on?.[1] ?? "";
    const find = (): string | undefined => seen.map((text) => server.find(text, wanted)).find(Boolean);
    // What the caller has read does not show the control, for example because a change was not reported.
    if (find() === undefined) await call(look);
    const reference = find();
    if (reference === undefined) throw new Error(`${server.name}, ${name}: ${wanted} is in no answer`);
    await call(tool === "fill_by_uid" ? server.fill(reference, String(value)) : server.click(reference));
    if (needs && !shown) await call(look);
  };
  try {
    await client.connect(transport);
    await call(server.navigate(url), false);
    await call(look);
    for (const step of steps) await act(step);
    // An answer that leaves out text does not show the end.
    if (!seen.some((text) => text.includes(end))) await call(server.snapshot());
    if (!seen.some((text) => text.includes(end)))
      throw new Error(`${server.name}, ${name}: ${end} was not seen:\n${seen[0]}`);
    return spent;
  } finally {
    await client.close().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
