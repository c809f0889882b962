// What the endpoint says of the browser and of errors, in the form of CDP.

import { Denied } from "../policy/denied.ts";
import { Unknown } from "../policy/handles.ts";

/** The browser's name and version. */
export function product(): string {
  const agent = /(?:Headless)?Chrome\/[\d.]+/.exec(navigator.userAgent)?.[0] ?? "Chrome";
  return `${agent} (the user's own)`;
}

/** An error in the form of CDP. An error of CDP itself comes as JSON in the message. */
export function describe(error: unknown): { code: number; message: string } {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Denied || error instanceof Unknown) return { code: error.code, message };
  try {
    const { code, message: inner } = JSON.parse(message) as { code?: unknown; message?: unknown };
    if (typeof code === "number" && typeof inner === "string") return { code, message: inner };
  } catch {
    // An error of the extension API: its message is plain text.
  }
  return { code: -32000, message };
}
