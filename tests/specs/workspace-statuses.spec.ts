/** Every action, every default and every status of the workspace tools, by a real MCP client over stdio. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Pilot } from "../support/pilot.ts";
import type { Case, Cases, Default } from "../support/workspace/case.ts";
import { EDITOR_CASES, EDITOR_DEFAULTS } from "../support/workspace/editor-cases.ts";
import { FILE_CASES, FILES } from "../support/workspace/file-cases.ts";
import { defaults, MANUAL, researchCases } from "../support/workspace/research-cases.ts";
import { startWorkspaceSite } from "../support/workspace/site.ts";

/** Values of schemas that no call can bring about, each with the reason. */
const NOT_PRODUCED: Readonly<Record<string, string>> = {};

/** Processes and browsers start slowly on a busy machine. */
const PATIENCE = 240_000;

const packaged = (name: string, file: string): string =>
  path.join(path.dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))), file);
const CONTEXT7 = packaged("@upstash/context7-mcp", "dist/index.js");
const FILE_SERVER = packaged("@modelcontextprotocol/server-filesystem", "dist/index.js");

interface Property {
  default?: unknown;
  enum?: string[];
}
interface Schema {
  properties: Record<string, Property>;
  required?: string[];
}
interface Listed {
  name: string;
  inputSchema: Schema;
  outputSchema: Schema;
}

/** A project of its own with a server over it. */
class Project {
  readonly #validator = new AjvJsonSchemaValidator();

  private constructor(
    readonly folder: string,
    readonly pilot: Pilot,
    readonly tools: ReadonlyMap<string, Listed>,
    readonly seen: Set<string>,
  ) {}

  /** @param configure - gives the configuration of a project's folder */
  static async create(configure: (folder: string) => object, seen: Set<string>): Promise<Project> {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "uipilot-statuses-")));
    for (const [name, content] of Object.entries({ ...FILES, ...MANUAL })) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), content);
    }
    const config = path.join(folder, "uipilot.config.json");
    writeFileSync(config, JSON.stringify({ workspace: configure(folder) }));
    const pilot = await Pilot.start({ bare: true, args: ["--tools", "workspace", "--config", config] });
    const { tools } = await pilot.client.listTools();
    return new Project(folder, pilot, new Map((tools as unknown as Listed[]).map((tool) => [tool.name, tool])), seen);
  }

  async close(): Promise<void> {
    await this.pilot.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Calls a tool, checks what holds for all answers, and notes which values of its schemas the call had. */
  async call(name: string, args: Record<string, unknown>) {
    const { raw, isError, code, text } = await this.pilot.call(name, args, { timeout: PATIENCE });
    const { structuredContent = {} } = raw as { structuredContent?: Record<string, unknown> };
    const { inputSchema, outputSchema } = this.tools.get(name) as Listed;
    const check = this.#validator.getValidator(outputSchema as never)(structuredContent);
    expect(check.valid, `${name}: ${check.errorMessage} ${text}`).toBe(true);

    const status = (structuredContent.status as string | undefined) ?? (isError ? (code as string) : "SUCCESS");
    const failed = status.startsWith("ERROR");
    expect([isError, code], text).toEqual([failed, failed ? status : undefined]);
    const whole = failed || status === "PARTIAL_SUCCESS" ? expect.stringMatching(/./) : null;
    expect(structuredContent.errorDetails, text).toEqual(whole);
    expect(text.startsWith(`[${status}] `), text).toBe(failed);
    // Clients that show only the text get the same answer, with long strings cut.
    if (!failed && text.length < 15_000) expect(JSON.parse(text)).toEqual(structuredContent);

    for (const [argument, { enum: values }] of Object.entries(inputSchema.properties)) {
      if (!(argument in args)) continue;
      this.seen.add(`${name} takes ${argument}`);
      // A refused value of an enumeration shows nothing about it.
      if (values !== undefined && !failed) this.seen.add(`${name} does ${argument} ${args[argument]}`);
    }
    for (const [field, { enum: values }] of Object.entries(outputSchema.properties)) {
      if (field in structuredContent) this.seen.add(`${name} answers ${field}`);
      if (values !== undefined) this.seen.add(`${name} answers ${field} ${structuredContent[field]}`);
    }
    return { status, structured: structuredContent, text };
  }

  /** Makes a call and compares its answer. */
  async check(name: string, { args, status, answer = {}, files = {} }: Case): Promise<void> {
    const { status: own, structured, text } = await this.call(name, args);
    expect(own, text).toBe(status);
    expect(structured).toMatchObject(answer);
    for (const [file, content] of Object.entries(files)) {
      const place = path.join(this.folder, file);
      expect(existsSync(place) ? readFileSync(place, "utf8") : null, file).toBe(content);
    }
  }
}

const site = await startWorkspaceSite();
const title = ({ args, status }: Case, index: number): string =>
  `${index + 1}. ${JSON.stringify(args).replaceAll(site.url, "").slice(0, 120)} → ${status}`;
