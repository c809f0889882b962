// What pages are made to believe of their device, their user and their place.

import type { EmulateReport } from "@uipilot/core";
import * as z from "zod/v4";
import { changesLater } from "../answer.ts";
import { brief } from "../quote.ts";
import { defineTool } from "./define.ts";

const side = z.int().min(1).max(10_000);

/** The longest list of permissions that is shown. */
const MOST_SHOWN = 20;

export const emulate = defineTool({
  name: "emulate",
  title: "Emulate a device or user",
  description:
    "Changes what all pages of the session are made to believe, until reset. Without arguments, says what is in force. Load a page again afterwards.",
  effect: "changes",
  idempotent: true,
  schema: z.strictObject({
    device: z
      .string()
      .min(1)
      .optional()
      .describe('Playwright\'s name, as "Pixel 7", "iPhone 15 landscape": size, scale, mobile, touch, userAgent'),
    viewport: z.strictObject({ width: side, height: side }).optional(),
    deviceScaleFactor: z.number().min(0.1).max(10).optional(),
    mobile: z.boolean().optional().describe("Lay out as a phone does, by meta viewport"),
    touch: z.boolean().optional(),
    userAgent: z.string().min(1).max(1_000).optional().describe("Client hints follow it"),
    colorScheme: z.enum(["light", "dark"]).optional(),
    reducedMotion: z.enum(["reduce", "no-preference"]).optional(),
    contrast: z.enum(["more", "less", "no-preference"]).optional(),
    forcedColors: z.enum(["active", "none"]).optional(),
    media: z.enum(["screen", "print"]).optional(),
    timezone: z.string().min(1).max(64).optional().describe("As Europe/Berlin"),
    locale: z.string().min(2).max(64).optional().describe("As de-DE"),
    geolocation: z
      .strictObject({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        accuracy: z.number().min(0).optional(),
      })
      .optional()
      .describe("Grants the permission, too"),
    permissions: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(60).describe("As camera, notifications"),
          state: z.enum(["granted", "denied", "prompt"]),
          origin: z.string().min(1).optional().describe("Default: everywhere"),
        }),
      )
      .max(50)
      .optional(),
    cpuThrottling: z.number().min(1).max(100).optional().describe("Times slower"),
    reset: z.boolean().optional().describe("End everything that is emulated, then apply the rest"),
  }),
  example: { device: "Pixel 7", locale: "de-DE", timezone: "Europe/Berlin" },
  handler: async ({ geolocation, ...given }, { session, signal }) => {
    const { accuracy = 1, ...place } = geolocation ?? { latitude: 0, longitude: 0 };
    const report = await (await session()).emulate({
      ...defined(given),
      ...(geolocation === undefined ? {} : { geolocation: { ...place, accuracy } }),
      signal,
    });
    return { summary: inForce(report), lines: hints(report) };
  },
});

/** Without the arguments that are absent. */
function defined<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}

function inForce({ now, resized }: EmulateReport): string {
  const size = ({ width, height }: { width: number; height: number }) => `${width}×${height}`;
  const yes = (word: string, value: boolean | undefined) =>
    value === undefined ? undefined : value ? word : `not ${word}`;
  const named = (name: string, value: string | undefined) => (value === undefined ? undefined : `${name} ${value}`);
  const own = resized === undefined ? "" : ` (this page was resized to ${size(resized)})`;
  const { geolocation: place, permissions = [] } = now;
  const shown = permissions
    .slice(0, MOST_SHOWN)
    .map(({ name, state, origin }) => `${name} ${state}${origin === undefined ? "" : ` for ${brief(origin, 100)}`}`);
  const more = permissions.length - shown.length;
  const parts = [
    named("device", now.device),
    named("viewport", now.viewport && size(now.viewport) + own),
    named("scale", now.deviceScaleFactor?.toString()),
    yes("mobile", now.mobile),
    yes("touch", now.touch),
    named("colour scheme", now.colorScheme),
    named("reduced motion", now.reducedMotion),
    named("contrast", now.contrast),
    named("forced colours", now.forcedColors),
    named("media", now.media),
    named("time zone", now.timezone),
    named("locale", now.locale),
    place && `geolocation ${place.latitude}, ${place.longitude} ± ${place.accuracy} m`,
    now.cpuThrottling === undefined ? undefined : `processor ${now.cpuThrottling} times slower`,
    ...shown.map((permission) => `permission ${permission}`),
    more > 0 ? `${more} more permissions` : undefined,
    now.userAgent && `user agent ${brief(now.userAgent, 1_000)}`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? "Nothing is emulated." : `Emulated now: ${parts.join("; ")}.`;
}

function hints({ stale, unconfirmed }: EmulateReport): string {
  const old = stale ? ["Servers of open pages got the old user agent or language: load them again."] : [];
  return [...old, ...changesLater(unconfirmed)].join("\n");
}
