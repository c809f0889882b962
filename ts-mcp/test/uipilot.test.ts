import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readCommand } from "../src/uipilot/args.ts";
import { completion } from "../src/uipilot/completion.ts";
import { EXIT, exitCode } from "../src/uipilot/exit-codes.ts";
import { help, helpFor } from "../src/uipilot/help.ts";
import { clashes, makeTable, shadowed } from "../src/uipilot/make-table.ts";
import { here, openPlace } from "../src/uipilot/place.ts";
import { shellWords } from "../src/uipilot/shell-words.ts";
import { OWN, parametersOf } from "../src/uipilot/table.ts";

const table = makeTable([]);
const folder = path.resolve("/project");

/** The tool and the arguments of a command line. */
function called(...words: string[]): { tool: string; args: Record<string, unknown> } {
  const { command } = readCommand(table, words, folder);
  if (command.kind !== "tool") throw new Error(`${words.join(" ")} calls no tool`);
  return { tool: command.tool, args: command.args };
}

const refused = (...words: string[]) => expect(() => readCommand(table, words, folder));

it("has a command for every tool, and no name for two things", () => {
  const reached = new Set(table.commands.filter(({ short }) => !short).map(({ tool }) => tool));
  expect([...reached].sort()).toEqual(table.tools.map(({ name }) => name).sort());
  expect(shadowed(table)).toEqual([]);
  // Where both have a flag, that of the tool wins after its name, and the session's comes before it.
  expect(clashes(table)).toEqual([
    "get_network_request --secrets",
    "export_har --secrets",
    ...["device", "viewport", "user-agent", "color-scheme", "timezone", "locale"].map((flag) => `emulate --${flag}`),
    "launchBrowser --viewport",
  ]);
  for (const command of table.commands) {
    const flags = parametersOf(table, command).map(({ flag }) => flag);
    expect(new Set(flags).size, command.name).toBe(flags.length);
    for (const { flag } of command.positionals) expect([...flags, "out"], command.name).toContain(flag);
  }
});

it("shows the help of the program and of every command", () => {
  const text = help(table);
  for (const { name } of [...table.commands, ...OWN]) {
    expect(text).toContain(name);
    expect(helpFor(table, name)).toContain(`Usage: uipilot ${name}`);
  }
  expect(() => helpFor(table, "clik")).toThrow("did you mean click");
  for (const shell of ["bash", "zsh", "fish"]) expect(completion(table, shell)).toContain("click-by-uid");
  expect(() => completion(table, "basch")).toThrow("did you mean bash");
});

it("takes arguments by place and by flag", () => {
  expect(called("open", "https://e.org")).toEqual({ tool: "navigate_page", args: { url: "https://e.org" } });
  expect(called("fill", "1_2", "a b")).toEqual({ tool: "fill_by_uid", args: { uid: "1_2", value: "a b" } });
  expect(called("fill", "--value=x", "1_2").args).toEqual({ uid: "1_2", value: "x" });
  expect(called("fill", "1_2", "--", "--value").args).toEqual({ uid: "1_2", value: "--value" });
  expect(called("fill", "1_2", "-5").args).toEqual({ uid: "1_2", value: "-5" });
  expect(called("fill", "1_2", "").args).toEqual({ uid: "1_2", value: "" });
  expect(called("back")).toEqual({ tool: "navigate_history", args: { direction: "back" } });
  expect(called("select", "1_2", "a", "b").args).toEqual({ uid: "1_2", values: ["a", "b"] });
  expect(called("click", "1_2", "--no-dbl-click", "--at.x", "3", "--at.share").args).toEqual({
    uid: "1_2",
    dblClick: false,
    at: { x: 3, share: true },
  });
  expect(called("click", "1_2", "--at", '{"x":1,"y":2}').args["at"]).toEqual({ x: 1, y: 2 });
  expect(called("click", "1_2", "--modifiers=Alt,Shift", "--modifiers", "Meta").args["modifiers"]).toEqual([
    "Alt",
    "Shift",
    "Meta",
  ]);
  expect(called("fill-form", "1_1=a=b", '{"uid":"1_2","value":"c"}').args["elements"]).toEqual([
    { uid: "1_1", value: "a=b" },
    { uid: "1_2", value: "c" },
  ]);
  expect(called("drag-by-uid", "1_1", "--path", '[{"dx":1},{"dy":2}]').args["path"]).toEqual([{ dx: 1 }, { dy: 2 }]);
  expect(called("act", "click", "Save", "--target.nth=-1")).toEqual({
    tool: "interactWithPage",
    args: { action: "click", target: { value: "Save", nth: -1 } },
  });
  const target = (word: string): unknown => called("act", "click", word).args["target"];
  expect(target('{"by": "role", "value": "button", "name": "Save", "nth": 1}')).toEqual({
    by: "role",
    value: "button",
    name: "Save",
    nth: 1,
  });
  expect(target('{"role":"button","name":"Save"}')).toEqual({ by: "role", value: "button", name: "Save" });
  expect(target('{"name":"Save","exact":true}')).toEqual({ value: "Save", exact: true });
  expect(target(' {"label": "Bread"}')).toEqual({ by: "label", value: "Bread" });
  expect(target('{"nth":1}')).toEqual({ nth: 1 });
  expect(target("{name}")).toEqual({ value: "{name}" });
  expect(called("act", "type", '{"label":"Bread"}', '{"a":1}').args["value"]).toBe('{"a":1}');
  expect(called("screenshot").tool).toBe("screenshot_page");
  expect(called("screenshot", "--uid", "1_1").tool).toBe("screenshot_by_uid");
});

