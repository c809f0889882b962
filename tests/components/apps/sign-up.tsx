// MUI: a form whose entries are checked when it is sent.

import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Snackbar from "@mui/material/Snackbar";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { frame } from "./frame.ts";

const countries =
  "Austria,Belgium,Brazil,Canada,Chile,Denmark,Finland,France,Germany,Ghana,India,Ireland,Italy,Japan,Kenya,Mexico,Norway,Peru,Poland,Portugal,Spain,Sweden".split(
    ",",
  );
const empty = { name: "", mail: "", password: "", country: "", plan: "free" };

function SignUp() {
  const [entries, setEntries] = useState(empty);
  const [terms, setTerms] = useState(false);
  const [error, setError] = useState("");
  const [made, setMade] = useState(false);
  const entry = (key: keyof typeof empty, label: string) => ({
    label,
    value: entries[key],
    onChange: (event: { target: { value: string } }) => setEntries({ ...entries, [key]: event.target.value }),
  });
  const send = () => {
    const complete = entries.mail.includes(".");
    setError(complete ? (terms ? "" : "Accept the terms to go on") : "The e-mail address is not complete");
    setMade(complete && terms);
  };
  return (
    <Stack spacing={2} sx={{ width: 400 }}>
      <TextField {...entry("name", "Full name")} />
      <TextField {...entry("mail", "E-mail")} error={error.includes("e-mail")} helperText="For your receipts" />
      <TextField {...entry("password", "Password")} type="password" />
      <TextField {...entry("country", "Country")} select>
        {countries.map((name) => (
          <MenuItem key={name} value={name}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <RadioGroup {...entry("plan", "")} aria-label="Plan" row>
        <FormControlLabel value="free" control={<Radio />} label="Free" />
        <FormControlLabel value="team" control={<Radio />} label="Team" />
      </RadioGroup>
      <FormControlLabel control={<Checkbox checked={terms} onChange={(_, on) => setTerms(on)} />} label="Terms" />
      {error && <Alert severity="error">{error}</Alert>}
      <Button variant="contained" onClick={send}>
        Create account
      </Button>
      <Snackbar open={made} message={`Account created for ${entries.name}, ${entries.country}, ${entries.plan}`} />
    </Stack>
  );
}

createRoot(frame("Sign up")).render(<SignUp />);
