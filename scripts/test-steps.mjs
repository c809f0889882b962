// The steps of `npm test`, in the order in which they are listed.
import { fileURLToPath } from "node:url";
import { findProgram } from "./lib/paths.mjs";
import { browserPrograms, desktopPrograms, displayPrograms } from "./lib/system.mjs";

const node = (...args) => [process.execPath, ...args];
const bin = (name, ...args) => node(`node_modules/${name}`, ...args);
const tsc = (project) => bin("typescript/bin/tsc", "--noEmit", "-p", project);
const reporter = fileURLToPath(new URL("lib/vitest-reporter.mjs", import.meta.url));
const vitest = (folder, ...args) =>
  bin("vitest/vitest.mjs", "run", "--root", folder, ...args, "--reporter=default", `--reporter=${reporter}`);
const specs = (config) => vitest("tests", "--config", config);

/** Includes the test that compares the committed API description with the engine. */
const schema = ["--features", "uipilot-engine/schema"];

/** The dependency checker of Rust, if it is installed: building it takes minutes. The hosted workflow always runs it. */
const deny = findProgram("cargo-deny")
  ? [
      {
        name: "deny",
        title: "cargo deny (bans, licences, sources)",
        lane: "rust",
        commands: [
          // Include the crates of all platforms, which no build on this machine needs.
          ["cargo", "fetch", "--locked"],
          ["cargo", "deny", "--offline", "check", "bans", "licenses", "sources"],
        ],
      },
    ]
  : [];

/**
 * The macOS backend without a Mac: lints for one target, which include the errors of `cargo check`, and on request a
 * link for both. Its contract tests are among the Rust tests. Only rustup has Rust's standard library for a Mac.
 */
const darwin =
  process.platform !== "darwin" && findProgram("rustup")
    ? [
        {
          name: "darwin",
          title: "the macOS backend, without a Mac",
          lane: "beside",
          commands: [node("scripts/check-darwin.mjs", "--quick", "clippy")],
        },
        {
          name: "darwin-link",
          title: "the macOS backend, linked for both of its processors",
          lane: "beside",
          all: true,
          commands: [node("scripts/check-darwin.mjs", "--quick", "link")],
        },
      ]
    : [];

/**
 * Sessions of geckodriver, if it is installed: the set-up leaves it out, because building it takes
 * minutes.
 */
const geckodriver =
  process.env.UIPILOT_GECKODRIVER || findProgram("geckodriver")
    ? [
        [
          "cargo",
          "test",
          "--locked",
          "--package",
          "uipilot-engine",
          "--test",
          "webdriver",
          "firefox::",
          "--",
          "--ignored",
        ],
      ]
    : [];

/** Desktop applications, on platforms with a backend. */
const desktop =
  process.platform === "linux"
    ? [
        {
          name: "desktop",
          title: "desktop applications, on a display of their own",
          lane: "browsers",
          tests: true,
          programs: ["chromium", ...desktopPrograms],
          commands: [node("scripts/desktop/run.mjs", ...specs("desktop/vitest.config.ts"))],
        },
      ]
    : [];

/** How long each fuzz target looks for new input. */
const fuzzSeconds = process.env.UIPILOT_FUZZ_SECONDS ?? "5";

