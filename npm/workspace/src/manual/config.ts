import * as z from "zod";

export const manualConfig = z.strictObject({});
