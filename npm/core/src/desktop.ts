import type { NativeDesktop } from "../binding.js";
import { call, type Given } from "./call.js";
import { opened } from "./error.js";
import { DesktopCalls } from "./generated/calls.js";
import { DESKTOP_CALLS } from "./generated/shapes.js";
import { binding } from "./loader.js";

/**
 * Desktop applications: programs that it launched, and applications that it attached to. It touches no
 * other process, and does not connect before the first call.
 *
 * @example
 * ```js
 * const desktop = Desktop.open();
 * const { sessionId } = await desktop.launch({ command: "mousepad" });
 * const { text } = await desktop.ui(sessionId, { role: "textbox" });
 * await desktop.close();
 * ```
 */
export class Desktop extends DesktopCalls {
  readonly #native: NativeDesktop;

  private constructor(native: NativeDesktop) {
    super();
    this.#native = native;
  }

  /** @throws {@link UipilotError} `UNSUPPORTED` if there is no backend for the platform */
  static open(): Desktop {
    return new Desktop(opened(binding().NativeDesktop.open()));
  }

  protected override call<T>(name: string, given: Given): Promise<T> {
    return call(this.#native, DESKTOP_CALLS, name, given);
  }
}
