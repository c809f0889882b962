/** The files that a server is started with: no tool reads or changes them, by whatever name, and no page shows them. */

import { linkSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { Pilot } from "../support/pilot.ts";
import { pngPixels } from "../support/png-pixels.ts";

const VALUE = "hunterRex48151x";

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "uipilot-withheld-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written = (name: string, content: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, content, { mode: 0o600 });
  return file;
};
const secrets = written("secrets.json", JSON.stringify({ ONE: VALUE }));
const policy = written("policy.json", '{"rules": [{"tool": "press_key"}]}');
const login = written("login.txt", `me:${VALUE}2`);
const FILES = [secrets, policy, login];
const ARGS = ["--secrets", secrets, "--confirm", policy, "--http-credentials", `https://a.example=${login}`];

it("are kept from the workspace tools, also by other names", async () => {
  const pilot = await Pilot.start({ args: ["--tools", "workspace,state", "--allow-root", folder, ...ARGS] });
  try {
    const contents = FILES.map((file) => readFileSync(file, "utf8"));
    for (const file of FILES) {
      const name = `same-${path.basename(file)}`;
      linkSync(file, path.join(pilot.folder, name));
      for (const [tool, args] of [
        ["fileSystemAccessTool", { action: "readFile", filePath: name }],
        ["fileSystemAccessTool", { action: "writeFile", filePath: name, content: "{}" }],
        [
          "yamlJsonParserEditorTool",
          { action: "validate", filePath: name, format: "json", schema: { properties: { ONE: { pattern: "^h" } } } },
        ],
        [
          "yamlJsonParserEditorTool",
          { action: "modifyKeyValue", filePath: name, format: "json", keyPath: "ONE", newValue: "x" },
        ],
        ["storage_state", { action: "load", file }],
      ] as const) {
        const answer = await pilot.call(tool, args);
        expect(answer.code, `${tool} ${JSON.stringify(args)}: ${answer.text}`).toBeDefined();
        expect(answer.text).not.toMatch(/[0-9a-f]{64}|hunter|"written": true/);
      }
    }
    expect(FILES.map((file) => readFileSync(file, "utf8"))).toEqual(contents);
  } finally {
    await pilot.close();
  }
});

it.each(oneBrowser)("are shown in no page where file addresses are allowed, in %s", async (browser) => {
  const pilot = await Pilot.start({ browser, args: ["--tools", "web,more", "--allow-file-urls", ...ARGS] });
  try {
    const link = path.join(folder, `link-${browser}.json`);
    symlinkSync(secrets, link);
    for (const file of [...FILES, link]) {
      const url = pathToFileURL(file).href;
      await pilot.fails("URL_NOT_ALLOWED", "navigate_page", { url });
      await pilot.fails("URL_NOT_ALLOWED", "new_page", { url: url.replace("file:///", "file:///./") });
    }
    // A page leads there by itself, or has it in a frame.
    const page = written(
      `page-${browser}.html`,
      `<title>Start</title><a href="policy.json">Rules</a><iframe title="Frame" src="policy.json"></iframe>`,
    );
    await pilot.ok("navigate_page", { url: pathToFileURL(page).href });
    const seen = await pilot.ok("take_snapshot");
    expect(seen).toContain("Rules");
    expect(seen).not.toContain("press_key");
    expect(await pilot.ok("read_page")).not.toContain("press_key");
    await pilot.call("click_by_uid", { uid: /uid=(\S+) link "Rules"/.exec(seen)?.[1] });
    await pilot.fails("URL_NOT_ALLOWED", "take_snapshot");
    await pilot.fails("URL_NOT_ALLOWED", "read_page");
    await pilot.fails("URL_NOT_ALLOWED", "screenshot_page");
  } finally {
    await pilot.close();
  }
});

it.each(oneBrowser)(
  "are in no picture and no PDF of a page that frames one, without secrets too, in %s",
  async (browser) => {
    const framed = written("login-2.txt", `me:${"W".repeat(60)}`);
    const args = ["--tools", "web,record", "--allow-file-urls", "--http-credentials", `https://a.example=${framed}`];
    const pilot = await Pilot.start({ browser, args });
    try {
      const framing = (name: string, file: string): string => {
        const style = "position:fixed;left:20px;top:20px;width:200px;height:100px;border:0;background:white";
        return pathToFileURL(written(name, `<title>Framing</title><iframe src="${file}" style="${style}"></iframe>`))
          .href;
      };
      const covered = async (url: string): Promise<number> => {
        await pilot.ok("navigate_page", { url });
        const { images } = await pilot.call("screenshot_page", {});
        const picture = pngPixels(images[0]?.data ?? Buffer.alloc(0));
        let count = 0;
        for (let x = 30; x < 210; x++)
          for (let y = 30; y < 110; y++) if (String(picture.at(x, y)) === "70,70,70") count++;
        return count / (180 * 80);
      };
      written("plain.txt", readFileSync(framed, "utf8"));
      expect(await covered(framing("plain.html", "plain.txt"))).toBeLessThan(0.1);
      await pilot.ok("save_pdf", { file: "plain.pdf" });
      expect(await covered(framing("framing.html", "login-2.txt"))).toBe(1);
      expect(await pilot.fails("UNSUPPORTED", "save_pdf", { file: "framing.pdf" })).toContain("a text or a file");
    } finally {
      await pilot.close();
    }
  },
);
