// react-select: a list, several choices in one field, and options that a server gives; then a table.

import { useState } from "react";
import { createRoot } from "react-dom/client";
import Select from "react-select";
import AsyncSelect from "react-select/async";
import { frame } from "./frame.ts";

interface Option {
  value: string;
  label: string;
}

const options = (names: readonly string[]): Option[] => names.map((label) => ({ value: label, label }));
const years = options(Array.from({ length: 20 }, (_, n) => String(2008 + n)));
const kinds = options(["Sales", "Returns", "Costs", "Profit", "Visits", "Stock"]);
const cities = options(["Berlin", "Bern", "Lisbon", "Lisburn", "London", "Madrid"]);

/** Answers a while after the last key, as a server would. */
function ask(written: string): Promise<Option[]> {
  const found = cities.filter(({ label }) => label.toLowerCase().startsWith(written.toLowerCase()));
  return new Promise((answer) => setTimeout(answer, 100, written === "" ? [] : found));
}

function Figures() {
  const [year, setYear] = useState<Option | null>(null);
  const [chosen, setChosen] = useState<readonly Option[]>([]);
  const [city, setCity] = useState<Option | null>(null);
  const [shown, setShown] = useState("");
  return (
    <>
      <Select aria-label="Year" options={years} value={year} onChange={setYear} />
      <Select aria-label="Figures" isMulti options={kinds} value={chosen} onChange={setChosen} />
      <AsyncSelect aria-label="City" loadOptions={ask} value={city} onChange={setCity} />
      <button
        type="button"
        onClick={() =>
          setShown(`${chosen.map(({ label }) => label).join(" and ")} of ${city?.label} in ${year?.label}`)
        }
      >
        Show figures
      </button>
      {shown && (
        <table>
          <caption>{shown}</caption>
          <tbody>
            {Array.from({ length: 12 }, (_, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
              <tr key={n}>
                <th>Month {n + 1}</th>
                {chosen.map(({ label }, column) => (
                  <td key={label}>{(n + 1) * (column + 3) * 17}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

createRoot(frame("Figures")).render(<Figures />);
