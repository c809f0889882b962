/**
 * Tools that the page offers to agents (WebMCP): `pageTools`, `startTool`, `toolResult` and `stopTool`. The page's functions
 * run in its own world; what is asked for and answered crosses as JSON.
 */
import { cancel, later } from "../dom/builtins.js";
import type { PageTool, PageTools, StartToolArgs, ToolResult, ToolStarted } from "./protocol.js";

/** A tool as the browser lists it. Older versions give the schema as JSON. */
interface Registered {
  name: string;
  title?: string;
  description?: string;
  inputSchema?: object | string;
  window?: Window;
  annotations?: { readOnlyHint?: boolean; untrustedContentHint?: boolean; consequentialHint?: boolean };
}

type Options = { signal: AbortSignal };

/** Chromium has `executeTool`, Firefox `invokeTool`. */
interface ModelContext {
  getTools(): Promise<Registered[]> | Registered[];
  executeTool?(tool: Registered, input: unknown, options: Options): Promise<unknown>;
  invokeTool?(name: string, input: unknown, options: Options): Promise<unknown>;
}

/** The most tools of a frame. */
const MOST = 100;
const NAME = 200;
const DESCRIPTION = 2_000;
const SCHEMA = 20_000;
/** The longest result, in UTF-16 code units. */
const RESULT = 50_000;
const ERROR = 2_000;

/** A running or ended call. */
interface Running {
  result?: ToolResult;
  ended: Promise<void>;
  abort: AbortController;
}

const running = new Map<number, Running>();
let next = 1;

function context(): ModelContext | undefined {
  const { modelContext: ofDocument } = document as { modelContext?: ModelContext };
  const { modelContext: ofNavigator } = navigator as { modelContext?: ModelContext };
  const found = ofDocument ?? ofNavigator;
  // The first versions could register tools and not list them.
  const calls = typeof found?.executeTool === "function" || typeof found?.invokeTool === "function";
  return calls && typeof found.getTools === "function" ? found : undefined;
}

/** The tools of this document, also where the browser lists those of its frames with them. */
async function own(from: ModelContext): Promise<Registered[]> {
  const all = await from.getTools();
  return Array.from(all).filter((tool) => tool.window === undefined || tool.window === window);
}

/** A text without lone surrogates, which cannot cross to the engine. */
function cut(text: unknown, length: number): string {
  return String(text ?? "")
    .slice(0, length)
    .replace(/\p{Surrogate}/gu, "\ufffd");
}

function schemaOf({ inputSchema }: Registered): string | undefined {
  if (inputSchema === undefined || inputSchema === null) return undefined;
  return typeof inputSchema === "string" ? inputSchema : JSON.stringify(inputSchema);
}

/** `pageTools`: what this document offers. `name`: only the tool with this name. */
export async function pageTools({ name }: { name?: string }): Promise<PageTools> {
  const from = context();
  if (from === undefined) return { supported: false, origin: self.origin, tools: [], more: 0 };
  const all = (await own(from)).filter((tool) => name === undefined || tool.name === name);
  const tools = all.slice(0, MOST).map((tool): PageTool => {
    const { readOnlyHint, untrustedContentHint, consequentialHint } = tool.annotations ?? {};
    const schema = schemaOf(tool);
    return {
      name: cut(tool.name, NAME),
      title: cut(tool.title, NAME),
      description: cut(tool.description, DESCRIPTION),
      ...(schema === undefined || schema.length > SCHEMA ? {} : { schema: cut(schema, SCHEMA) }),
      readOnly: readOnlyHint === true,
      untrustedContent: untrustedContentHint === true,
      consequential: consequentialHint === true,
    };
  });
  // A sandboxed frame has no origin, whatever its address says.
  return { supported: true, origin: self.origin, tools, more: all.length - tools.length };
}

/** `startTool`: begins a call, if the tool is still the one that was meant. */
export async function startTool({ name, schema, input }: StartToolArgs): Promise<ToolStarted> {
  const from = context();
  const tool = from && (await own(from)).find((one) => one.name === name);
  if (from === undefined || tool === undefined) return { state: "noTool" };
  if (schema !== undefined && schemaOf(tool) !== schema) return { state: "otherTool" };
  const abort = new AbortController();
  const call: Running = { abort, ended: Promise.resolve() };
  const id = next++;
  running.set(id, call);
  const end = (result: ToolResult): void => {
    call.result = result;
  };
  const work = async (): Promise<void> => {
    try {
      const given: unknown = JSON.parse(input);
      const options = { signal: abort.signal };
      const answer = await (from.executeTool?.(tool, given, options) ?? from.invokeTool?.(tool.name, given, options));
      const text = typeof answer === "string" ? answer : (JSON.stringify(answer) ?? "null");
      end({ state: "answered", text: cut(text, RESULT), cut: text.length > RESULT });
    } catch (error) {
      // What the tool itself throws has another name there.
      const refused =
        from.executeTool !== undefined && error instanceof DOMException && error.name === "NotSupportedError";
      end({ state: refused ? "refused" : "threw", text: cut(error instanceof Error ? error.message : error, ERROR) });
    }
  };
  call.ended = work();
  return { state: "started", id };
}

/** `toolResult`: waits a while for the end of a call. */
export async function toolResult({ id, timeoutMs }: { id: number; timeoutMs: number }): Promise<ToolResult> {
  const call = running.get(id);
  if (call === undefined) return { state: "gone" };
  let timer: number | undefined;
  await Promise.race([
    call.ended,
    new Promise<void>((resolve) => {
      timer = later(resolve, timeoutMs);
    }),
  ]);
  cancel(timer);
  if (call.result === undefined) return { state: "running" };
  running.delete(id);
  return call.result;
}

/** `stopTool`: tells the tool that its answer is no longer awaited. */
export function stopTool({ id }: { id: number }): { stopped: boolean } {
  const call = running.get(id);
  running.delete(id);
  call?.abort.abort();
  return { stopped: call !== undefined };
}
