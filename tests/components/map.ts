// Leaflet: a map that pans, zooms and has a pin to drag. Its tiles are in the page.

import { divIcon, type LatLng, map, marker, tileLayer } from "leaflet";
import css from "leaflet/dist/leaflet.css";
import { report, root, style } from "./report.ts";

style(css);
root.style.cssText = "width: 600px; height: 400px";
root.setAttribute("role", "application");
root.setAttribute("aria-label", "Map");
const tile = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="255" height="255" fill="silver"/></svg>`;

const view = map(root, { center: [0, 0], zoom: 4, zoomAnimation: false, fadeAnimation: false, inertia: false });
tileLayer(`data:image/svg+xml,${encodeURIComponent(tile)}`).addTo(view);
const pin = marker([0, 0], {
  draggable: true,
  title: "Pin",
  icon: divIcon({ html: "●", iconSize: [24, 24] }),
}).addTo(view);
pin.bindPopup("A place");

const seen: Record<string, unknown> = { clicks: 0, menus: 0, popup: false };
const place = ({ lat, lng }: LatLng): { lat: number; lng: number } => ({ lat, lng });
const tell = (): void =>
  report({ ...seen, centre: place(view.getCenter()), zoom: view.getZoom(), pin: place(pin.getLatLng()) });

view.on("moveend zoomend", tell);
pin.on("dragend", tell);
view.on("click", ({ latlng }) => {
  seen.clicks = Number(seen.clicks) + 1;
  seen.clicked = place(latlng);
  tell();
});
view.on("contextmenu", ({ latlng }) => {
  seen.menus = Number(seen.menus) + 1;
  seen.clicked = place(latlng);
  tell();
});
view.on("mousemove", ({ latlng }) => {
  seen.pointer = place(latlng);
  tell();
});
view.on("popupopen popupclose", ({ type }) => {
  seen.popup = type === "popupopen";
  tell();
});
tell();
