// CodeMirror 5: a code editor that takes text by a field in a box of no size.

import CodeMirror from "codemirror";
import css from "codemirror/lib/codemirror.css";
import "codemirror/addon/edit/closebrackets.js";
import "codemirror/mode/javascript/javascript.js";
import { report, root, style } from "./report.ts";

style(css);
const editor = CodeMirror(root, {
  value: "function old() {\n  return 1;\n}\n",
  mode: "javascript",
  lineNumbers: true,
  autoCloseBrackets: true,
});
const tell = (): void => report({ text: editor.getValue() });
editor.on("change", tell);
tell();
