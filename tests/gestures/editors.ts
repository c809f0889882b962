/** Quill and the tables of ProseMirror. */

import type { What } from "./hand.ts";
import type { Library } from "./scene.ts";

const text: What = ["textbox", "Text"];

export const quill: Library = {
  name: "Quill",
  file: "quill.ts",
  scenes: [
    {
      does: "Control+A and Control+B make its text bold",
      act: async (hand) => {
        await hand.key("Control+A", text);
        await hand.key("Control+B");
      },
      shows: ({ html }) => html === "<p><strong>One two three</strong></p>",
    },
    {
      does: "Control+B makes it plain again",
      act: (hand) => hand.key("Control+B"),
      shows: ({ html }) => html === "<p>One two three</p>",
    },
    {
      does: "a double click chooses a word, and a button makes it italic",
      act: async (hand) => {
        await hand.on(text, "select_text", { text: "two" });
        await hand.click(["button", "italic"]);
      },
      shows: ({ html }) => html === "<p>One <em>two</em> three</p>",
    },
    {
      does: "three clicks choose the line",
      act: (hand) => hand.click("p", { clickCount: 3 }),
      shows: ({ chosen }) => chosen?.trim() === "One two three",
    },
    {
      does: "text is put after a word",
      act: async (hand) => {
        await hand.on(text, "select_text", { text: "One", caret: "after" });
        await hand.call("type_text", { text: " and", includeSnapshot: "none" });
      },
      shows: ({ text }) => text === "One and two three\n",
    },
    {
      does: "Control+Z takes it back",
      act: (hand) => hand.key("Control+Z"),
      shows: ({ text }, before) => text.length < before.text.length,
    },
  ],
};

export const table: Library = {
  name: "prosemirror-tables",
  file: "table.ts",
  scenes: [
    {
      does: "text of a cell is selected while the focus is elsewhere",
      act: (hand) => hand.on("tr:last-child td:last-child p", "select_text", { text: "2" }),
      shows: ({ inside }) => inside === "B2",
    },
    {
      does: "a column is resized by its edge",
      act: (hand) => hand.drag("td", 60, 0, { at: { x: 0.995, y: 0.5, share: true } }),
      shows: ({ widths }) => Math.abs(widths[0] - 180) <= 3,
    },
    {
      does: "a drag over cells chooses them",
      act: (hand) => hand.dragTo("tr:first-child td", "tr:last-child td:last-child"),
      shows: ({ chosen }) => chosen.join() === "A1,B1,A2,B2",
    },
    {
      does: "a click at a cell puts the caret there",
      act: (hand) => hand.click("tr:last-child td"),
      shows: ({ inside, chosen }) => inside === "A2" && chosen.length === 0,
    },
    {
      does: "Tab goes to the next cell, where text is typed",
      act: async (hand) => {
        await hand.key("Tab");
        await hand.call("type_text", { text: "New", includeSnapshot: "none" });
      },
      shows: ({ texts }) => texts[3] === "New",
    },
    {
      does: "a paste at a cell goes there, and not to the caret",
      act: (hand) => hand.on("td p", "paste_by_uid", { text: "!" }),
      shows: ({ texts }) => texts[0] === "A1!" && texts[3] === "New",
    },
  ],
};
