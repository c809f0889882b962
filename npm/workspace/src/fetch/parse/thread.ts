// The thread that parses documents, one after the other. Each parser is loaded when its kind comes for the first time.

import { parentPort } from "node:worker_threads";
import { type Job, type Outcome, type Parsed, ParseError } from "./job.js";

const PARSERS: { [K in Job["kind"]]: () => Promise<(job: Job) => Parsed | Promise<Parsed>> } = {
  html: async () => (await import("./html.js")).parseHtml,
  pdf: async () => (await import("./pdf.js")).parsePdf,
  pdfPages: async () => {
    const { parsePdf } = await import("./pdf.js");
    return (job) => parsePdf(job, true);
  },
  docx: async () => (await import("./docx.js")).parseDocx,
  xml: async () => (await import("./xml.js")).parseXml,
  json: async () => (await import("./plain.js")).parseJson,
  markdown: async () => (await import("./plain.js")).parseMarkdown,
  results: async () => {
    const { pageResults } = await import("../../search/page-results.js");
    return ({ content, url }) => ({ text: "", metadata: {}, results: pageResults(content as string, url) });
  },
  text: async () => (await import("./plain.js")).parseText,
};

async function run(job: Job): Promise<Outcome> {
  try {
    const parse = await PARSERS[job.kind]();
    return { parsed: await parse(job) };
  } catch (error) {
    if (error instanceof ParseError) return { failure: error.failure, message: error.message };
    // The message of a library may quote the document.
    return { failure: "failed", message: "its parser gave up on it" };
  }
}

parentPort?.on("message", (job: Job) => {
  // `run` never rejects.
  void run(job).then((outcome) => parentPort?.postMessage(outcome));
});
