// Monaco: a code editor that takes text by an EditContext, or by a field that nobody sees, and draws the lines in view.

import * as monaco from "monaco-editor/editor/editor.api.js";
import css from "../../node_modules/monaco-editor/min/vs/editor/editor.main.css";
import { report, root, style } from "./report.ts";

style(css);
root.style.cssText = "width:700px;height:300px";
const value = "function old() {\n  return 1;\n}\n";
const editor = monaco.editor.create(root, {
  value,
  language: "javascript",
  autoIndent: "full",
  minimap: { enabled: false },
});
const tell = (): void => report({ text: editor.getValue({ preserveBOM: false, lineEnding: "\n" }) });
editor.onDidChangeModelContent(tell);
tell();