const CASES: Cases = { fileSystemAccessTool: FILE_CASES, ...researchCases(site.url), ...EDITOR_CASES };

describe("each action and status of the workspace tools", { timeout: PATIENCE }, () => {
  const seen = new Set<string>();
  let local: Project;
  let served: Project;
  /** What the process of the file server is found by, and how it is kept from starting again. */
  let starter: string;

  beforeAll(async () => {
    local = await Project.create(
      () => ({
        filesystem: { allowed: ["docs", "work"], allowDelete: true, timeoutMs: PATIENCE },
        search: { provider: "searxng", searxng: { url: site.url }, timeoutMs: PATIENCE },
        fetch: { allowPrivate: ["127.0.0.1"], timeoutMs: PATIENCE },
        context7: {
          server: { command: process.execPath, args: [CONTEXT7], env: { CONTEXT7_API_URL: site.url } },
          timeoutMs: PATIENCE,
        },
        manual: { timeoutMs: PATIENCE },
      }),
      seen,
    );
    served = await Project.create((folder) => {
      starter = path.join(folder, "file-server.mjs");
      writeFileSync(
        starter,
        `import { writeFileSync } from "node:fs";\nwriteFileSync(import.meta.filename + ".pid", String(process.pid));\nawait import(${JSON.stringify(FILE_SERVER)});\n`,
      );
      const mcp = { command: process.execPath, args: [starter, folder] };
      return { filesystem: { allowed: ["docs", "work"], allowDelete: true, timeoutMs: PATIENCE, mcp } };
    }, seen);
  }, PATIENCE);
  afterAll(async () => {
    await Promise.all([local?.close(), served?.close()]);
    await site.close();
  }, PATIENCE);

  for (const [name, cases] of Object.entries(CASES)) {
    describe(name, () => {
      it.each(cases.map((one, index) => [title(one, index), one] as const))("%s", async (_, one) => {
        await local.check(name, one);
      });
    });
  }

  describe("the defaults", () => {
    const all = [...defaults(site.url), ...EDITOR_DEFAULTS];
    it.each(all.map((one) => [`${one.tool}: ${one.argument} is ${JSON.stringify(one.value)}`, one] as const))(
      "%s",
      async (_, { tool, argument, value, other, args, files = {} }: Default) => {
        const answer = async (more: object) => {
          for (const [file, content] of Object.entries(files)) writeFileSync(path.join(local.folder, file), content);
          return (await local.call(tool, { ...args, ...more })).structured;
        };
        const left = await answer({});
        expect(await answer({ [argument]: value })).toEqual(left);
        expect(await answer({ [argument]: other })).not.toEqual(left);
        seen.add(`${tool} leaves out ${argument}, which is ${JSON.stringify(value)}`);
      },
    );
  });

  describe("the official file server behind fileSystemAccessTool", () => {
    it.each(FILE_CASES.map((one, index) => [title({ ...one, ...one.served }, index), one] as const))(
      "%s",
      async (_, { args, served: other, ...one }) => {
        await served.check("fileSystemAccessTool", { args, ...one, ...other });
      },
    );

    it("is said to be unavailable when it is gone and cannot be started again", async () => {
      const pid = Number(readFileSync(`${starter}.pid`, "utf8"));
      rmSync(starter);
      process.kill(pid, "SIGKILL");
      for (const action of [
        "readFile",
        "writeFile",
        "listFiles",
        "listDirectories",
        "createDirectory",
        "checkExists",
      ]) {
        // Whether a path is a folder is known without the server.
        const filePath = action.startsWith("list") ? "work" : "work/a.txt";
        const args = { action, filePath, ...(action === "writeFile" ? { content: "x" } : {}) };
        await served.check("fileSystemAccessTool", {
          args,
          status: "ERROR_MCP_SERVER_UNAVAILABLE",
          files: { "work/a.txt": "Grüße\n" },
        });
      }
    });
  });

  it("none was left out of those that tools/list has", () => {
    const expected = [...local.tools.values()].flatMap(({ name, inputSchema, outputSchema }) => [
      ...Object.entries(inputSchema.properties).flatMap(([argument, { enum: values = [], default: value }]) => [
        `${name} takes ${argument}`,
        ...values.map((one) => `${name} does ${argument} ${one}`),
        ...(value === undefined ? [] : [`${name} leaves out ${argument}, which is ${JSON.stringify(value)}`]),
      ]),
      ...Object.entries(outputSchema.properties).flatMap(([field, { enum: values = [] }]) => [
        `${name} answers ${field}`,
        ...values.map((one) => `${name} answers ${field} ${one}`),
      ]),
    ]);
    // So many tools and values there are at least: an empty list would show nothing.
    expect(local.tools.size).toBe(7);
    expect(expected.length).toBeGreaterThan(150);
    const missing = expected.filter((value) => !seen.has(value));
    expect(missing.sort()).toEqual(Object.keys(NOT_PRODUCED).sort());
  });
});
