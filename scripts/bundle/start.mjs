// Starts the server of a bundle.
import { serverArguments } from "./arguments.mjs";

process.argv.splice(2, Infinity, ...serverArguments(process.argv.slice(2)));
await import("./node_modules/uipilot-mcp/dist/index.js");
