import * as z from "zod";

export const fetchConfig = z.strictObject({});
