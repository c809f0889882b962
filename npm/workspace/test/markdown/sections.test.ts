import { describe, expect, it } from "vitest";
import { edit, edited, tool } from "./edit.ts";

const MANUAL = `---
title: Manual # shown
---

# Manual

Intro.

## Setup

Old text.

- one
- two
  - inner

### Linux

1. a
2. b

## Use \`it\`

- [ ] task one
- [x] task two

| Name | Value |
|------|-------|
| a    | 1     |
| b    | 2     |

## Setup

Again
`;

/** The document with a part replaced. */
const withPart = (part: string, replacement: string) => {
  expect(MANUAL.split(part)).toHaveLength(2);
  return MANUAL.replace(part, () => replacement);
};

describe("the specified call", () => {
  it("answers with exactly the specified fields", async () => {
    const answer = await tool.call({
      markdownContent: "# A\n\nold\n",
      action: "replaceSection",
      sectionHeader: "A",
      newSectionContent: "new",
    });
    expect(answer).toEqual({ modifiedMarkdownContent: "# A\n\nnew\n", status: "SUCCESS", errorDetails: null });
  });

  it("says that a section is not found, and which there are", async () => {
    const answer = await edit("# A\n\nold\n", "replaceSection", { sectionHeader: "B", newSectionContent: "new" });
    expect(answer).toEqual({
      modifiedMarkdownContent: null,
      status: "ERROR_SECTION_NOT_FOUND",
      errorDetails: 'No section is called "B". There are: "A" (line 1, #a)',
      errorCode: "SECTION_NOT_FOUND",
    });
  });

  it.each([
    [{ action: "replaceSection", sectionHeader: "A", newSectionContent: "x" }, "markdownContent"],
    [{ markdownContent: "", action: "replaceSection", newSectionContent: "x" }, "sectionHeader"],
    [{ markdownContent: "", action: "replaceSection", sectionHeader: "A" }, "newSectionContent"],
    [{ markdownContent: "", action: "deleteSection", sectionHeader: "A", newSectionContent: "x" }, "newSectionContent"],
    [{ markdownContent: "", filePath: "a.md", action: "deleteSection", sectionHeader: "A" }, "filePath"],
    [{ markdownContent: "", action: "deleteSection", sectionHeader: "A", dryRun: true }, "dryRun"],
    [{ markdownContent: "", action: "checkTask", itemText: "a", itemIndex: 0 }, "itemText"],
    [{ markdownContent: "", action: "checkTask" }, "itemIndex"],
    [{ markdownContent: "", action: "setTableCell", rowIndex: 0, newCellContent: "x" }, "column"],
    [{ markdownContent: "", action: "setFrontMatter", keyPath: "a", newValue: 2 ** 60 }, "newValue"],
  ])("refuses wrong arguments by name: %j", async (input, field) => {
    await expect(tool.call(input)).rejects.toMatchObject({ issues: [{ path: [field] }] });
  });

  it("refuses unknown arguments and actions", async () => {
    await expect(
      tool.call({ markdownContent: "", action: "deleteSection", sectionHeader: "A", header: 1 }),
    ).rejects.toMatchObject({
      issues: [{ code: "unrecognized_keys" }],
    });
    await expect(tool.call({ markdownContent: "", action: "replace" })).rejects.toMatchObject({
      issues: [{ path: ["action"] }],
    });
  });

  it("runs its own example", async () => {
    expect(await tool.call(tool.example)).toMatchObject({ status: "SUCCESS" });
  });
});

