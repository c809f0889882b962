// Answers to requests that no MCP server gets to see.

/** An error in the form of JSON-RPC, for a request whose id is not known. */
export function jsonError(status: number, message: string, headers: Record<string, string> = {}): Response {
  return new Response(errorBody(message), { status, headers: { "content-type": "application/json", ...headers } });
}

/** The body of {@link jsonError}. -32000 is the first code that JSON-RPC leaves to servers. */
export function errorBody(message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null });
}
