// The arguments and the answer of `documentFetchingParsingTool`.

import * as z from "zod";

export const fetchInput = z.object({
  url: z.url().describe("The fully qualified URL of the document to fetch and parse."),
  documentTypeHint: z
    .enum(["html", "pdf", "txt", "auto"])
    .optional()
    .default("auto")
    .describe(
      "What the document is, if its server may say something wrong. 'auto' infers it from content, type and name.",
    ),
  maxLengthBytes: z
    .number()
    .int()
    .positive()
    .optional()
    .default(1_000_000)
    .describe("The most bytes of content to process. Longer text is cut; a longer PDF or DOCX is an error."),
  render: z
    .enum(["auto", "always", "never"])
    .optional()
    .default("auto")
    .describe("Whether to read an HTML page in a browser: 'auto' does so if it is nearly empty without its scripts."),
});

export const fetchOutput = z.object({
  fetchedUrl: z.url().describe("The URL from which content was fetched."),
  status: z
    .enum(["SUCCESS", "PARTIAL_SUCCESS", "ERROR_FETCH", "ERROR_PARSE", "ERROR_TOO_LARGE", "ERROR_UNSUPPORTED_TYPE"])
    .describe("Status of the fetching and parsing operation."),
  contentTypeDetected: z.string().optional().describe("The detected MIME type of the content."),
  title: z.string().optional().describe("The title of the document, if found."),
  cleanedTextContent: z.string().nullable().describe("The document's text. Null if no text could be extracted."),
  metadata: z
    .record(z.string(), z.any())
    .describe("What else is known, such as author, published, modified, language, canonical, headings."),
  errorDetails: z
    .string()
    .nullable()
    .describe("Details of an error, and what a partial success lacks. Null if there is none."),
});

export type FetchInput = z.output<typeof fetchInput>;
export type FetchOutput = z.output<typeof fetchOutput>;
