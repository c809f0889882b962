// TanStack Virtual: 5,000 contacts, of which those in view are in the document; a search, and the chosen one.

import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { frame } from "./frame.ts";

const all = Array.from({ length: 5_000 }, (_, n) => `Contact ${n}`);

function Contacts() {
  const area = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState("");
  const [note, setNote] = useState("");
  const [notes, setNotes] = useState<string[]>([]);
  const found = all.filter((name) => name.includes(search));
  const rows = useVirtualizer({ count: found.length, getScrollElement: () => area.current, estimateSize: () => 30 });
  return (
    <>
      <label>
        Search <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      </label>
      <p>{found.length} contacts</p>
      <div ref={area} role="listbox" aria-label="Contacts" tabIndex={0} style={{ height: 450, overflow: "auto" }}>
        <div style={{ height: rows.getTotalSize(), position: "relative" }}>
          {rows.getVirtualItems().map(({ index, start, size }) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the pointer alone is used here
            <div
              key={found[index]}
              role="option"
              aria-selected={chosen === found[index]}
              tabIndex={-1}
              style={{ position: "absolute", height: size, width: "100%", transform: `translateY(${start}px)` }}
              onClick={() => setChosen(found[index] ?? "")}
            >
              {found[index]}
            </div>
          ))}
        </div>
      </div>
      {chosen && (
        <section aria-label={chosen}>
          <h2>{chosen}</h2>
          <p>Telephone 020 {chosen.length * 7919}</p>
          <label>
            Note <input value={note} onChange={(event) => setNote(event.target.value)} />
          </label>
          <button type="button" onClick={() => setNotes([...notes, `${chosen}: ${note}`])}>
            Add the note
          </button>
          {notes.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </section>
      )}
    </>
  );
}

createRoot(frame("Contacts")).render(<Contacts />);
