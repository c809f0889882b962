// The workflows, for tests.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../../lib/paths.mjs";

const folder = join(root, ".github/workflows");
/** The workflows by the names of their files. */
export const workflows = new Map(
  readdirSync(folder).map((name) => [
    name,
    { text: readFileSync(join(folder, name), "utf8"), file: join(folder, name) },
  ]),
);
/** The one that publishes. */
export const release = parse(workflows.get("release.yml").text);
/** Its steps that run a script, in order. */
export const steps = Object.entries(release.jobs).flatMap(([job, { steps }]) =>
  steps.filter(({ run }) => run !== undefined).map((step) => ({ job, title: step.name ?? step.run, ...step })),
);

/** The steps that do not run here, and why. All others do. */
export const notHere = {
  "npm ci --ignore-scripts": "the packages are installed already",
  "Build and check the addon": "takes minutes; the set-up of `npm test` builds the addon of this machine",
  "Load the addon in Alpine, start the server": "needs docker and the network",
  "Install, and drive each browser": "the step `packaging` of `npm test` runs it",
  "Specs of what users do most": "the step `e2e` of `npm test` runs them",
  "Install for the specs": "the step `packaging` installs the same tarballs",
  "Build the application to test on": "needs a Mac",
  "Desktop tests": "needs a Mac",
  "Publish to crates.io": "crates.io keeps what it gets for ever; the crate is packed in release.test.mjs",
  "Release on GitHub": "needs GitHub",
  "Publish to the MCP registry": "needs GitHub, and the registry",
};
