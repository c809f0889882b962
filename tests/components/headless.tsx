// Headless UI: a listbox of a button, and a combobox of 2,000 options that draws only those in view and filters by what is written.

import {
  Combobox,
  ComboboxButton,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Listbox,
  ListboxButton,
  ListboxOption,
  ListboxOptions,
} from "@headlessui/react";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { report, root } from "./report.ts";

const fruits = ["Apple", "Banana", "Cherry"];
const people = Array.from({ length: 2_000 }, (_, index) => `Person ${index}`);

function Page() {
  const [fruit, setFruit] = useState("Apple");
  const [person, setPerson] = useState<string | null>(null);
  const [written, setWritten] = useState("");
  useEffect(() => {
    report({ fruit, person });
  });
  const found = written === "" ? people : people.filter((name) => name.toLowerCase().includes(written.toLowerCase()));
  return (
    <>
      <Listbox value={fruit} onChange={setFruit}>
        <ListboxButton aria-label="Fruit">{fruit}</ListboxButton>
        <ListboxOptions anchor="bottom" style={{ background: "white" }}>
          {fruits.map((name) => (
            <ListboxOption key={name} value={name}>
              {name}
            </ListboxOption>
          ))}
        </ListboxOptions>
      </Listbox>
      <Combobox value={person} onChange={setPerson} virtual={{ options: found }} onClose={() => setWritten("")}>
        <ComboboxInput aria-label="Person" onChange={(event) => setWritten(event.target.value)} />
        <ComboboxButton>▾</ComboboxButton>
        <ComboboxOptions anchor="bottom" style={{ height: 240, width: 200, overflow: "auto", background: "white" }}>
          {({ option }) => (
            <ComboboxOption value={option} style={{ width: "100%" }}>
              {option}
            </ComboboxOption>
          )}
        </ComboboxOptions>
      </Combobox>
    </>
  );
}

createRoot(root).render(<Page />);
