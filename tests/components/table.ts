// prosemirror-tables: columns of a table in an editor that are resized, and cells that are chosen by the pointer.

import { keymap } from "prosemirror-keymap";
import { DOMParser, Schema } from "prosemirror-model";
import { schema as basic } from "prosemirror-schema-basic";
import { EditorState } from "prosemirror-state";
import { CellSelection, columnResizing, goToNextCell, tableEditing, tableNodes } from "prosemirror-tables";
import css from "prosemirror-tables/style/tables.css";
import { EditorView } from "prosemirror-view";
import { report, root, style } from "./report.ts";

style(`${css} .ProseMirror { white-space: pre-wrap; width: 600px } td { border: 1px solid #888 }`);
const schema = new Schema({
  nodes: basic.spec.nodes.append(tableNodes({ tableGroup: "block", cellContent: "block+", cellAttributes: {} })),
  marks: basic.spec.marks,
});
const source = document.createElement("div");
source.innerHTML = `<table><tr><td data-colwidth="120">A1</td><td data-colwidth="120">B1</td></tr><tr><td>A2</td><td>B2</td></tr></table>`;

const view = new EditorView(root, {
  state: EditorState.create({
    doc: DOMParser.fromSchema(schema).parse(source),
    plugins: [columnResizing(), tableEditing(), keymap({ Tab: goToNextCell(1), "Shift-Tab": goToNextCell(-1) })],
  }),
  attributes: { role: "textbox", "aria-label": "Text", "aria-multiline": "true" },
  dispatchTransaction(transaction) {
    view.updateState(view.state.apply(transaction));
    tell();
  },
});
function tell(): void {
  const { doc, selection } = view.state;
  const widths: unknown[] = [];
  const texts: string[] = [];
  doc.descendants((node) => {
    if (node.type.spec.tableRole !== "cell") return;
    widths.push(node.attrs.colwidth?.[0] ?? null);
    texts.push(node.textContent);
  });
  const chosen: string[] = [];
  if (selection instanceof CellSelection) selection.forEachCell((cell) => chosen.push(cell.textContent));
  report({ widths, texts, chosen, inside: selection.$from.parent.textContent });
}
tell();
