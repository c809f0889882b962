// MUI X: a tree of files, and one of them renamed.

import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { RichTreeView } from "@mui/x-tree-view/RichTreeView";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { frame } from "./frame.ts";

interface Entry {
  id: string;
  label: string;
  children?: Entry[];
}

const file = (label: string): Entry => ({ id: label, label });
const folder = (label: string, ...children: Entry[]): Entry => ({ id: label, label, children });
const list = (count: number, name: string): Entry[] => Array.from({ length: count }, (_, n) => file(`${name}-${n}.ts`));
const tree: Entry[] = [
  folder("docs", ...list(12, "page")),
  folder("source", folder("components", ...list(20, "part")), folder("pages", ...list(10, "view")), file("index.ts")),
  folder("tests", ...list(15, "test")),
  file("package.json"),
  file("readme.md"),
];

function renamed(entries: Entry[], id: string, label: string): Entry[] {
  return entries.map((entry) => ({
    ...entry,
    label: entry.id === id ? label : entry.label,
    ...(entry.children ? { children: renamed(entry.children, id, label) } : {}),
  }));
}

function Files() {
  const [entries, setEntries] = useState(tree);
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState("");
  const [said, setSaid] = useState("");
  const rename = () => {
    if (chosen === null) return;
    setEntries(renamed(entries, chosen, name));
    setSaid(`${chosen} is now ${name}`);
  };
  return (
    <>
      <RichTreeView
        aria-label="Files"
        items={entries}
        onSelectedItemsChange={(_: unknown, id: string | null) => setChosen(id)}
      />
      {chosen !== null && (
        <section aria-label="Details">
          <p>Chosen: {chosen}</p>
          <TextField label="New name" value={name} onChange={(event) => setName(event.target.value)} />
          <Button onClick={rename}>Rename</Button>
        </section>
      )}
      <p role="status">{said}</p>
    </>
  );
}

createRoot(frame("Files")).render(<Files />);
