// react-select: a plain list, one whose options a server gives by what is written, and one of 5,000 options of which only those in view are drawn.

import { useVirtualizer } from "@tanstack/react-virtual";
import { Children, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import Select, { components, type MenuListProps } from "react-select";
import AsyncSelect from "react-select/async";
import { report, root } from "./report.ts";

interface Option {
  value: string;
  label: string;
}

const options = (names: readonly string[]): Option[] => names.map((label) => ({ value: label.toLowerCase(), label }));
const colours = options(["Red", "Green", "Blue"]);
const cities = options(["Berlin", "Bern", "Lisbon", "London"]);
const numbers = options(Array.from({ length: 5_000 }, (_, index) => `Number ${index}`));

/** Answers a while after the last key, as a server would. */
function ask(written: string): Promise<Option[]> {
  const found = cities.filter(({ label }) => label.toLowerCase().startsWith(written.toLowerCase()));
  return new Promise((answer) => setTimeout(answer, 400, written === "" ? [] : found));
}

function Windowed(props: MenuListProps<Option, false>) {
  const area = useRef<HTMLDivElement>(null);
  const rows = Children.toArray(props.children);
  const drawn = useVirtualizer({ count: rows.length, getScrollElement: () => area.current, estimateSize: () => 36 });
  return (
    <components.MenuList {...props} innerRef={area} maxHeight={216}>
      <div style={{ height: drawn.getTotalSize(), position: "relative" }}>
        {drawn.getVirtualItems().map(({ key, index, start }) => (
          <div key={key} style={{ position: "absolute", top: 0, width: "100%", transform: `translateY(${start}px)` }}>
            {rows[index]}
          </div>
        ))}
      </div>
    </components.MenuList>
  );
}

function Page() {
  const [colour, setColour] = useState<Option | null>(null);
  const [city, setCity] = useState<Option | null>(null);
  const [number, setNumber] = useState<Option | null>(null);
  const [fixed, setFixed] = useState<Option | null>(null);
  useEffect(() => {
    report({ colour: colour?.value, city: city?.value, number: number?.value, fixed: fixed?.value });
  });
  return (
    <>
      <Select aria-label="Colour" options={colours} value={colour} onChange={setColour} />
      <AsyncSelect aria-label="City" loadOptions={ask} value={city} onChange={setCity} />
      <Select
        aria-label="Number"
        options={numbers}
        value={number}
        onChange={setNumber}
        components={{ MenuList: Windowed }}
      />
      <Select
        aria-label="Fixed"
        isSearchable={false}
        options={numbers.slice(0, 300)}
        value={fixed}
        onChange={setFixed}
        components={{ MenuList: Windowed }}
      />
    </>
  );
}

createRoot(root).render(<Page />);
