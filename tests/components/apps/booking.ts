// flatpickr: a room from one day to another, each chosen in a calendar.

import "flatpickr";
import css from "flatpickr/dist/flatpickr.css";
import type { FlatpickrFn } from "flatpickr/dist/types/instance.js";
import { style } from "../report.ts";
import { frame } from "./frame.ts";

const host = frame("Rooms");
style(css);
host.innerHTML = `<label>Arrival <input id="from"></label> <label>Departure <input id="to"></label>
  <label>Guests <input id="guests" type="number" value="1"></label> <button type="button" id="search">Search rooms</button>
  <p role="status" id="said"></p><ul id="rooms"></ul>`;
const flatpickr = (window as unknown as { flatpickr: FlatpickrFn }).flatpickr;
const field = (id: string): HTMLInputElement => document.getElementById(id) as HTMLInputElement;
for (const id of ["from", "to"]) flatpickr(field(id), { defaultDate: "2027-01-20" });
const said = field("said");
const rooms = field("rooms");
field("search").addEventListener("click", () => {
  rooms.innerHTML = Array.from(
    { length: 15 },
    (_, n) => `<li>Room ${100 + n}, ${60 + 5 * n} EUR a night <button type="button">Book room ${100 + n}</button></li>`,
  ).join("");
});
rooms.addEventListener("click", ({ target }) => {
  const room = /room (\d+)/.exec((target as HTMLElement).textContent ?? "")?.[1];
  const [from, to, guests] = ["from", "to", "guests"].map((id) => field(id).value);
  if (room) said.textContent = `Room ${room} is yours from ${from} to ${to} for ${guests}`;
});
