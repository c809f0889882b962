/** Frappe Gantt and FullCalendar. */

import type { Library } from "./scene.ts";

export const gantt: Library = {
  name: "Frappe Gantt",
  file: "gantt.ts",
  scenes: [
    {
      does: "a bar is clicked",
      act: (hand) => hand.click("[data-id=build] .bar"),
      shows: ({ clicked }) => clicked === "build",
    },
    {
      does: "a bar is dragged by two days",
      act: (hand) => hand.drag("[data-id=build] .bar", 80, 0),
      shows: ({ build }) => build?.startsWith("3/10"),
    },
    {
      does: "a bar is made longer by its right end",
      act: async (hand) => {
        await hand.on("[data-id=design] .bar-group", "hover_by_uid");
        await hand.drag("[data-id=design] .handle.right", 40, 0);
      },
      shows: ({ design }) => design?.startsWith("3/2 "),
    },
    {
      does: "the progress is dragged",
      act: async (hand) => {
        await hand.on("[data-id=design] .bar-group", "hover_by_uid");
        await hand.drag("[data-id=design] .handle.progress", 45, 0);
      },
      shows: (now) => now["design progress"] > 50,
    },
  ],
};

export const scheduler: Library = {
  name: "FullCalendar",
  file: "scheduler.ts",
  scenes: [
    {
      does: "an appointment is clicked",
      act: (hand) => hand.click(".fc-event"),
      shows: ({ clicked }) => clicked === "meet",
    },
    {
      does: "an appointment is moved to another day, and later",
      act: (hand) => hand.drag(".fc-event", 188, 66, { at: { x: 0.5, y: 0.3, share: true } }),
      shows: ({ meet }) => meet?.startsWith("05T1"),
    },
    {
      does: "an appointment is moved up by a distance",
      act: (hand) => hand.drag(".fc-event", 0, -66, { at: { x: 0.5, y: 0.3, share: true } }),
      shows: ({ meet }, before) => meet?.startsWith("05T") && meet < before.meet,
    },
    {
      does: "an appointment is made longer by its lower edge",
      act: async (hand) => {
        await hand.hover(".fc-event", { x: 0.5, y: 0.5, share: true });
        await hand.drag(".fc-event-resizer-end", 0, 66);
      },
      shows: ({ meet }, before) => meet?.slice(0, 8) === before.meet?.slice(0, 8) && meet > before.meet,
    },
    {
      does: "a drag over free time chooses it",
      act: (hand) => hand.drag(["grid"], 0, 120, { at: { x: 200, y: 80 } }),
      shows: ({ chosen }) => /^(0\dT)\d\d:\d\d \1\d\d:\d\d$/.test(chosen ?? ""),
    },
  ],
};
