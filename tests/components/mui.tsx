// MUI: a select and a dialog with transitions and portals, an autocomplete, a switch.

import Autocomplete from "@mui/material/Autocomplete";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogTitle from "@mui/material/DialogTitle";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import InputLabel from "@mui/material/InputLabel";
import MenuItem from "@mui/material/MenuItem";
import Select from "@mui/material/Select";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { report, root } from "./report.ts";

function Page() {
  const [fruit, setFruit] = useState("");
  const [city, setCity] = useState<string | null>(null);
  const [title, setTitle] = useState("");
  const [quiet, setQuiet] = useState(false);
  const [terms, setTerms] = useState(false);
  const [open, setOpen] = useState(false);
  const [answer, setAnswer] = useState("");
  useEffect(() => {
    report({ fruit, city, title, quiet, terms, open, answer });
  });
  const close = (said: string) => {
    setAnswer(said);
    setOpen(false);
  };
  return (
    <>
      <FormControl sx={{ width: 200 }}>
        <InputLabel id="fruit">Fruit</InputLabel>
        <Select labelId="fruit" label="Fruit" value={fruit} onChange={(event) => setFruit(event.target.value)}>
          {["Apple", "Banana", "Cherry"].map((name) => (
            <MenuItem key={name} value={name.toLowerCase()}>
              {name}
            </MenuItem>
          ))}
        </Select>
      </FormControl>
      <Autocomplete
        options={["Berlin", "Lisbon", "London"]}
        value={city}
        onChange={(_, value) => setCity(value)}
        renderInput={(params) => <TextField {...params} label="City" />}
      />
      <TextField label="Title" value={title} onChange={(event) => setTitle(event.target.value)} />
      <FormControlLabel control={<Switch checked={quiet} onChange={(_, on) => setQuiet(on)} />} label="Quiet" />
      <FormControlLabel control={<Checkbox checked={terms} onChange={(_, on) => setTerms(on)} />} label="Terms" />
      <Button onClick={() => setOpen(true)}>Delete</Button>
      <Dialog open={open} onClose={() => close("closed")}>
        <DialogTitle>Really delete?</DialogTitle>
        <DialogActions>
          <Button onClick={() => close("no")}>Keep</Button>
          <Button onClick={() => close("yes")}>Delete it</Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

createRoot(root).render(<Page />);
