import * as z from "zod";

export const filesConfig = z.strictObject({});
