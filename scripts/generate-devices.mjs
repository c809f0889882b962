// Writes the engine's table of devices from that of playwright-core, which is a development dependency only.
// With --check: fails if the table is out of date.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const file = path.join(root, "crates/engine/src/emulation/devices.rs");
const require = createRequire(path.join(root, "tests/package.json"));
const { devices } = require("playwright-core");
const { version } = require("playwright-core/package.json");

const LANDSCAPE = " landscape";
const text = (value) => JSON.stringify(value);
const size = (value) => (value === undefined ? "None" : `Some((${value.width}, ${value.height}))`);
const float = (value) => (Number.isInteger(value) ? `${value}.0` : String(value));

/** The version of Chrome in the user agents, which the engine replaces by that of the browser. */
const chrome = /Chrome\/(\d+)/.exec(devices["Desktop Chrome"].userAgent)[1];

function row(name, device) {
  const turned = devices[name + LANDSCAPE];
  const agent = device.userAgent
    .replaceAll(new RegExp(`Chrome/${chrome}[.\\d]*`, "g"), "Chrome/{}")
    .replaceAll(new RegExp(`Edg/${chrome}[.\\d]*`, "g"), "Edg/{}");
  const { width, height } = device.viewport;
  const values = [
    text(name),
    text(agent),
    `(${width}, ${height})`,
    size(device.screen),
    size(turned?.viewport),
    float(device.deviceScaleFactor),
    device.isMobile,
    device.hasTouch,
  ];
  return `    device(${values.join(", ")}),`;
}

const rows = Object.entries(devices)
  .filter(([name]) => !name.endsWith(LANDSCAPE))
  .map(([name, device]) => row(name, device));

const wanted = `//! Devices by name. Generated from playwright-core ${version} (Apache-2.0) by \`node scripts/generate-devices.mjs\`; do not edit.

use super::device::{Device, device};

/// The version of Chrome for a browser that has none of its own, in the place of \`{}\` in a user agent.
pub(super) const CHROME: &str = "${chrome}.0.0.0";

/// Name, user agent, viewport, screen, viewport when it is turned, scale, mobile, touch.
#[rustfmt::skip]
pub(super) const DEVICES: &[Device] = &[
${rows.join("\n")}
];
`;

if (process.argv.includes("--check")) {
  if (readFileSync(file, "utf8") !== wanted) {
    console.error("crates/engine/src/emulation/devices.rs is out of date: run node scripts/generate-devices.mjs");
    process.exit(1);
  }
} else {
  writeFileSync(file, wanted);
  console.log(`${rows.length} devices`);
}
