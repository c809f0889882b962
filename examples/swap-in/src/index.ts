import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { quit } from "./driver.ts";
import { registerInput } from "./tools/input.ts";

serveStdio(() => {
  const server = new McpServer({ name: "swap-in-example", version: "1.0.0" });
  registerInput(server);
  return server;
});
process.stdin.once("end", () => void quit().finally(() => process.exit()));
