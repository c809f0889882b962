/** The contract of the methods about tools that the page offers; see ../protocol.ts. */

/** A tool that the page offers (WebMCP). Its texts are the page's. */
export interface PageTool {
  name: string;
  title: string;
  description: string;
  /** JSON Schema of its input, as JSON; absent if there is none, or a very long one. */
  schema?: string;
  readOnly: boolean;
  untrustedContent: boolean;
  consequential: boolean;
}

/** Answer of `pageTools`. */
export interface PageTools {
  /** Whether the browser has the interface, and it is switched on. */
  supported: boolean;
  origin: string;
  tools: PageTool[];
  /** How many tools are left out. */
  more: number;
}

/** Arguments of `startTool`. */
export interface StartToolArgs {
  name: string;
  /** The schema that the input was checked against. A tool with another one is not called. */
  schema?: string;
  /** JSON. */
  input: string;
}

/** Answer of `startTool`. */
export type ToolStarted = { state: "started"; id: number } | { state: "noTool" } | { state: "otherTool" };

/** Answer of `toolResult`. */
export type ToolResult =
  | { state: "answered"; text: string; cut: boolean }
  | { state: "threw"; text: string }
  /** The browser does not run it. */
  | { state: "refused"; text: string }
  | { state: "running" }
  | { state: "gone" };
