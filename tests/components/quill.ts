// Quill: a rich editor that keeps a model of its own.

import Quill from "quill";
import css from "quill/dist/quill.snow.css";
import { report, root, style } from "./report.ts";

style(css);
const quill = new Quill(root, { theme: "snow" });
quill.root.setAttribute("aria-label", "Text");
quill.root.setAttribute("role", "textbox");
const tell = (): void => {
  const range = quill.getSelection();
  report({
    text: quill.getText(),
    html: quill.root.innerHTML,
    chosen: range ? quill.getText(range.index, range.length) : null,
  });
};
quill.setText("One two three\n");
quill.on("editor-change", tell);
tell();
