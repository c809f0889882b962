/** The entry of the scripts that run in an empty document of an origin, see protocol.ts. */

export { read } from "./read.js";
export { write } from "./write.js";
