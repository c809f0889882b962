import { describe, expect, it } from "vitest";
import { edit, edited } from "./edit.ts";

describe("list items", () => {
  const LISTS = "# A\n\n- one\n- two\n  - inner\n\n# B\n\n9. i\n10. j\n\ntext\n\n* x\n\n* y\n";

  it("are appended in the list's manner", async () => {
    const append = (sectionHeader: string, newItemContent: string, more = {}) =>
      edited(LISTS, "appendListItem", { sectionHeader, newItemContent, ...more });
    expect(await append("A", "three\n\n    code")).toBe(LISTS.replace("inner\n", "inner\n- three\n\n      code\n"));
    expect(await append("B", "k\nmore", { listIndex: 0 })).toBe(LISTS.replace("j\n", "j\n11. k\n    more\n"));
    expect(await append("B", "z", { listIndex: 1 })).toBe(LISTS.replace("* y\n", "* y\n\n* z\n"));
    expect(await edited("1. a\n1. b", "appendListItem", { newItemContent: "c" })).toBe("1. a\n1. b\n1. c");
    expect(await edited("> - a\n> - b\n", "appendListItem", { newItemContent: "c\nd" })).toBe(
      "> - a\n> - b\n> - c\n>   d\n",
    );
    expect(await edited("- [x] a\r\n", "appendListItem", { newItemContent: "b" })).toBe("- [x] a\r\n- [ ] b\r\n");
  });

  it("are replaced by text or index; marker and box stay", async () => {
    expect(await edited(LISTS, "replaceListItem", { itemText: "inner", newItemContent: "new" })).toBe(
      LISTS.replace("inner", "new"),
    );
    expect(await edited(LISTS, "replaceListItem", { itemText: "two", newItemContent: "new" })).toBe(
      LISTS.replace("two\n  - inner", "new"),
    );
    const byIndex = { sectionHeader: "B", listIndex: 0, itemIndex: 1, newItemContent: "new" };
    expect(await edited(LISTS, "replaceListItem", byIndex)).toBe(LISTS.replace("10. j", "10. new"));
    const task = { itemText: "b", newItemContent: "c" };
    expect(await edited("- [ ] a\n- [x] b\n", "replaceListItem", task)).toBe("- [ ] a\n- [x] c\n");
  });

  it("are deleted; a list keeps its first number", async () => {
    const remove = (itemText: string) => edited(LISTS, "deleteListItem", { itemText });
    expect(await remove("one")).toBe(LISTS.replace("- one\n", ""));
    expect(await remove("two")).toBe(LISTS.replace("\n- two\n  - inner", ""));
    expect(await remove("inner")).toBe(LISTS.replace("\n  - inner", ""));
    expect(await remove("i")).toBe(LISTS.replace("9. i\n10. j", "9. j"));
    expect(await remove("y")).toBe(LISTS.replace("\n\n* y", ""));
    expect(await edited("- a\n\nb", "deleteListItem", { itemText: "a" })).toBe("b");
  });

  it("are refused if they are not one item", async () => {
    const answer = await edit(LISTS, "appendListItem", { sectionHeader: "A", newItemContent: "a\n```\nopen" });
    expect(answer.status).toBe("SUCCESS");
    const split = await edit("- a\n\nb\n", "replaceListItem", { itemText: "a", newItemContent: "\n\nx" });
    expect(split).toMatchObject({ status: "ERROR_SERIALIZING", errorCode: "BREAKS_STRUCTURE" });
  });

  it("are named exactly: what is missing or ambiguous is said with lines", async () => {
    const missing = await edit(LISTS, "deleteListItem", { itemText: "none" });
    expect(missing).toMatchObject({ status: "ERROR_SECTION_NOT_FOUND", errorCode: "ITEM_NOT_FOUND" });
    expect(missing.errorDetails).toContain('"one", "two", "inner"');
    const twice = await edit("- a\n\n# B\n\n- a\n", "deleteListItem", { itemText: "a" });
    expect(twice).toMatchObject({
      errorCode: "AMBIGUOUS_ITEM",
      errorDetails: expect.stringContaining("line 1, line 5"),
    });
    const lists = await edit(LISTS, "appendListItem", { sectionHeader: "B", newItemContent: "x" });
    expect(lists).toMatchObject({
      errorCode: "AMBIGUOUS_LIST",
      errorDetails: expect.stringContaining("0 (line 9), 1 (line 14)"),
    });
    const none = await edit("# A\n", "appendListItem", { newItemContent: "x" });
    expect(none).toMatchObject({ errorCode: "LIST_NOT_FOUND" });
    const index = await edit(LISTS, "deleteListItem", { sectionHeader: "A", itemIndex: 2 });
    expect(index).toMatchObject({ errorCode: "ITEM_NOT_FOUND", errorDetails: "The list has 2 items, counted from 0" });
  });
});

describe("tasks", () => {
  const TASKS = "- [ ] one\n- [X] two\n- three\n  1. [ ] four\n";

  it("are checked and unchecked by one character", async () => {
    expect(await edited(TASKS, "checkTask", { itemText: "one" })).toBe(TASKS.replace("[ ] one", "[x] one"));
    expect(await edited(TASKS, "uncheckTask", { itemText: "two" })).toBe(TASKS.replace("[X]", "[ ]"));
    expect(await edited(TASKS, "checkTask", { itemText: "four" })).toBe(TASKS.replace("[ ] four", "[x] four"));
    expect(await edited(TASKS, "checkTask", { itemIndex: 1 })).toBe(TASKS);
  });

  it("need a box", async () => {
    const answer = await edit(TASKS, "checkTask", { itemText: "three" });
    expect(answer).toMatchObject({ status: "ERROR_SECTION_NOT_FOUND", errorCode: "NO_TASK" });
  });
});

