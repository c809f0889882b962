// The arguments and the answer of `webSearchTool`.

import * as z from "zod";

export const searchInput = z.object({
  query: z.string().describe("The search query string."),
  numResults: z
    .number()
    .int()
    .positive()
    .optional()
    .default(5)
    .describe("Optional. Number of search results to return. Default: 5."),
});

export const searchOutput = z.object({
  searchQueryExecuted: z.string().describe("The actual query string executed."),
  results: z
    .array(
      z.object({
        title: z.string().describe("Title of the search result."),
        link: z.url().describe("URL of the search result."),
        snippet: z.string().describe("Descriptive snippet from the result."),
      }),
    )
    .describe("List of search results."),
  errorDetails: z
    .string()
    .nullable()
    .describe("Details if the search failed, also after some results. Null if no error."),
  provider: z.string().optional().describe("Who searched."),
  notice: z.string().optional().describe("What else is to be known about the results."),
});

export type SearchInput = z.output<typeof searchInput>;
export type SearchOutput = z.output<typeof searchOutput>;
