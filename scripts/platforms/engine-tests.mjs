// The engine's own tests on a Linux with musl, as a static program: the processor or its emulator runs it by itself.
import { execute } from "../lib/command.mjs";
import { Failure } from "../lib/failure.mjs";
import { countTests } from "../lib/test-counts.mjs";
import { toolchain } from "./build.mjs";
import { emulator } from "./runners.mjs";

/** Builds the engine's test program. */
async function build(platform) {
  const { command, target, env } = await toolchain(platform, { isStatic: true });
  const output = [];
  const code = await execute(
    [
      ...[command[0], "test", "--locked", "--package", "uipilot-engine", "--lib", "--no-run"],
      ...["--target", target, "--message-format", "json-render-diagnostics"],
    ],
    { env, onOutput: (chunk) => output.push(chunk) },
  );
  const lines = Buffer.concat(output).toString().split("\n");
  const program = lines
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
    .find(({ reason, executable }) => reason === "compiler-artifact" && executable)?.executable;
  if (code === 0 && program) return program;
  const errors = lines.filter((line) => !line.startsWith("{")).slice(-40);
  throw new Failure(
    `the engine's tests do not build for ${platform.name}\n${errors.join("\n")}`,
    "correct these errors",
  );
}

/**
 * @param {import("./table.mjs").Platform} platform one with musl
 * @returns {Promise<{ name: string, ok: boolean, found: string }>}
 */
export async function runEngineTests(platform) {
  const program = await build(platform);
  const output = [];
  const started = platform.cpu === process.arch ? [program] : [await emulator(), program];
  // Emulated threads are slow, and tests wait for each other's.
  const code = await execute([...started, "--test-threads=2"], {
    env: { RUST_BACKTRACE: "0" },
    onOutput: (chunk) => output.push(chunk),
  });
  const text = Buffer.concat(output).toString();
  const { passed, failed } = countTests(text);
  const names = [...text.matchAll(/^test (\S+) \.\.\. FAILED$/gm)].map(([, name]) => name);
  const which = names.length > 0 ? `: ${names.join(", ")}` : "";
  return {
    name: "engine tests",
    ok: code === 0 && passed > 0,
    found: code === 0 || failed > 0 ? `${passed} passed, ${failed} failed${which}` : text.slice(-600),
  };
}
