// MUI: a checkout in four steps.

import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Step from "@mui/material/Step";
import StepLabel from "@mui/material/StepLabel";
import Stepper from "@mui/material/Stepper";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { frame } from "./frame.ts";

const steps: [title: string, fields: string[]][] = [
  ["Address", ["Street", "Post code", "City", "Phone"]],
  ["Delivery", []],
  ["Payment", ["Card number", "Expiry", "Holder"]],
  ["Review", []],
];
const ways = ["Standard, 3 days", "Express, next day", "Pick up"];

function Checkout() {
  const [at, setAt] = useState(0);
  const [values, setValues] = useState<Record<string, string>>({ Way: ways[0] ?? "" });
  const set = (name: string, value: string) => setValues({ ...values, [name]: value });
  const [title, fields] = steps[at] ?? ["Done", []];
  return (
    <>
      <Stepper activeStep={at}>
        {steps.map(([name]) => (
          <Step key={name}>
            <StepLabel>{name}</StepLabel>
          </Step>
        ))}
      </Stepper>
      <h2>{title}</h2>
      {fields.map((name) => (
        <TextField
          key={name}
          label={name}
          value={values[name] ?? ""}
          onChange={(event) => set(name, event.target.value)}
        />
      ))}
      {title === "Delivery" && (
        <RadioGroup aria-label="Way" value={values.Way} onChange={(_, way) => set("Way", way)}>
          {ways.map((way) => (
            <FormControlLabel key={way} value={way} control={<Radio />} label={way} />
          ))}
        </RadioGroup>
      )}
      {title === "Review" && (
        <dl>
          {Object.entries(values).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {at === steps.length ? (
        <p role="status">
          Order 1843 goes to {values.City}: {values.Way}
        </p>
      ) : (
        <>
          <Button disabled={at === 0} onClick={() => setAt(at - 1)}>
            Back
          </Button>
          <Button onClick={() => setAt(at + 1)}>{title === "Review" ? "Place order" : "Next"}</Button>
        </>
      )}
    </>
  );
}

createRoot(frame("Checkout")).render(<Checkout />);
