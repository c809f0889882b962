// MUI's Autocomplete over TanStack Virtual, inside a dialog that Escape closes: 3,000 options, of which only those in view are drawn.

import Autocomplete from "@mui/material/Autocomplete";
import Dialog from "@mui/material/Dialog";
import TextField from "@mui/material/TextField";
import { useVirtualizer } from "@tanstack/react-virtual";
import { Children, type HTMLAttributes, type Ref, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { report, root } from "./report.ts";

const streets = Array.from({ length: 3_000 }, (_, index) => `Street ${index}`);

function Windowed({ children, ref, ...props }: HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLDivElement> }) {
  const area = useRef<HTMLDivElement>(null);
  const rows = Children.toArray(children);
  const drawn = useVirtualizer({ count: rows.length, getScrollElement: () => area.current, estimateSize: () => 36 });
  return (
    <div ref={ref}>
      <div ref={area} style={{ height: 288, overflow: "auto" }}>
        <div {...props} style={{ height: drawn.getTotalSize(), maxHeight: "none", position: "relative" }}>
          {drawn.getVirtualItems().map(({ key, index, start }) => (
            <div key={key} style={{ position: "absolute", top: 0, width: "100%", transform: `translateY(${start}px)` }}>
              {rows[index]}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function Page() {
  const [street, setStreet] = useState<string | null>(null);
  const [written, setWritten] = useState("");
  const [open, setOpen] = useState(true);
  useEffect(() => {
    report({ street, written, open });
  });
  return (
    <Dialog open={open} onClose={() => setOpen(false)} fullWidth>
      <Autocomplete
        options={streets}
        value={street}
        inputValue={written}
        onInputChange={(_, text) => setWritten(text)}
        onChange={(_, chosen) => setStreet(chosen)}
        slotProps={{ listbox: { component: Windowed } }}
        renderInput={(params) => <TextField {...params} label="Street" />}
      />
    </Dialog>
  );
}

createRoot(root).render(<Page />);
