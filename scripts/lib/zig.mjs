// zig, a C compiler and linker for other systems, from the Python package that ships it.
import { fromWheel } from "./wheels.mjs";

/** The version is fixed, because releases differ in what the linker accepts. */
const version = "0.17.1";

/** The program. `UIPILOT_ZIG` names another. */
export async function zig() {
  return (
    process.env.UIPILOT_ZIG ??
    fromWheel("ziglang", version, "ziglang/zig", {
      why: "linking for another system",
      instead: "name a zig in UIPILOT_ZIG",
    })
  );
}
