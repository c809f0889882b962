// Headless UI: a listbox, a combobox of 2,000 people, tabs, a switch and a menu.

import {
  Combobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Listbox,
  ListboxButton,
  ListboxOption,
  ListboxOptions,
  Menu,
  MenuButton,
  MenuItem,
  MenuItems,
  Switch,
  Tab,
  TabGroup,
  TabList,
  TabPanel,
  TabPanels,
} from "@headlessui/react";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { frame } from "./frame.ts";

const levels = ["Low", "Normal", "High", "Urgent"];
const people = Array.from({ length: 2_000 }, (_, n) => `Person ${n}`);
const white = { background: "white" };

function Ticket() {
  const [level, setLevel] = useState("Normal");
  const [person, setPerson] = useState<string | null>(null);
  const [written, setWritten] = useState("");
  const [told, setTold] = useState(false);
  const [state, setState] = useState("open");
  const found = people.filter((name) => name.toLowerCase().includes(written.toLowerCase()));
  return (
    <>
      <p role="status">
        Ticket 4711 is {state}, {level}, of {person ?? "no one"}, {told ? "watched" : "not watched"}
      </p>
      <Listbox value={level} onChange={setLevel}>
        <ListboxButton aria-label="Priority">{level}</ListboxButton>
        <ListboxOptions anchor="bottom" style={white}>
          {levels.map((name) => (
            <ListboxOption key={name} value={name}>
              {name}
            </ListboxOption>
          ))}
        </ListboxOptions>
      </Listbox>
      <Combobox value={person} onChange={setPerson} virtual={{ options: found }} onClose={() => setWritten("")}>
        <ComboboxInput aria-label="Assignee" onChange={(event) => setWritten(event.target.value)} />
        <ComboboxOptions anchor="bottom" style={{ ...white, height: 240, width: 200, overflow: "auto" }}>
          {({ option }) => (
            <ComboboxOption value={option} style={{ width: "100%" }}>
              {option}
            </ComboboxOption>
          )}
        </ComboboxOptions>
      </Combobox>
      <Switch aria-label="Watch" checked={told} onChange={setTold} style={{ width: 40, height: 20 }} />
      <Menu>
        <MenuButton>More actions</MenuButton>
        <MenuItems anchor="bottom" style={white}>
          {["Print", "Move", "Close the ticket"].map((name) => (
            <MenuItem key={name}>
              <button type="button" onClick={() => setState(name.startsWith("Close") ? "closed" : name)}>
                {name}
              </button>
            </MenuItem>
          ))}
        </MenuItems>
      </Menu>
      <TabGroup>
        <TabList>
          <Tab>Description</Tab>
          <Tab>History</Tab>
        </TabList>
        <TabPanels>
          <TabPanel>
            <p>The lamp on the second floor does not go on.</p>
          </TabPanel>
          <TabPanel>
            <ol>
              {Array.from({ length: 15 }, (_, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
                <li key={n}>
                  Entry {n} of Person {n * 3}
                </li>
              ))}
            </ol>
          </TabPanel>
        </TabPanels>
      </TabGroup>
    </>
  );
}

createRoot(frame("Ticket")).render(<Ticket />);
