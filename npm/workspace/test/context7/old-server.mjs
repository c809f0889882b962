// A Context7 server of before version 2, with its tool names and schemas. What it is asked for decides what it does.

import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

const text = (said) => ({ content: [{ type: "text", text: said }] });

function create() {
  const server = new McpServer({ name: "Context7", version: "1.0.0" });
  server.registerTool(
    "resolve-library-id",
    {
      description: "Resolves a name",
      inputSchema: z.strictObject({ libraryName: z.string(), query: z.string().optional() }),
    },
    async ({ libraryName }) => {
      if (libraryName === "crash") process.exit(7);
      if (libraryName === "hang") await new Promise(() => undefined);
      if (libraryName === "pid") return text(`- Title: pid\n- Context7-compatible library ID: /pid/${process.pid}`);
      if (libraryName === "none") return text("No documentation libraries found matching your query.");
      return text(
        `Available Libraries (top matches):\n\nEach result includes:\n- Library ID: Context7-compatible identifier (format: /org/project)\n\n---\n\n- Title: ${libraryName}\n- Context7-compatible library ID: /old/${libraryName}\n- Description: An old one\n`,
      );
    },
  );
  server.registerTool(
    "get-library-docs",
    {
      description: "Fetches docs",
      inputSchema: z.strictObject({
        context7CompatibleLibraryID: z.string(),
        topic: z.string().optional(),
        tokens: z.number().optional(),
      }),
    },
    async (args) => text(`TITLE: ${JSON.stringify(args)}\n\n${"Words of documentation. ".repeat(20_000)}`),
  );
  return server;
}

serveStdio(create);
