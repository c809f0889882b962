// TanStack Virtual: ten thousand rows, of which only those in view are in the document.

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { report, root } from "./report.ts";

function List() {
  const area = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(-1);
  const rows = useVirtualizer({ count: 10_000, getScrollElement: () => area.current, estimateSize: () => 30 });
  const first = rows.range?.startIndex ?? 0;
  useEffect(() => {
    report({ chosen, first });
  }, [chosen, first]);
  return (
    <div ref={area} role="listbox" aria-label="Rows" tabIndex={0} style={{ height: 300, width: 300, overflow: "auto" }}>
      <div style={{ height: rows.getTotalSize(), position: "relative" }}>
        {rows.getVirtualItems().map(({ key, index, start, size }) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list is under test, not the keyboard
          <div
            key={key}
            role="option"
            aria-selected={chosen === index}
            tabIndex={-1}
            style={{ position: "absolute", top: 0, height: size, width: "100%", transform: `translateY(${start}px)` }}
            onClick={() => setChosen(index)}
          >
            Row {index}
          </div>
        ))}
      </div>
    </div>
  );
}

createRoot(root).render(<List />);
