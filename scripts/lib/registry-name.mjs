// The name of the server in the MCP registry.
import { Failure } from "./failure.mjs";

/** The name, in the namespace that the registry gives to an owner on GitHub. */
export function registryName(owner) {
  if (!/^[A-Za-z\d](?:-?[A-Za-z\d])*$/.test(owner)) {
    throw new Failure(
      `${JSON.stringify(owner)} is no owner on GitHub`,
      "give the part of the repository's name before the /",
    );
  }
  return `io.github.${owner}/uipilot`;
}