/** @type {import("./lib/run-steps.mjs").Step[]} */
export const steps = [
  { name: "fmt", title: "cargo fmt", lane: "rust", commands: [["cargo", "fmt", "--all", "--check"]] },
  { name: "tidy", title: "invariants of the tree", lane: "script", commands: [node("scripts/tidy.mjs")] },
  {
    name: "lint",
    title: "Biome",
    lane: "script",
    commands: [bin("@biomejs/biome/bin/biome", "ci", "--colors=off", ".")],
  },
  {
    name: "types",
    title: "TypeScript",
    lane: "script",
    commands: [
      "crates/engine/injected",
      "crates/engine/injected/test",
      "npm/core",
      "npm/workspace",
      "npm/workspace/test",
      "ts-mcp",
      "ts-mcp/page",
      "extension",
      "tests",
    ].map(tsc),
  },
  {
    name: "generated",
    title: "generated files are up to date",
    lane: "script",
    commands: [
      node("crates/engine/injected/build.mjs", "--check"),
      node("scripts/generate-api.mjs", "--check"),
      node("scripts/tool-reference.mjs", "--check"),
      node("scripts/config-schema.mjs", "--check"),
      node("scripts/third-party.mjs", "--check"),
      node("scripts/generate-devices.mjs", "--check"),
      node("scripts/docs/troubleshooting.mjs", "--check"),
      node("scripts/docs/from-readme.mjs", "--check"),
      node("scripts/charts/main.mjs", "--check"),
    ],
  },
  {
    name: "crates",
    title: "licences, sources and bans of all crates",
    lane: "script",
    commands: [node("scripts/check-crates.mjs")],
  },
  ...deny,
  {
    name: "scripts",
    title: "scripts, and lints of the workflows",
    lane: "script",
    tests: true,
    programs: ["shellcheck"],
    commands: [
      node(
        "--test",
        ...["docs", "lib", "flaky", "run-steps", "rust-failures", "platforms", "workflows"].map(
          (name) => `scripts/test/${name}.test.mjs`,
        ),
      ),
    ],
  },
  { name: "core", title: "@uipilot/core tests", lane: "script", tests: true, commands: [vitest("npm/core")] },
  {
    name: "workspace",
    title: "@uipilot/workspace tests",
    lane: "script",
    tests: true,
    commands: [vitest("npm/workspace")],
  },
  { name: "server", title: "uipilot-mcp tests", lane: "script", tests: true, commands: [vitest("ts-mcp")] },
  // The longest of the lane: one for each browser, so that both lanes share them.
  ...[
    ["chromium", "Chromium"],
    ["firefox", "Firefox"],
  ].map(([browser, title]) => ({
    name: `injected-${browser}`,
    title: `in-page script tests in ${title}`,
    lane: /** @type {const} */ ("script"),
    tests: true,
    programs: [browser],
    commands: [vitest("crates/engine/injected", `test/${browser}.test.ts`)],
  })),
  {
    name: "rust-build",
    title: "Rust tests, built",
    lane: "rust",
    commands: [["cargo", "test", "--locked", "--workspace", ...schema, "--no-run"]],
  },
  {
    name: "rust",
    title: "Rust tests",
    lane: "browsers",
    tests: true,
    commands: [["cargo", "test", "--locked", "--workspace", ...schema, "--no-fail-fast"], ...geckodriver],
  },
  {
    name: "docs",
    title: "documentation: links, names, samples, and the site",
    lane: "script",
    programs: ["chromium"],
    commands: [node("scripts/docs-check.mjs"), bin("vitepress/bin/vitepress.js", "build", "docs")],
  },
  {
    name: "packaging",
    title: "installed from tarballs",
    lane: "script",
    tests: true,
    programs: ["chromium"],
    commands: [specs("packaging/vitest.config.ts")],
  },
  {
    name: "accname",
    title: "names and roles against web-platform-tests (skipped without the corpus)",
    lane: "script",
    programs: ["chromium", "firefox"],
    commands: [bin("tsx/dist/cli.mjs", "tests/accname/main.ts")],
  },
  ...desktop,
  {
    name: "extension",
    title: "the extension, by itself and in Chromium",
    lane: "browsers",
    tests: true,
    programs: ["chromium", ...displayPrograms],
    commands: [vitest("extension"), specs("extension/vitest.config.ts")],
  },
  {
    name: "e2e",
    title: "end to end, Chromium and Firefox",
    lane: "browsers",
    tests: true,
    programs: browserPrograms,
    commands: [vitest("tests")],
  },
  {
    name: "grid",
    title: "a Selenium Grid of two nodes (skipped without Java)",
    lane: "browsers",
    // Without Java, no test runs.
    tests: Boolean(findProgram("java")),
    programs: browserPrograms,
    commands: [specs("grid/vitest.config.ts")],
  },
  {
    name: "docs-runs",
    title: "commands, recordings and errors of the documentation, run",
    lane: "browsers",
    programs: browserPrograms,
    commands: [
      node("scripts/docs/run.mjs"),
      node("scripts/docs/record.mjs", "--check"),
      node("scripts/docs/errors.mjs", "--check"),
    ],
  },
  {
    name: "clippy",
    title: "cargo clippy, and rustdoc of the engine",
    lane: "beside",
    // It would keep cargo's lock while the tests wait for that.
    after: "rust",
    commands: [
      ["cargo", "clippy", "--locked", "--workspace", "--all-targets", ...schema, "--", "-D", "warnings"],
      ["cargo", "rustdoc", "--locked", "-p", "uipilot-engine", "--lib", "--all-features", "--", "-D", "warnings"],
    ],
  },
  ...darwin,
  {
    name: "features",
    title: "the engine without its features, and with each alone",
    lane: "beside",
    all: true,
    commands: [node("scripts/check-features.mjs")],
  },
  {
    name: "release",
    title: "a release, rehearsed",
    lane: "beside",
    tests: true,
    commands: [node("--test", "scripts/test/release.test.mjs"), node("scripts/release.mjs", "--dry-run")],
  },
  {
    name: "release-made",
    title: "a release in a copy, made, with the steps of its workflow",
    lane: "beside",
    all: true,
    tests: true,
    commands: [node("--test", "scripts/test/release-run.test.mjs")],
  },
  {
    name: "fuzz",
    title: `fuzz targets on their corpus and mutations of it, ${fuzzSeconds} s each`,
    lane: "beside",
    tests: true,
    env: { UIPILOT_FUZZ_SECONDS: fuzzSeconds },
    // The whole workspace, so that what the Rust tests have built is used. Four targets share what the browsers leave.
    commands: [
      ["cargo", "test", "--locked", "--workspace", ...schema, "--lib", "fuzz::tests::", "--", "--test-threads=4"],
    ],
  },
];
