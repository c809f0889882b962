// ACE: a code editor that takes text by a transparent field, which goes with the caret.

import ace from "ace-builds/src-noconflict/ace";
import { report, root, style } from "./report.ts";

style("#editor { width: 700px; height: 300px }");
root.id = "editor";
root.textContent = "function old() {\n  return 1;\n}\n";
const editor = ace.edit(root, { behavioursEnabled: true });
const tell = (): void => report({ text: editor.getValue() });
editor.session.on("change", tell);
tell();
