// MUI: a table of 120 rows with a filter, sorting, pages and chosen rows.

import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Snackbar from "@mui/material/Snackbar";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TablePagination from "@mui/material/TablePagination";
import TableRow from "@mui/material/TableRow";
import TableSortLabel from "@mui/material/TableSortLabel";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { frame } from "./frame.ts";

const customers = ["Globex", "Initech", "Umbrella", "Hooli", "Stark", "Wayne"];
const all = Array.from({ length: 120 }, (_, n) => ({
  number: 1_000 + n,
  customer: `${customers[n % customers.length]} ${n % 20}`,
  day: `2027-01-${String((n % 28) + 1).padStart(2, "0")}`,
  amount: ((n * 7_919) % 5_000) + 50,
}));
type Invoice = (typeof all)[number];
const columns: (keyof Invoice)[] = ["number", "customer", "day", "amount"];

function Invoices() {
  const [filter, setFilter] = useState("");
  const [by, setBy] = useState<keyof Invoice>("number");
  const [page, setPage] = useState(0);
  const [chosen, setChosen] = useState<number[]>([]);
  const [said, setSaid] = useState("");
  const rows = all
    .filter(({ customer }) => customer.toLowerCase().includes(filter.toLowerCase()))
    .sort((a, b) => (a[by] > b[by] ? 1 : -1));
  const sort = (column: keyof Invoice) => {
    setBy(column);
    setPage(0);
  };
  return (
    <>
      <TextField
        label="Customer"
        value={filter}
        onChange={(event) => {
          setFilter(event.target.value);
          setPage(0);
        }}
      />
      <Button disabled={chosen.length === 0} onClick={() => setSaid(`Marked ${chosen.join(", ")} as paid`)}>
        Mark as paid
      </Button>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell />
            {columns.map((column) => (
              <TableCell key={column}>
                <TableSortLabel active={by === column} onClick={() => sort(column)}>
                  Sort by {column}
                </TableSortLabel>
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.slice(page * 25, page * 25 + 25).map(({ number, customer, day, amount }) => (
            <TableRow key={number} selected={chosen.includes(number)}>
              <TableCell>
                <Checkbox
                  checked={chosen.includes(number)}
                  onChange={(_, on) => setChosen(on ? [...chosen, number] : chosen.filter((other) => other !== number))}
                  slotProps={{ input: { "aria-label": `Choose ${number}` } }}
                />
              </TableCell>
              <TableCell>{number}</TableCell>
              <TableCell>{customer}</TableCell>
              <TableCell>{day}</TableCell>
              <TableCell>{amount} EUR</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <TablePagination
        component="div"
        count={rows.length}
        page={page}
        rowsPerPage={25}
        onPageChange={(_, next) => setPage(next)}
      />
      <Snackbar open={said !== ""} message={said} />
    </>
  );
}

createRoot(frame("Invoices")).render(<Invoices />);
