// An MCP client that prints its calls and their answers.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Failure } from "../lib/failure.mjs";
import { root } from "../lib/paths.mjs";
import { seconds } from "../lib/progress.mjs";

const longestAnswer = 40;

/** The demonstrated server with its connected client. */
export class Demonstration {
  #client = new Client({ name: "uipilot-demo", version: "1.0.0" });

  /** Starts the server as configured in an MCP client, and connects to it. */
  static async start(args, env = process.env) {
    const command = [process.execPath, join(root, "ts-mcp/dist/index.js"), ...args];
    console.log(`$ node ts-mcp/dist/index.js ${args.join(" ")}`);
    const demonstration = new Demonstration();
    const began = performance.now();
    await demonstration.#client.connect(
      new StdioClientTransport({
        command: command[0],
        args: command.slice(1),
        cwd: root,
        env,
        stderr: "inherit",
      }),
    );
    const { tools } = await demonstration.#client.listTools();
    const { name, version } = demonstration.#client.getServerVersion();
    console.log(`connected to ${name} ${version} with ${tools.length} tools in ${seconds(performance.now() - began)}`);
    return demonstration;
  }

  /** Calls a tool that must succeed, and prints the call and the answer. Returns the answer's text. */
  async call(name, args = {}) {
    const { text, milliseconds } = await this.#call(name, args);
    console.log(`  ${Math.round(milliseconds)} ms`);
    const lines = text.trimEnd().split("\n");
    for (const line of lines.slice(0, longestAnswer)) console.log(`  │ ${line}`);
    if (lines.length > longestAnswer) console.log(`  │ … and ${lines.length - longestAnswer} more lines`);
    return text;
  }

  /** Calls a tool whose answer has a picture. Returns the picture. */
  async image(name, args) {
    const { images, milliseconds } = await this.#call(name, args);
    console.log(`  ${Math.round(milliseconds)} ms`);
    const [image] = images;
    if (!image)
      throw new Failure(`the answer to ${name} holds no image`, "run the demo again; if it persists, report it");
    return Buffer.from(image.data, "base64");
  }

  /** Saves a screenshot. Returns its path. */
  async screenshot(name) {
    const { images, milliseconds } = await this.#call("screenshot_page", {});
    console.log(`  ${Math.round(milliseconds)} ms`);
    const [image] = images;
    if (!image)
      throw new Failure(
        "the answer to screenshot_page holds no image",
        "run the demo again; if it persists, report it",
      );
    const folder = join(root, "demo-output");
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${name}.${image.mimeType === "image/jpeg" ? "jpg" : "png"}`);
    writeFileSync(file, Buffer.from(image.data, "base64"));
    return file;
  }

  async #call(name, args) {
    console.log(`\n→ ${name} ${JSON.stringify(args)}`);
    const began = performance.now();
    const { content, isError } = await this.#client.callTool({ name, arguments: args });
    const text = content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
    if (isError)
      throw new Failure(
        `${name}: ${text}`,
        "do what the answer says; if that does not help, report it with this output",
      );
    return { text, images: content.filter(({ type }) => type === "image"), milliseconds: performance.now() - began };
  }

  /** Ends the server, and its browser with it. */
  close() {
    return this.#client.close();
  }
}

/** The UID on the first line of a snapshot that shows this role and name. */
export function uidOf(snapshot, role, name) {
  const line = snapshot.split("\n").find((line) => line.includes(` ${role} "${name}"`));
  const uid = /uid=(\S+)/.exec(line ?? "")?.[1];
  if (!uid)
    throw new Failure(
      `the snapshot shows no ${role} ${JSON.stringify(name)}`,
      "read the snapshot above; report it if the page is right",
    );
  return uid;
}
