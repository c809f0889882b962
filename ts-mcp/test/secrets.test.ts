import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { parse } from "../src/cli.ts";
import { FileRoots } from "../src/roots.ts";
import { loadSecrets } from "../src/secrets/load.ts";
import { inputSchema, toolsFor } from "../src/tools/index.ts";

const folder = mkdtempSync(path.join(tmpdir(), "uipilot-secrets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = path.join(folder, "secrets.env");

function read(content: string, environment: Record<string, string> = {}, mode = 0o600) {
  writeFileSync(file, content);
  chmodSync(file, mode);
  return loadSecrets(file, environment)?.all;
}

it("reads lines as dotenv writes them", () => {
  const lines = [
    "\ufeff# a comment",
    "",
    "PLAIN=hunter2 # said twice",
    "  export HASH = a#b=c ",
    'QUOTED="two\\nlines \\"x\\" \\\\ \\$HOME" # why',
    "SINGLE='no \\n escape # here'",
  ];
  expect(read(lines.join("\r\n"))).toEqual([
    { name: "PLAIN", value: "hunter2", origins: [] },
    { name: "HASH", value: "a#b=c", origins: [] },
    { name: "QUOTED", value: 'two\nlines "x" \\ $HOME', origins: [] },
    { name: "SINGLE", value: "no \\n escape # here", origins: [] },
  ]);
});

it("reads JSON, with origins, and variables", () => {
  const content = '{ "A": "hunter2", "B": { "value": "s3cret", "origins": ["https://Shop.example:443/"] } }';
  expect(read(content, { UIPILOT_SECRET_C: "variable", UIPILOT_SECRETS: "x" })).toEqual([
    { name: "A", value: "hunter2", origins: [] },
    { name: "B", value: "s3cret", origins: ["https://shop.example"] },
    { name: "C", value: "variable", origins: [] },
  ]);
  expect(loadSecrets(undefined, { PATH: "/bin" })).toBeUndefined();
});

it.each([
  ["A=abc", "the secret A has less than 4 characters"],
  ["A='a b '", "less than 4"],
  ["A=", "less than 4"],
  ["1A=hunter2", '"1A" is no name'],
  ["hunter2", "line 1: a line is NAME=value"],
  ['OK=hunter2\nA="hunter2', "line 2: the quotation mark is not closed"],
  ["A=hunter2\nA=hunter3", "the secret A is given twice"],
  ["{ hunter2 }", "no JSON at line 1, column 3: a key in double quotes is expected"],
  ['{ "A": "hunter2", "A": "hunter3" }', "no JSON at line 1, column 19: a key is given twice"],
  ['{\n "A": 5 }', "line 2, column 2: a secret is a text"],
  ['{ "A": { "value": "hunter2", "origin": [] } }', "a secret is a text"],
  ['{ "A": { "value": "hunter2", "origins": [] } }', "a secret is a text"],
  ['{ "A": { "value": "hunter2", "origins": ["shop.example"] } }', "write it as https://shop.example"],
  ['{ "A": { "value": "hunter2", "origins": ["https://shop.example/hunter2"] } }', "without a path"],
  ['{ "A": { "value": "hunter2", "origins": ["https://*.example"] } }', "without a path"],
])("refuses %j, and shows nothing of it", (content, said) => {
  const why = (() => {
    try {
      read(content);
      return "";
    } catch (error) {
      return error instanceof Error ? error.message : "";
    }
  })();
  expect(why).toContain(said);
  expect(why).not.toContain("hunter2");
});

it("refuses a file in another encoding, whose passwords would be others", () => {
  writeFileSync(file, Buffer.from("A=p\u00e4ssword\n", "latin1"));
  expect(() => loadSecrets(file, {})).toThrow("cannot be read: it is not in UTF-8");
});

it.skipIf(process.platform === "win32")("refuses a file that others may use", () => {
  for (const mode of [0o644, 0o640, 0o602, 0o604]) {
    expect(() => read("A=hunter2", {}, mode)).toThrow(`chmod 600 "${file}"`);
  }
  chmodSync(file, 0o600);
  expect(() => loadSecrets(folder, {})).toThrow("is no file");
  expect(() => loadSecrets(path.join(folder, "none"), {})).toThrow("cannot be read: ENOENT");
  const link = path.join(folder, "link");
  symlinkSync(file, link);
  expect(loadSecrets(link, {})?.names).toEqual(["A"]);
  if (process.getuid?.() === 0) expect(() => loadSecrets("/dev/null", {})).toThrow("is no file");
});

it("lets no tool use the file, also by a link", async () => {
  read("A=hunter2");
  const named = path.join(folder, "other");
  symlinkSync(file, named);
  const roots = new FileRoots({ working: { folder, own: false }, allowed: [], withheld: [file] });
  for (const given of ["secrets.env", "other", file]) {
    await expect(roots.resolve(given)).rejects.toMatchObject({ code: "PATH_NOT_ALLOWED" });
  }
  await expect(roots.resolve("page.txt")).resolves.toBe(path.join(folder, "page.txt"));
  // Its place is nobody's also while the user replaces it.
  rmSync(file);
  await expect(roots.resolve("secrets.env")).rejects.toMatchObject({ code: "PATH_NOT_ALLOWED" });
});

it("withholds every file that holds a secret or a rule, in all tools and in pages", () => {
  read("A=hunter2");
  for (const name of ["policy.json", "login.txt", "me.pem", "config.json"])
    writeFileSync(path.join(folder, name), "{}");
  writeFileSync(path.join(folder, "login.txt"), "me:word");
  writeFileSync(path.join(folder, "policy.json"), '{"rules":[{"tool":"navigate_page"}]}');
  const withheld = [file, "policy.json", "config.json", "login.txt", "me.pem"].map((name) =>
    path.resolve(folder, name),
  );
  const command = parse(
    [
      `--secrets=${file}`,
      `--config=${path.join(folder, "config.json")}`,
      `--confirm=${path.join(folder, "policy.json")}`,
      `--http-credentials=https://a.example=${path.join(folder, "login.txt")}`,
      "--http-credentials=https://b.example=env:LOGIN",
      `--client-certificate=https://a.example=${path.join(folder, "me.pem")}`,
    ],
    { LOGIN: "me:word" },
  );
  if (typeof command === "string") throw new Error(command);
  expect(command.session.withheldFiles?.toSorted()).toEqual(withheld.toSorted());
});

it("changes the tools only where there are secrets", () => {
  read("SHOP_PASSWORD=hunter2");
  const command = parse(["--secrets", file, "--tools=web,more"], {});
  if (typeof command === "string") throw new Error(command);
  expect(command.session.hiddenTexts).toEqual(["hunter2"]);
  const offer = { sets: command.tools, script: false, extension: false };
  const plain = toolsFor(offer);
  const withSecrets = toolsFor({ ...offer, secrets: command.secrets });
  const changed = withSecrets.filter((tool, index) => tool !== plain[index]).map(({ name }) => name);
  expect(changed).toEqual(["fill_by_uid", "fill_form_by_uid", "type_text"]);
  const schema = JSON.stringify(withSecrets.map((tool) => inputSchema(tool)));
  expect(schema).toContain("SHOP_PASSWORD");
  expect(schema).not.toContain("hunter2");
});
