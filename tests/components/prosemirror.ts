// ProseMirror: an editor whose document follows a schema.

import { baseKeymap, toggleMark } from "prosemirror-commands";
import { keymap } from "prosemirror-keymap";
import { schema } from "prosemirror-schema-basic";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { report, root } from "./report.ts";

const style = document.head.appendChild(document.createElement("style"));
style.textContent = ".ProseMirror { white-space: pre-wrap; word-wrap: break-word }";

const view = new EditorView(root, {
  state: EditorState.create({
    doc: schema.node("doc", null, [schema.node("paragraph", null, [schema.text("First text")])]),
    plugins: [keymap({ "Mod-b": toggleMark(schema.marks.strong) }), keymap(baseKeymap)],
  }),
  attributes: { role: "textbox", "aria-label": "Text", "aria-multiline": "true" },
  dispatchTransaction(transaction) {
    view.updateState(view.state.apply(transaction));
    const { doc } = view.state;
    report({
      text: doc.textBetween(0, doc.content.size, "\n"),
      paragraphs: doc.childCount,
      strong: doc.rangeHasMark(0, doc.content.size, schema.marks.strong),
    });
  },
});
