// React: controlled inputs, which put back whatever their state does not hold.

import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { report, root } from "./report.ts";

function Form() {
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const [notes, setNotes] = useState("old");
  const [age, setAge] = useState("");
  const [date, setDate] = useState("");
  const [level, setLevel] = useState("3");
  const [colour, setColour] = useState("");
  const [tags, setTags] = useState<string[]>(["b"]);
  const [terms, setTerms] = useState(false);
  const [plan, setPlan] = useState("free");
  const [sent, setSent] = useState(0);
  const [keys, setKeys] = useState("");
  useEffect(() => {
    report({ name, code, notes, age, date, level, colour, tags, terms, plan, sent, keys });
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSent(sent + 1);
      }}
    >
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <input
        aria-label="Code"
        value={code}
        onKeyDown={(event) => {
          const { key } = event;
          setKeys((all) => `${all}${key} `);
        }}
        onChange={(event) => setCode(event.target.value.replace(/\D/g, "").slice(0, 4))}
      />
      <textarea aria-label="Notes" value={notes} onChange={(event) => setNotes(event.target.value)} />
      <input aria-label="Age" type="number" value={age} onChange={(event) => setAge(event.target.value)} />
      <input aria-label="Date" type="date" value={date} onChange={(event) => setDate(event.target.value)} />
      <input
        aria-label="Level"
        type="range"
        max="10"
        value={level}
        onChange={(event) => setLevel(event.target.value)}
      />
      <select aria-label="Colour" value={colour} onChange={(event) => setColour(event.target.value)}>
        <option value="">Choose</option>
        <option value="r">Red</option>
        <option value="g">Green</option>
      </select>
      <select
        aria-label="Tags"
        multiple
        value={tags}
        onChange={(event) => setTags(Array.from(event.target.selectedOptions, (option) => option.value))}
      >
        <option value="a">Alpha</option>
        <option value="b">Beta</option>
        <option value="c">Gamma</option>
      </select>
      <label>
        <input type="checkbox" checked={terms} onChange={(event) => setTerms(event.target.checked)} /> Terms
      </label>
      {["free", "paid"].map((value) => (
        <label key={value}>
          <input type="radio" name="plan" value={value} checked={plan === value} onChange={() => setPlan(value)} />
          {value}
        </label>
      ))}
      <button type="submit" disabled={name === ""}>
        Send
      </button>
    </form>
  );
}

createRoot(root).render(<Form />);
