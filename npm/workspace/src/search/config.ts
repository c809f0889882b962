import * as z from "zod";

export const searchConfig = z.strictObject({});
