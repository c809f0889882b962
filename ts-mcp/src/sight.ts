// The last picture that the model got: from a point of it to a point of the page.

import type { PictureView, Place, ScreenshotOptions, ScreenshotReport } from "@uipilot/core";
import { ToolError } from "./error.ts";

/** A picture, and what it shows. */
export type Picture = Pick<ScreenshotReport, "data" | "mimeType" | "width" | "height" | "scale" | "view">;

/** Where a tool acts, for the engine. */
export interface Aimed {
  /** The point in the viewport. */
  at: Place;
  /** What the picture showed. */
  seen: PictureView;
}

/** A picture itself, and how it was taken. */
export interface KeptPicture {
  data: Uint8Array;
  how: ScreenshotOptions;
}

/** Remembers the last picture of a session. */
export class Sight {
  /** The last screenshot, if a tool of the server compares with it; or that it has marks, which are no part of the page. */
  kept: KeptPicture | "marked" | undefined;
  #last: Omit<Picture, "data" | "mimeType"> | undefined;

  /** The model gets this picture. */
  saw({ width, height, scale, view }: Picture): void {
    this.#last = { width, height, scale, view };
  }

  /** The point of the page at a pixel of the picture. */
  at(pixel: Place, name = ""): Aimed {
    if (this.#last === undefined)
      throw new ToolError(
        "INVALID_INPUT",
        "no screenshot was taken yet that a point could be of",
        "take one with screenshot_page",
      );
    const { width, height, scale, view } = this.#last;
    const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
    if (!(pixel.x >= 0 && pixel.y >= 0 && pixel.x <= across && pixel.y <= down)) {
      const what = `${name}${pixel.x}, ${pixel.y} is not on the last screenshot, which is ${across}×${down} pixels large`;
      throw new ToolError("INVALID_INPUT", what, "give pixels of that picture, or take a new one with screenshot_page");
    }
    // The far edge belongs to the last pixel.
    const css = (pixel: number, side: number): number => Math.min(pixel, side - 1) / scale;
    return { at: { x: view.left + css(pixel.x, across), y: view.top + css(pixel.y, down) }, seen: view };
  }
}
