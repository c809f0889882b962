/** Leaflet. */

import type { What } from "./hand.ts";
import type { Library } from "./scene.ts";

const map: What = ["application", "Map"];
const pin: What = ["button", "●"];

export const leaflet: Library = {
  name: "Leaflet",
  file: "map.ts",
  scenes: [
    {
      does: "a drag pans the map",
      act: (hand) => hand.drag(map, -120, 60, { at: { x: 400, y: 100 } }),
      shows: ({ centre }, before) => centre.lng > before.centre.lng + 8 && centre.lat > before.centre.lat + 3,
    },
    {
      does: "the wheel zooms in around a point",
      act: (hand) => hand.wheel(map, -200, { at: { x: 500, y: 100 } }),
      shows: ({ zoom, centre }, before) => zoom > before.zoom && centre.lng > before.centre.lng,
    },
    {
      does: "the wheel zooms out again",
      act: (hand) => hand.wheel(map, 200, { at: { x: 500, y: 100 } }),
      shows: ({ zoom }, before) => zoom < before.zoom,
    },
    {
      does: "a pin is dragged by a distance",
      act: (hand) => hand.drag(pin, 80, 40),
      shows: ({ pin }, before) => pin.lng > before.pin.lng + 5 && pin.lat < before.pin.lat - 2,
    },
    {
      does: "a click on the pin opens its popup",
      act: (hand) => hand.click(pin),
      shows: ({ popup }) => popup === true,
    },
    {
      does: "Escape closes the popup",
      act: (hand) => hand.key("Escape", map),
      shows: ({ popup }) => popup === false,
    },
    {
      does: "a click at a point is one at its place",
      act: (hand) => hand.click(map, { at: { x: 520, y: 330 } }),
      shows: ({ clicks, clicked, centre }, before) =>
        clicks > before.clicks && clicked.lng > centre.lng && clicked.lat < centre.lat,
    },
    {
      does: "a right click at a point asks for its menu",
      act: (hand) => hand.click(map, { at: { x: 80, y: 330 }, button: "right" }),
      shows: ({ menus, clicked, centre }, before) => menus > before.menus && clicked.lng < centre.lng,
    },
    {
      does: "the pointer at a point is told",
      act: (hand) => hand.hover(map, { x: 0.9, y: 0.1, share: true }),
      shows: ({ pointer, centre }) => pointer?.lng > centre.lng + 10 && pointer.lat > centre.lat,
    },
    {
      does: "a double click zooms in",
      act: (hand) => hand.click(map, { at: { x: 300, y: 90 }, clickCount: 2 }),
      shows: ({ zoom }, before) => zoom === before.zoom + 1,
    },
    {
      does: "a double click with Shift zooms out",
      act: (hand) => hand.click(map, { at: { x: 300, y: 90 }, clickCount: 2, modifiers: ["Shift"] }),
      shows: ({ zoom }, before) => zoom === before.zoom - 1,
    },
    {
      does: "a drag with Shift zooms to its box",
      act: (hand) => hand.drag(map, 100, 70, { at: { x: 400, y: 250 }, modifiers: ["Shift"] }),
      shows: ({ zoom, centre }, before) => zoom >= before.zoom + 2 && centre.lng > before.centre.lng,
    },
    {
      does: "an arrow key pans",
      act: (hand) => hand.key("ArrowLeft", map),
      shows: ({ centre }, before) => centre.lng < before.centre.lng,
    },
  ],
};