it("calls any tool by its name, with JSON", () => {
  const click = { tool: "click_by_uid", args: { uid: "1_2" } };
  expect(called("call", "click_by_uid", '{"uid": "1_2"}')).toEqual(click);
  expect(called("call", "click_by_uid", "--json", '{"uid": "1_2"}')).toEqual(click);
  expect(called("call", "click_by_uid", "--uid", "1_2")).toEqual(click);
  expect(called("call", "click_by_uid", "1_2")).toEqual(click);
  expect(called("click_by_uid", "1_2")).toEqual(click);
  refused("call").toThrow("needs the name of a tool");
  refused("call", "click_by_uit").toThrow("did you mean click_by_uid");
  refused("call", "click_by_uid", "{").toThrow("are not a JSON object");
  refused("call", "fill_by_uid", "[]").toThrow("are not a JSON object");
  refused("call", "list_pages", "[1]").toThrow("are not a JSON object");
  const fields = [{ uid: "1_2", value: "x" }];
  expect(called("call", "fill_form_by_uid", JSON.stringify(fields))).toMatchObject({ args: { elements: fields } });
});

it("tells options of all commands, of the session and of the command apart", () => {
  const read = readCommand(
    table,
    ["--session", "a", "--viewport=8x9", "open", "u", "--json", "--profile", "p"],
    folder,
  );
  expect(read.globals).toEqual(
    new Map([
      ["session", ["a"]],
      ["json", ["1"]],
    ]),
  );
  expect(read.options).toEqual(
    new Map([
      ["viewport", ["8x9"]],
      ["profile", [path.join(folder, "p")]],
    ]),
  );
  expect(readCommand(table, ["screenshot", "a.png"], folder).globals.get("out")).toEqual([path.join(folder, "a.png")]);
  expect(readCommand(table, ["snapshot", "--help"], folder).command).toMatchObject({
    name: "help",
    words: ["snapshot"],
  });
  expect(readCommand(table, [], folder).command).toMatchObject({ name: "help" });
  expect(readCommand(table, ["run", "f", "--keep-going"], folder).command).toMatchObject({ name: "run", words: ["f"] });
});

it("says what is wrong with a command line", () => {
  refused("clik").toThrow("did you mean click");
  refused("click").toThrow("click needs UID");
  refused("click", "1_1", "2_2").toThrow('takes no further argument "2_2"');
  refused("click", "1_1", "--buton", "left").toThrow("did you mean button");
  refused("click", "1_1", "--button", "lift").toThrow("one of left, middle, right");
  refused("click", "1_1", "--button").toThrow("--button needs a value");
  refused("click", "1_1", "--button", "--json").toThrow("write --button=VALUE");
  refused("click", "1_1", "--click-count", "two").toThrow("must be a number");
  refused("click", "1_1", "--dbl-click=perhaps").toThrow("must be true or false");
  refused("click", "1_1", "--at", "3", "--at.x", "1").toThrow("is no object here");
  refused("--session=", "pages").toThrow("--session is empty");
  refused("pages", "--json=yes").toThrow("takes no value");
});

it("splits lines as a shell does", () => {
  expect(shellWords(`  fill 1_2 'a "b"' # note`)).toEqual(["fill", "1_2", 'a "b"']);
  expect(shellWords(`"a\\"b\\\\c\\n" x\\ y '' a#b`)).toEqual(['a"b\\c\\n', "x y", "", "a#b"]);
  expect(shellWords("a'b'\"c\"\td")).toEqual(["abc", "d"]);
  expect(shellWords(" # nothing")).toEqual([]);
  expect(() => shellWords("a 'b")).toThrow("has no end");
  expect(() => shellWords('a "b')).toThrow("has no end");
});

it("has an exit code for every error, which the reference names", () => {
  const root = path.resolve(import.meta.dirname, "../..");
  const table = readFileSync(path.join(root, "ARCHITECTURE.md"), "utf8");
  const codes = [...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].flatMap(([, code]) => code ?? []);
  expect(codes.length).toBeGreaterThan(30);
  const reference = readFileSync(path.join(root, "docs/cli.md"), "utf8");
  const rows = new Map(
    [...reference.matchAll(/^\| (\d+) \| .* \| (.*) \|$/gm)].flatMap(([, exit, names = ""]) =>
      [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => [name, Number(exit)] as const),
    ),
  );
  for (const code of codes) expect(rows.get(code) ?? EXIT.failed, code).toBe(exitCode(code));
  for (const [code, exit] of rows) expect(exitCode(code ?? ""), code).toBe(exit);
});

it("refuses a socket whose path is too long for the system", () => {
  const temporary = path.join(import.meta.dirname, "x".repeat(100));
  const place = () => openPlace({ ...here(), environment: {}, temporary });
  if (process.platform !== "win32") expect(place).toThrow("longer than");
});
