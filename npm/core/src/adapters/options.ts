import type { SessionOptions } from "../generated/types.js";

/** The options of a session, but for those that choose its browser. */
export type AdapterOptions = Omit<SessionOptions, "launch" | "attach" | "webdriver" | "extension">;
