// Slate: an editor that changes its model by `beforeinput` alone, and draws the model again.

import { useMemo } from "react";
import { createRoot } from "react-dom/client";
import { createEditor, Node } from "slate";
import { Editable, Slate, withReact } from "slate-react";
import { report, root } from "./report.ts";

function Editor() {
  const editor = useMemo(() => withReact(createEditor()), []);
  const tell = () =>
    report({ text: editor.children.map((one) => Node.string(one)).join("\n"), paragraphs: editor.children.length });
  return (
    <Slate editor={editor} initialValue={[{ children: [{ text: "First text" }] }]} onChange={tell}>
      <Editable aria-label="Text" />
    </Slate>
  );
}

createRoot(root).render(<Editor />);
