import * as z from "zod";

export const context7Config = z.strictObject({});