describe("sections are named", () => {
  it.each([["Linux"], ["### Linux"], ["#linux"], ["Setup > Linux"], ["Manual > Setup > Linux"]])(
    "%s",
    async (sectionHeader) => {
      const answer = await edit(MANUAL, "getSection", { sectionHeader });
      expect(answer).toMatchObject({ status: "SUCCESS", sectionContent: "### Linux\n\n1. a\n2. b\n\n" });
    },
  );

  it.each(["Use it", "Use `it`", "#use-it"])("by text or source: %s", async (sectionHeader) => {
    expect((await edit(MANUAL, "getSection", { sectionHeader })).sectionContent).toContain("task one");
  });

  it("not if two have the name: the candidates are listed", async () => {
    const answer = await edit(MANUAL, "replaceSection", { sectionHeader: "Setup", newSectionContent: "x" });
    expect(answer).toMatchObject({
      status: "ERROR_SECTION_NOT_FOUND",
      errorCode: "AMBIGUOUS_SECTION",
      modifiedMarkdownContent: null,
    });
    expect(answer.errorDetails).toContain('"Manual > Setup" (line 9, #setup), "Manual > Setup" (line 32, #setup-1)');
  });

  it("in a list with paths, anchors and lines", async () => {
    const { sections } = await edit(MANUAL, "listSections");
    expect(sections?.map(({ path, anchor, level, line }) => `${line} ${level} ${anchor} ${path}`)).toEqual([
      "5 1 #manual Manual",
      "9 2 #setup Manual > Setup",
      "17 3 #linux Manual > Setup > Linux",
      "22 2 #use-it Manual > Use it",
      "32 2 #setup-1 Manual > Setup",
    ]);
  });

  it("not inside of code, HTML, quotations and lists", async () => {
    const text = "```\n# a\n```\n\n<!--\n\n# b\n\n-->\n\n> # c\n\n- # d\n\n# e\n";
    expect((await edit(text, "listSections")).sections).toEqual([{ path: "e", anchor: "#e", level: 1, line: 15 }]);
  });

  it("inside of directives, which they do not leave", async () => {
    const text = "# A\n\n:::note\n\n## In\n\nold\n\n:::\n\nafter\n";
    expect(await edited(text, "replaceSection", { sectionHeader: "In", newSectionContent: "new" })).toBe(
      text.replace("old", "new"),
    );
    expect(await edited(text, "deleteSection", { sectionHeader: "In" })).toBe("# A\n\n:::note\n\n:::\n\nafter\n");
  });

  it("with text of the document quoted in errors", async () => {
    const answer = await edit('# a" b\u202E\n', "deleteSection", { sectionHeader: "x\ny" });
    expect(answer.errorDetails).toBe('No section is called "x\\ny". There are: "a\\" b\\u202e" (line 1, #a-b)');
  });
});

describe("replaceSection", () => {
  const OWN = "Old text.\n\n- one\n- two\n  - inner\n\n### Linux\n\n1. a\n2. b";

  it("replaces what is under the heading, subsections too", async () => {
    const result = await edited(MANUAL, "replaceSection", {
      sectionHeader: "#setup",
      newSectionContent: "\n\nNew.\n\n",
    });
    expect(result).toBe(withPart(OWN, "New."));
  });

  it("replaces the heading too, if the content begins with one of its level", async () => {
    const content = "## Set up\n\nNew.\n\n### More\n\nx";
    const result = await edited(MANUAL, "replaceSection", { sectionHeader: "#setup", newSectionContent: content });
    expect(result).toBe(withPart(`## Setup\n\n${OWN}`, content));
  });

  it("empties a section", async () => {
    expect(await edited("# A\n\nx\n\n# B\n", "replaceSection", { sectionHeader: "A", newSectionContent: "" })).toBe(
      "# A\n\n# B\n",
    );
  });

  it("fills an empty one, with blank lines around", async () => {
    expect(await edited("## A\n## B\n", "replaceSection", { sectionHeader: "A", newSectionContent: "x" })).toBe(
      "## A\n\nx\n\n## B\n",
    );
    expect(await edited("## A", "replaceSection", { sectionHeader: "A", newSectionContent: "x" })).toBe("## A\n\nx");
  });

  it("keeps underlined headings, line breaks, a byte order mark and a missing line break at the end", async () => {
    const text = "\uFEFFA\r\n===\r\n\r\nold\r\n\r\nB\r\n---\r\nend";
    const content = "new\n\n- item";
    const result = await edited(text, "replaceSection", { sectionHeader: "B", newSectionContent: content });
    expect(result).toBe("\uFEFFA\r\n===\r\n\r\nold\r\n\r\nB\r\n---\r\nnew\r\n\r\n- item");
  });

  it.each([
    ["a heading that would end it", "x\n\n## Other"],
    ["a higher heading at its start", "# Top"],
    ["code that is not closed", "```\ncode"],
    ["a comment that is not closed", "<!-- x"],
    ["a directive that is not closed", ":::note\n\nx"],
  ])("refuses %s", async (_, newSectionContent) => {
    const answer = await edit(MANUAL, "replaceSection", { sectionHeader: "#setup", newSectionContent });
    expect(answer).toMatchObject({
      status: "ERROR_SERIALIZING",
      errorCode: "BREAKS_STRUCTURE",
      modifiedMarkdownContent: null,
    });
  });
});

