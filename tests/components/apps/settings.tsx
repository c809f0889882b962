// MUI: tabs, sections that unfold, switches and a note that something was saved.

import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Snackbar from "@mui/material/Snackbar";
import Switch from "@mui/material/Switch";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { frame } from "./frame.ts";

const areas: Record<string, Record<string, string[]>> = {
  General: { Language: ["Metric units", "24-hour clock"], Start: ["Open the last project", "Show tips"] },
  Notifications: {
    "By e-mail": ["Weekly report", "Mentions", "New invoices", "Failed payments"],
    "On this device": ["Sounds", "Badges", "Banners"],
    "By phone": ["Calls", "Short messages"],
  },
  Privacy: { Profile: ["Show my name", "Show my picture"], Data: ["Usage figures", "Crash reports"] },
};

function Settings() {
  const [area, setArea] = useState("General");
  const [on, setOn] = useState<string[]>(["Mentions", "Banners", "Show tips"]);
  const [saved, setSaved] = useState("");
  return (
    <>
      <Tabs value={area} onChange={(_, name: string) => setArea(name)} aria-label="Settings">
        {Object.keys(areas).map((name) => (
          <Tab key={name} value={name} label={name} />
        ))}
      </Tabs>
      {Object.entries(areas[area] ?? {}).map(([section, names]) => (
        <Accordion key={section}>
          <AccordionSummary>{section}</AccordionSummary>
          <AccordionDetails>
            {names.map((name) => (
              <FormControlLabel
                key={name}
                label={name}
                control={
                  <Switch
                    checked={on.includes(name)}
                    onChange={(_, set) => setOn(set ? [...on, name] : on.filter((other) => other !== name))}
                  />
                }
              />
            ))}
          </AccordionDetails>
        </Accordion>
      ))}
      <Button onClick={() => setSaved(`Saved: ${on.join(", ")}`)}>Save settings</Button>
      <Snackbar open={saved !== ""} message={saved} />
    </>
  );
}

createRoot(frame("Settings")).render(<Settings />);
