// FullCalendar: appointments that are made by a click on a day, in this month and in the next.

import { Calendar } from "@fullcalendar/core";
import dayGrid from "@fullcalendar/daygrid";
import interaction from "@fullcalendar/interaction";
import { frame } from "./frame.ts";

const host = frame("Calendar");
host.innerHTML = `<p role="status">3 appointments</p><div></div>
  <dialog aria-label="New appointment"><form method="dialog"><p></p><label>Title <input></label> <label>Place <input></label>
  <button value="save">Save appointment</button> <button value="">Cancel</button></form></dialog>`;
const part = <E extends Element>(selector: string): E => {
  const found = host.querySelector<E>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};
const status = part<HTMLElement>("[role=status]");
const dialog = part<HTMLDialogElement>("dialog");
const title = part<HTMLInputElement>("input");
let day = "";
const calendar = new Calendar(part("div"), {
  plugins: [dayGrid, interaction],
  timeZone: "UTC",
  initialDate: "2027-01-15",
  events: [4, 12, 21].map((on) => ({ title: `Meeting ${on}`, start: `2027-01-${String(on).padStart(2, "0")}` })),
  dateClick: ({ dateStr }) => {
    day = dateStr;
    part<HTMLElement>("dialog p").textContent = `On ${day}`;
    dialog.showModal();
  },
});
dialog.addEventListener("close", () => {
  if (dialog.returnValue === "save") calendar.addEvent({ title: title.value, start: day });
  title.value = "";
  status.textContent = `${calendar.getEvents().length} appointments, the newest on ${day}`;
});
calendar.render();