describe("tables", () => {
  const TABLE = "# T\n\n| Name | Value |\n|------|------:|\n| a    | 1     |\n| b \\| c | `2` |\n\nend\n";

  it("have cells set, by header or number; columns stay aligned", async () => {
    expect(await edited(TABLE, "setTableCell", { rowText: "a", column: "Value", newCellContent: "22" })).toBe(
      TABLE.replace("| 1     |", "| 22    |"),
    );
    expect(await edited(TABLE, "setTableCell", { rowText: "b | c", column: 1, newCellContent: "x|y" })).toBe(
      TABLE.replace("| `2` |", "| x\\|y |"),
    );
    expect(await edited("a|b\n-|-\n1|2\n", "setTableCell", { rowIndex: 0, column: "b", newCellContent: "3" })).toBe(
      "a|b\n-|-\n1|3\n",
    );
    expect(await edited("|a|b|\n|-|-|\n|1|\n", "setTableCell", { rowIndex: 0, column: "b", newCellContent: "3" })).toBe(
      "|a|b|\n|-|-|\n| 1 | 3 |\n",
    );
  });

  it("have rows appended, replaced and deleted", async () => {
    expect(await edited(TABLE, "appendTableRow", { cells: ["d", "3"] })).toBe(
      TABLE.replace("`2` |\n", "`2` |\n| d    | 3     |\n"),
    );
    expect(await edited(TABLE, "replaceTableRow", { rowIndex: 0, cells: ["z"] })).toBe(
      TABLE.replace("| a    | 1     |", "| z    |       |"),
    );
    expect(await edited(TABLE, "deleteTableRow", { rowText: "a" })).toBe(TABLE.replace("| a    | 1     |\n", ""));
    expect(await edited("|a|\n|-|", "appendTableRow", { cells: ["1"] })).toBe("|a|\n|-|\n| 1 |");
    expect(await edited("> |a|b|\n> |-|-|\n", "appendTableRow", { cells: ["1", "2"] })).toBe(
      "> |a|b|\n> |-|-|\n> | 1 | 2 |\n",
    );
  });

  it("refuse what they cannot have", async () => {
    const long = await edit(TABLE, "appendTableRow", { cells: ["1", "2", "3"] });
    expect(long).toMatchObject({ status: "ERROR_SERIALIZING", errorCode: "INVALID_CONTENT" });
    const lines = await edit(TABLE, "setTableCell", { rowIndex: 0, column: 0, newCellContent: "a\nb" });
    expect(lines).toMatchObject({ status: "ERROR_SERIALIZING", errorCode: "INVALID_CONTENT" });
    const column = await edit(TABLE, "setTableCell", { rowIndex: 0, column: "Nope", newCellContent: "a" });
    expect(column).toMatchObject({ status: "ERROR_SECTION_NOT_FOUND", errorCode: "CELL_NOT_FOUND" });
    expect(column.errorDetails).toContain('"Name", "Value"');
    const row = await edit(TABLE, "deleteTableRow", { rowIndex: 2 });
    expect(row).toMatchObject({ errorCode: "CELL_NOT_FOUND" });
    const none = await edit("# T\n", "deleteTableRow", { rowIndex: 0 });
    expect(none).toMatchObject({ errorCode: "TABLE_NOT_FOUND" });
  });
});

describe("front matter", () => {
  it("is edited with its comments kept", async () => {
    const text = "---\ntitle: Old # shown\ntags: [a]\n---\n\n# A\n";
    expect(await edited(text, "setFrontMatter", { keyPath: "title", newValue: "New" })).toBe(
      text.replace("Old", "New"),
    );
    expect(await edited(text, "setFrontMatter", { keyPath: "x.y", newValue: 1 })).toBe(
      text.replace("[a]\n", "[a]\nx:\n  y: 1\n"),
    );
    expect(await edited(text, "deleteFrontMatter", { keyPath: "title" })).toBe(
      text.replace("title: Old # shown\n", ""),
    );
    expect(await edited(text, "setFrontMatter", { keyPath: "id", newValueText: "12345678901234567890" })).toContain(
      "\nid: 12345678901234567890\n---",
    );
  });

  it("is made where there is none, or it is empty", async () => {
    const set = { keyPath: "title", newValue: "---\nx" };
    expect(await edited("# A\n", "setFrontMatter", set)).toBe("---\ntitle: |-\n  ---\n  x\n---\n\n# A\n");
    expect(await edited("\uFEFF# A\r\n", "setFrontMatter", { keyPath: "a", newValue: 1 })).toBe(
      "\uFEFF---\r\na: 1\r\n---\r\n\r\n# A\r\n",
    );
    expect(await edited("---\n---\n", "setFrontMatter", { keyPath: "a", newValue: 1 })).toBe("---\na: 1\n---\n");
  });

  it("is refused if it is no YAML, or the key is missing", async () => {
    const toml = await edit("+++\na = 1\n+++\n", "setFrontMatter", { keyPath: "a", newValue: 1 });
    expect(toml).toMatchObject({ status: "ERROR_PARSING", errorCode: "FRONT_MATTER" });
    const broken = await edit("---\na: [\n---\n", "setFrontMatter", { keyPath: "a", newValue: 1 });
    expect(broken).toMatchObject({ status: "ERROR_PARSING", errorCode: "FRONT_MATTER" });
    const missing = await edit("---\na: 1\n---\n", "deleteFrontMatter", { keyPath: "b" });
    expect(missing).toMatchObject({ status: "ERROR_SECTION_NOT_FOUND", errorCode: "KEY_NOT_FOUND" });
  });
});
