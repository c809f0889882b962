/** The example of an existing MCP server, as it was and with our engine in it. */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Caller } from "./caller.ts";
import { executables, outputFolder, root } from "./paths.ts";

/** Which of the two. */
export type Variant = "before" | "after";

/** A running server of the example. */
export class SwapIn extends Caller {
  private constructor(
    client: Client,
    readonly folder: string,
  ) {
    super(client);
  }

  /** Starts it from a copy, inside of the project so that it finds its dependencies. */
  static async start(variant: Variant): Promise<SwapIn> {
    mkdirSync(outputFolder, { recursive: true });
    const folder = mkdtempSync(path.join(outputFolder, "swap-in-"));
    cpSync(path.join(root, "examples/swap-in"), folder, { recursive: true });
    if (variant === "after") {
      const within = path.relative(root, folder);
      execFileSync("git", ["apply", `--directory=${within}`, path.join(folder, "swap-in.patch")], { cwd: root });
      rmSync(path.join(folder, "src/snapshot.ts"));
    }
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [path.join(root, "node_modules/tsx/dist/cli.mjs"), path.join(folder, "src/index.ts")],
      cwd: folder,
      env: {
        ...(process.env as Record<string, string>),
        CHROME: executables.chromium,
        CHROMEDRIVER: executables.chromedriver,
      },
    });
    const client = new Client({ name: "uipilot-specs", version: "1.0.0" });
    await client.connect(transport);
    return new SwapIn(client, folder);
  }

  /** The uid of the first line of a snapshot that fits. */
  async uid(line: RegExp): Promise<string> {
    const text = await this.ok("take_snapshot");
    const found = text.split("\n").find((each) => line.test(each));
    const uid = /uid=(\w+)/.exec(found ?? "")?.[1];
    if (uid === undefined) throw new Error(`no line fits ${line}:\n${text}`);
    return uid;
  }

  async close(): Promise<void> {
    await this.client.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
