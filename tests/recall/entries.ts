/** Reads, from each tool's snapshot text, the elements that it hands out to be acted on. */

/** An element with a reference. */
export interface Entry {
  role: string;
  name: string;
}

const quoted = String.raw`"((?:[^"\\]|\\.)*)"`;

/** `uid=1_4 link "Name" …`, also several in a line. */
const ours = new RegExp(String.raw`\buid=\d+_\d+ ([\w-]+)(?: ${quoted})?`, "g");
/** `uid=1_4 link "Name" url="…"`: one a line, quotes in the name as they are; text has no role. */
const chromeDevtools = /^ *uid=\d+_\d+ (\w+)(?: "(.*?)")?(?: [\w-]+(?:=".*")?)*$/gm;
/** `- link "Name" [ref=e4]…: text`, the whole in single quotes where YAML wants it (playwright-mcp); so does agent-browser. */
const byRef = new RegExp(
  String.raw`^ *- '?([\w-]+)(?: ${quoted})?((?: \[(?:"(?:[^"\\]|\\.)*"|[^\]"])*\])*)'?(?::(?: (.*))?)?$`,
  "gm",
);

const unescaped = (text = ""): string =>
  text.replace(/\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|(.))/g, (_, braced?: string, four?: string, plain = "") =>
    braced || four
      ? String.fromCodePoint(Number.parseInt(braced ?? four ?? "", 16))
      : "nrt".includes(plain)
        ? " "
        : plain,
  );

/** The entries of a snapshot that this tool took. */
export function entries(tool: string, text: string): Entry[] {
  switch (tool) {
    case "uipilot":
      return [...text.matchAll(ours)].map(([, role = "", name]) => ({ role, name: unescaped(name) }));
    case "chrome-devtools-mcp":
      return [...text.matchAll(chromeDevtools)].map(([, role = "", name = ""]) => ({ role, name }));
    default:
      return [...text.matchAll(byRef)].flatMap(([, role = "", name, marks = "", content = ""]) =>
        /\bref=\w/.test(marks) ? { role, name: unescaped(name ?? content.replace(/^"(.*)"$/, "$1")) } : [],
      );
  }
}
