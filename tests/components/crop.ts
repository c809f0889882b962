// Cropper.js: a part of a picture that is chosen by its edges and corners.

import Cropper from "cropperjs";
import css from "cropperjs/dist/cropper.css";
import { report, root, style } from "./report.ts";

style(css);
root.style.cssText = "width: 400px; height: 300px";
const picture = root.appendChild(document.createElement("img"));
picture.style.cssText = "display: block; max-width: 100%";
picture.alt = "Photo";
const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="teal"/></svg>`;
picture.src = `data:image/svg+xml,${encodeURIComponent(drawn)}`;
const tell = (): void => {
  const { left, top, width, height } = cropper.getCropBoxData();
  report({ crop: [left, top, width, height].map(Math.round), wide: Math.round(cropper.getImageData().width) });
};
const cropper = new Cropper(picture, {
  autoCropArea: 0.5,
  viewMode: 1,
  ready: tell,
  cropend: tell,
  zoom: () => setTimeout(tell),
});
