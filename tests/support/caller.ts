/** Calls tools through a client of any protocol and transport. */

import type { Client } from "@modelcontextprotocol/client";

/** The answer of a tool. */
export interface Answer {
  /** All text parts, joined with newlines, without the marks around content of the page. */
  text: string;
  isError: boolean;
  /** The code of an error. */
  code?: string;
  images: { mimeType: string; data: Buffer }[];
  /** How long the call took for the client. */
  ms: number;
  /** The answer as it came over the wire. */
  raw: unknown;
}

/** The marks around content of the page, each on a line of its own. */
export const MARK = /^<(\/?)page-(\d{9})>$/;

/** An answer without these marks. */
const unfenced = (text: string): string =>
  text.includes("page-")
    ? text
        .split("\n")
        .filter((line) => !MARK.test(line))
        .join("\n")
    : text;

/** A client that is connected to a server. */
export class Caller {
  constructor(readonly client: Client) {}

  /** Calls a tool. Returns its answer, which may be an error. */
  async call(
    name: string,
    args: Record<string, unknown> = {},
    options: { signal?: AbortSignal; timeout?: number } = {},
  ): Promise<Answer> {
    const began = performance.now();
    const raw = await this.client.callTool({ name, arguments: args }, { timeout: 60_000, ...options });
    const content = raw.content as { type: string; text?: string; data?: string; mimeType?: string }[];
    const code = (raw._meta as { code?: string } | undefined)?.code;
    return {
      text: unfenced(content.flatMap((part) => (part.type === "text" ? (part.text ?? "") : [])).join("\n")),
      isError: raw.isError === true,
      ...(code === undefined ? {} : { code }),
      images: content.flatMap((part) =>
        part.type === "image" ? { mimeType: part.mimeType ?? "", data: Buffer.from(part.data ?? "", "base64") } : [],
      ),
      ms: performance.now() - began,
      raw,
    };
  }

  /** Calls a tool that must succeed. Returns its text. */
  async ok(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const answer = await this.call(name, args);
    if (answer.isError) throw new Error(`${name} ${JSON.stringify(args).slice(0, 200)} failed: ${answer.text}`);
    return answer.text;
  }

  /** Calls a tool that must fail with a code. Returns its text. */
  async fails(code: string, name: string, args: Record<string, unknown> = {}): Promise<string> {
    const answer = await this.call(name, args);
    const shown = `${name} ${JSON.stringify(args).slice(0, 200)} answered: ${answer.text.slice(0, 500)}`;
    if (!answer.isError) throw new Error(`expected ${code}, but ${shown}`);
    if (answer.code !== code || !answer.text.startsWith(`[${code}] `))
      throw new Error(`expected ${code}, got ${answer.code}; ${shown}`);
    return answer.text;
  }
}
