// MUI: places that complete, results that come a moment later, and a dialog.

import Autocomplete from "@mui/material/Autocomplete";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import CircularProgress from "@mui/material/CircularProgress";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { frame } from "./frame.ts";

const cities =
  "Amsterdam,Athens,Barcelona,Berlin,Bern,Bilbao,Bordeaux,Brussels,Budapest,Copenhagen,Dublin,Florence,Geneva,Hamburg,Helsinki,Lille,Lisbon,Liverpool,London,Lyon,Madrid,Milan,Munich,Naples,Oslo,Paris,Porto,Prague,Rome,Seville,Stockholm,Turin,Valencia,Vienna,Warsaw,Zagreb,Zurich".split(
    ",",
  );
const hours = Array.from({ length: 12 }, (_, n) => `${7 + n}:05`);

function Trip() {
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const [travel, setTravel] = useState("Second");
  const [found, setFound] = useState<"" | "searching" | "found">("");
  const [hour, setHour] = useState("");
  const [passenger, setPassenger] = useState("");
  const [paid, setPaid] = useState(false);
  const place = (label: string, value: string | null, set: (city: string | null) => void) => (
    <Autocomplete
      options={cities}
      value={value}
      onChange={(_, city) => set(city)}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  );
  const search = () => {
    setFound("searching");
    setTimeout(() => setFound("found"), 60);
  };
  if (paid)
    return (
      <p role="status">
        Booked: {from} to {to} at {hour}, {travel} class, for {passenger}
      </p>
    );
  return (
    <>
      {place("From", from, setFrom)}
      {place("To", to, setTo)}
      <TextField select label="Class" value={travel} onChange={(event) => setTravel(event.target.value)}>
        <MenuItem value="First">First</MenuItem>
        <MenuItem value="Second">Second</MenuItem>
      </TextField>
      <Button onClick={search}>Find trips</Button>
      {found === "searching" && <CircularProgress />}
      {found === "found" &&
        hours.map((time, n) => (
          <Card key={time}>
            <CardContent>
              <Typography variant="h6">Train {300 + n}</Typography>
              <Typography>
                {from} {time}, {to} next day, {89 + 7 * n} EUR
              </Typography>
              <Button onClick={() => setHour(time)}>Book {time}</Button>
            </CardContent>
          </Card>
        ))}
      <Dialog open={hour !== ""} onClose={() => setHour("")}>
        <DialogTitle>Your trip at {hour}</DialogTitle>
        <DialogContent>
          <TextField label="Passenger" value={passenger} onChange={(event) => setPassenger(event.target.value)} />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setHour("")}>Cancel</Button>
          <Button onClick={() => setPaid(true)}>Pay</Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

createRoot(frame("Trips")).render(<Trip />);
