// Calls a tool with what a client gave. Every way to the tools goes through here, so that all of them have the same checks,
// errors and log.

import type { CallToolResult } from "@modelcontextprotocol/server";
import { coded, compose, composeError } from "./answer.ts";
import { refusals } from "./certificates/refusals.ts";
import { type CodedError, isCoded } from "./error.ts";
import type { Fence } from "./fence.ts";
import { type Log, trace } from "./log.ts";
import { masker } from "./secrets/mask.ts";
import type { Tool, ToolContext } from "./tools/define.ts";
import { isIn } from "./tools/names.ts";
import { validate } from "./validate.ts";

/** What became of a call. */
export interface Called {
  result: CallToolResult;
  /** Why there is no answer of the tool. A tool can also answer a failure, which `result` says. */
  error?: CodedError;
}

/** Checks the arguments, runs the tool and writes its answer, or its error. `fence`: marks the content of the page. */
export async function callTool(
  tool: Tool,
  given: Record<string, unknown>,
  context: ToolContext,
  log: Log,
  fence?: Fence,
): Promise<Called> {
  const began = performance.now();
  try {
    return { result: masked(compose(await tool.run(validate(tool, given), context), fence)) };
  } catch (thrown) {
    const error = refusals.explain(thrown, began);
    // The client answers first, and then the call is made again.
    const asked = context.asking.wanted !== undefined;
    log.write(
      asked ? "debug" : isCoded(error) ? "info" : "error",
      "tool",
      `${tool.name} failed: ${isCoded(error) ? error.code : trace(error)}`,
    );
    const form = { structured: tool.attempts === true, desktop: isIn("desktop", tool.name) };
    return { result: masked(composeError(error, form)), error: coded(error) };
  }
}

/** An answer without the values of secrets. In pictures they are painted over, before the pictures come here. */
function masked({ content, ...rest }: CallToolResult): CallToolResult {
  const parts = content.map((part) => (part.type === "image" || part.type === "audio" ? part : masker.value(part)));
  return { ...masker.value(rest), content: parts };
}
