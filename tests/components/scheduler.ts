// FullCalendar: appointments of a week that are moved, stretched and made by the pointer.

import { Calendar } from "@fullcalendar/core";
import interaction from "@fullcalendar/interaction";
import timeGrid from "@fullcalendar/timegrid";
import { report, root } from "./report.ts";

root.style.width = "700px";
const state: Record<string, unknown> = {};
const time = (date: Date | null): string => date?.toISOString().slice(8, 16) ?? "";
const calendar = new Calendar(root, {
  plugins: [timeGrid, interaction],
  timeZone: "UTC",
  initialView: "timeGridWeek",
  initialDate: "2027-03-03",
  slotMinTime: "08:00",
  slotMaxTime: "13:00",
  allDaySlot: false,
  contentHeight: 330,
  headerToolbar: false,
  editable: true,
  selectable: true,
  events: [{ id: "meet", title: "Meet", start: "2027-03-03T09:00:00Z", end: "2027-03-03T10:00:00Z" }],
  eventClick: ({ event }) => {
    state.clicked = event.id;
    report(state);
  },
  eventChange: ({ event }) => {
    state[event.id] = `${time(event.start)} ${time(event.end)}`;
    report(state);
  },
  select: ({ start, end }) => {
    state.chosen = `${time(start)} ${time(end)}`;
    report(state);
  },
});
calendar.render();
report(state);
