import * as z from "zod";

/** How the Context7 server is reached: a command that speaks MCP over its standard input and output, or an address. */
const server = z.union([
  z.strictObject({
    command: z.string().min(1),
    args: z.array(z.string()).default([]),
    /** Beside the few variables that the MCP client hands on by itself, and `CONTEXT7_API_KEY`. */
    env: z.record(z.string(), z.string()).default({}),
    /** Relative to the folder of the configuration. */
    cwd: z.string().optional(),
  }),
  z.strictObject({
    /** Streamable HTTP. The key in `CONTEXT7_API_KEY`, if there is one, is sent as a bearer token. */
    url: z.url({ protocol: /^https?$/ }),
  }),
]);

/** Where library documentation comes from. The key is in the environment variable `CONTEXT7_API_KEY`. */
export const context7Config = z.strictObject({
  server: server.prefault({ url: "https://mcp.context7.com/mcp" }),
  /** Milliseconds that a call may take. */
  timeoutMs: z.int().positive().default(60_000),
  /** Most tokens of documentation, whatever a call asks for. */
  maxTokens: z.int().positive().default(50_000),
});

export type Context7Config = z.output<typeof context7Config>;
