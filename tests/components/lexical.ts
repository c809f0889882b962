// Lexical: an editor that keeps its own model and takes the DOM back where the two differ.

import { registerRichText } from "@lexical/rich-text";
import { $createParagraphNode, $createTextNode, $getRoot, createEditor } from "lexical";
import { report, root } from "./report.ts";

const host = root.appendChild(document.createElement("div"));
host.contentEditable = "true";
host.setAttribute("role", "textbox");
host.setAttribute("aria-label", "Text");
host.setAttribute("aria-multiline", "true");

const editor = createEditor({
  namespace: "spec",
  onError: (error) => report({ error: String(error) }),
});
editor.setRootElement(host);
registerRichText(editor);
editor.registerUpdateListener(({ editorState }) => {
  editorState.read(() => report({ text: $getRoot().getTextContent(), paragraphs: $getRoot().getChildrenSize() }));
});
editor.update(() => {
  $getRoot().append($createParagraphNode().append($createTextNode("First text")));
});
