// What files are, by their names.

import { isUtf8 } from "node:buffer";

/** The content types of files by their endings. */
const TYPES: Record<string, string> = {
  avif: "image/avif",
  bmp: "image/bmp",
  css: "text/css; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  gif: "image/gif",
  gz: "application/gzip",
  htm: "text/html; charset=utf-8",
  html: "text/html; charset=utf-8",
  ico: "image/x-icon",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  jsonld: "application/ld+json",
  log: "text/plain; charset=utf-8",
  map: "application/json",
  md: "text/markdown; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  ogg: "audio/ogg",
  otf: "font/otf",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  ttf: "font/ttf",
  txt: "text/plain; charset=utf-8",
  wasm: "application/wasm",
  wav: "audio/wav",
  webm: "video/webm",
  webmanifest: "application/manifest+json",
  webp: "image/webp",
  woff: "font/woff",
  woff2: "font/woff2",
  xml: "application/xml",
  zip: "application/zip",
};

/** The content type of a file, by its ending; empty for one that is not known. */
export function contentType(file: string): string {
  const ending = file.slice(file.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(TYPES, ending) ? (TYPES[ending] ?? "") : "";
}

/** The content type of a file whose name does not say it. */
export function typeOfBytes(bytes: Uint8Array): string {
  return isUtf8(bytes) && !bytes.includes(0) ? "text/plain; charset=utf-8" : "application/octet-stream";
}