describe("insert, append, delete, move", () => {
  const NEW = "## New\n\nn";

  it("inserts before and after a section", async () => {
    expect(await edited(MANUAL, "insertBeforeSection", { sectionHeader: "Use it", newSectionContent: NEW })).toBe(
      withPart("## Use `it`", `${NEW}\n\n## Use \`it\``),
    );
    expect(await edited(MANUAL, "insertAfterSection", { sectionHeader: "#setup", newSectionContent: NEW })).toBe(
      withPart("2. b\n", `2. b\n\n${NEW}\n`),
    );
    expect(await edited(MANUAL, "insertAfterSection", { sectionHeader: "#setup-1", newSectionContent: NEW })).toBe(
      `${MANUAL}\n${NEW}\n`,
    );
    expect(await edited("# A", "insertBeforeSection", { sectionHeader: "A", newSectionContent: "x" })).toBe("x\n\n# A");
  });

  it("appends text before the first subsection, and subsections after the last", async () => {
    expect(await edited(MANUAL, "appendToSection", { sectionHeader: "#setup", newSectionContent: "More." })).toBe(
      withPart("  - inner\n", "  - inner\n\nMore.\n"),
    );
    expect(await edited(MANUAL, "appendToSection", { sectionHeader: "#setup", newSectionContent: "### Mac" })).toBe(
      withPart("2. b\n", "2. b\n\n### Mac\n"),
    );
  });

  it("refuses nothing to insert", async () => {
    const answer = await edit(MANUAL, "appendToSection", { sectionHeader: "#setup", newSectionContent: " \n" });
    expect(answer).toMatchObject({ status: "ERROR_SERIALIZING", errorCode: "INVALID_CONTENT" });
  });

  it("deletes a section with its subsections", async () => {
    const start = MANUAL.indexOf("## Setup");
    const end = MANUAL.indexOf("## Use");
    expect(await edited(MANUAL, "deleteSection", { sectionHeader: "#setup" })).toBe(
      MANUAL.slice(0, start) + MANUAL.slice(end),
    );
    expect(await edited(MANUAL, "deleteSection", { sectionHeader: "#setup-1" })).toBe(
      withPart("\n## Setup\n\nAgain\n", ""),
    );
    expect(await edited("# A\nx", "deleteSection", { sectionHeader: "A" })).toBe("");
  });

  it("moves a section, whose levels follow", async () => {
    const text = "# A\n\n## B\n\nb\n\nC\n-\n\nc\n\n# D\n\nd\n";
    const move = (sectionHeader: string, targetSection: string, position: string) =>
      edited(text, "moveSection", { sectionHeader, targetSection, position });
    expect(await move("B", "C", "after")).toBe("# A\n\nC\n-\n\nc\n\n## B\n\nb\n\n# D\n\nd\n");
    expect(await move("B", "D", "before")).toBe("# A\n\nC\n-\n\nc\n\n# B\n\nb\n\n# D\n\nd\n");
    expect(await move("C", "B", "into")).toBe("# A\n\n## B\n\nb\n\n### C\n\nc\n\n# D\n\nd\n");
    expect(await move("C", "A", "before")).toBe("C\n===\n\nc\n\n# A\n\n## B\n\nb\n\n# D\n\nd\n");
    expect(await move("A", "D", "into")).toBe("# D\n\nd\n\n## A\n\n### B\n\nb\n\n### C\n\nc\n");
    expect(await move("D", "A", "before")).toBe("# D\n\nd\n\n# A\n\n## B\n\nb\n\nC\n-\n\nc\n");
  });

  it("does not move a section into itself, nor below level 6", async () => {
    const inner = await edit(MANUAL, "moveSection", {
      sectionHeader: "#setup",
      targetSection: "Linux",
      position: "into",
    });
    expect(inner).toMatchObject({ status: "ERROR_SERIALIZING", errorCode: "BREAKS_STRUCTURE" });
    const deep = await edit("###### A\n\n# B\n", "moveSection", {
      sectionHeader: "B",
      targetSection: "A",
      position: "into",
    });
    expect(deep.errorDetails).toContain("level 7");
  });
});
