// What V8 is told, so that a server that mostly waits takes less memory.

/**
 * Sets flags of V8. They save 10 MB. V8 ignores unknown flags.
 *
 * They count for code that has not run yet, so call it before most of the program is loaded. But call it after the first answers: with a flag
 * set, V8 no longer takes the compiled form of Node's own modules that Node brings along, which costs some 4 ms of the start.
 */
export async function saveMemory(): Promise<void> {
  const { setFlagsFromString } = await import("node:v8");
  // Keep the space for new objects at its initial size.
  setFlagsFromString("--semi-space-growth-factor=1");
  // Do not load the optimizing compiler: the code that is worth optimizing is in the engine.
  setFlagsFromString("--no-opt");
}
