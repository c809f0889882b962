// What `documentFetchingParsingTool` does with a call.

import type { PageReader } from "../browser.js";
import { Deadline } from "../deadline.js";
import type { Worker } from "../lazily.js";
import { AddressPolicy } from "../net/addresses.js";
import { guardedAgent } from "../net/agent.js";
import { failureWords } from "../net/failure.js";
import { Guard, type Resolver } from "../net/guard.js";
import { shownUrl } from "../net/words.js";
import type { ToolParts } from "../parts.js";
import { cutBytes, decode } from "./decode.js";
import { type Detected, detect, headerType, wantedWhole } from "./detect.js";
import { type Downloaded, DownloadFailed, type Downloads, download } from "./download.js";
import { Parsers } from "./parse/index.js";
import { type Parsed, ParseError } from "./parse/job.js";
import { compact, value } from "./parse/metadata.js";
import { render } from "./render.js";
import { Robots } from "./robots.js";
import type { FetchInput as Input, FetchOutput as Output } from "./schema.js";

/** Makes what fetches. `resolve` stands in for the system's resolver in tests. */
export function makeFetch(
  parts: Pick<ToolParts, "config" | "browser" | "log">,
  resolve?: Resolver,
): Worker<Input, Output> {
  const config = parts.config.fetch;
  const guard = new Guard(new AddressPolicy(config.allowPrivate), resolve);
  const agent = guardedAgent(guard);
  const log = (text: string) => parts.log({ tool: "documentFetchingParsingTool", text });
  const parsers = new Parsers();
  const downloads: Downloads = { agent, guard, config, log, robots: new Robots(agent, guard, config.userAgent, log) };
  const run = async (input: Input, signal: AbortSignal): Promise<Output> => {
    const deadline = new Deadline(config.timeoutMs, signal);
    try {
      return await new Call(input, { downloads, parsers, browser: parts.browser }, deadline).run();
    } finally {
      deadline.end();
    }
  };
  const close = async () => {
    await Promise.all([agent.destroy(), parsers.close()]);
  };
  return { run, close };
}

/** One call. */
class Call {
  readonly #limit: number;
  /** What the answer lacks, as clauses. */
  readonly #missing: string[] = [];

  constructor(
    readonly input: Input,
    readonly means: { downloads: Downloads; parsers: Parsers; browser: PageReader | undefined },
    readonly deadline: Deadline,
  ) {
    this.#limit = Math.min(input.maxLengthBytes, means.downloads.config.maxBytes);
  }

  async run(): Promise<Output> {
    const { input, deadline } = this;
    const address = new URL(input.url);
    let document: Downloaded;
    try {
      const whole = (type: string | undefined) => wantedWhole(type, address, input.documentTypeHint);
      document = await download(this.means.downloads, address.href, this.#limit, whole, deadline);
    } catch (error) {
      if (!(error instanceof DownloadFailed)) throw error;
      return failed(error.url, error.tooLarge ? "ERROR_TOO_LARGE" : "ERROR_FETCH", error.message);
    }
    const { url } = document;
    if (document.bytes.length === 0) {
      return { ...failed(url, "PARTIAL_SUCCESS", `${shownUrl(url)} has no content`), ...this.#type(document) };
    }
    const detected = detect(document.bytes, document.contentType, url, input.documentTypeHint);
    const about = { contentTypeDetected: detected.type };
    if (detected.kind === undefined) {
      const words = `${shownUrl(url)} is ${detected.type}, which cannot be read as text; HTML, PDF, DOCX, Markdown, plain text, JSON, XML and feeds can`;
      return { ...failed(url, "ERROR_UNSUPPORTED_TYPE", words), ...about };
    }
    const binary = detected.kind === "pdf" || detected.kind === "docx";
    if (document.truncated && binary) {
      const words = `${shownUrl(url)} has more bytes than the limit of ${this.#limit}, and a ${detected.kind.toUpperCase()} document is of no use in parts; ${this.#larger()}`;
      return { ...failed(url, "ERROR_TOO_LARGE", words), ...about };
    }
    try {
      return { ...(await this.#parsed(document, detected)), ...about };
    } catch (error) {
      deadline.throwIfCancelled();
      const words = error instanceof ParseError ? error.message : failureWords(error);
      const status = error instanceof ParseError && error.failure === "bomb" ? "ERROR_TOO_LARGE" : "ERROR_PARSE";
      return { ...failed(url, status, `${shownUrl(url)} could not be parsed: ${words}`), ...about };
    }
  }

  async #parsed(document: Downloaded, { kind, type }: Detected): Promise<Output> {
    const { url, bytes, truncated, contentType } = document;
    const markup = kind === "html" || kind === "xml";
    const binary = kind === "pdf" || kind === "docx";
    const text = binary ? undefined : decode(bytes, contentType, markup, truncated);
    const job = {
      kind: kind ?? "text",
      content: text?.text ?? new Uint8Array(bytes),
      url: url.href,
      maxLength: this.#limit,
      truncated,
    };
    const plain = await this.means.parsers.parse(job, this.deadline);
    if (truncated) this.#lacks(`the document has more than ${this.#limit} bytes and was cut; ${this.#larger()}`);
    const shown = kind === "html" ? await this.#shown(plain, url) : undefined;
    const { title, text: full, metadata, missing } = shown?.parsed ?? plain;
    if (missing !== undefined) this.#lacks(missing);
    const { text: cleaned, cut } = cutBytes(full, this.#limit);
    if (cut) this.#lacks(`the text has more than ${this.#limit} bytes and was cut; ${this.#larger()}`);
    if (cleaned === "" && this.#missing.length === 0) this.#lacks("the document has no text");
    return {
      fetchedUrl: (shown?.url ?? url).href,
      status: this.#missing.length === 0 ? "SUCCESS" : "PARTIAL_SUCCESS",
      contentTypeDetected: type,
      ...(title === undefined ? {} : { title }),
      cleanedTextContent: cleaned === "" ? null : cleaned,
      metadata: compact({
        ...metadata,
        language: metadata["language"] ?? value(document.language),
        modified: metadata["modified"] ?? value(document.lastModified),
        charset: text?.charset,
        ...(shown === undefined ? {} : { rendered: true, failedRequests: shown.failed }),
      }),
      errorDetails: this.#missing.length === 0 ? null : this.#missing.join("; "),
    };
  }

  /** The page as a browser shows it, if that is wanted and can be had. */
  async #shown(plain: Parsed, url: URL): Promise<{ parsed: Parsed; url: URL; failed: readonly string[] } | undefined> {
    const { render: wish } = this.input;
    const wanted = wish === "always" || (wish === "auto" && plain.needsScript === true);
    if (!wanted) return undefined;
    const why = wish === "always" ? "a browser was asked for" : "the page shows next to nothing without its scripts";
    if (this.means.browser === undefined) {
      this.#lacks(`${why}, and this server has no browser, so the text is that of the page without scripts`);
      return undefined;
    }
    this.means.downloads.log(`browser: reads ${shownUrl(url)}`);
    const rendered = await render(this.means.browser, url, this.means.downloads.guard, this.deadline);
    if ("failed" in rendered) {
      this.#lacks(`${why}, and ${rendered.failed}, so the text is that of the page without scripts`);
      return undefined;
    }
    const { text: content, cut } = cutBytes(rendered.page.html, this.#limit);
    if (cut) this.#lacks(`the page in the browser has more than ${this.#limit} bytes and was cut; ${this.#larger()}`);
    const job = { kind: "html" as const, content, url: rendered.url.href, maxLength: this.#limit, truncated: cut };
    const parsed = await this.means.parsers.parse(job, this.deadline);
    // A page that shows a browser less than others, for example a question whether a person looks, is no gain.
    if (wish === "auto" && parsed.text.length < plain.text.length) {
      this.#lacks(`${why}, and it shows even less in the browser, so the text is that of the page without scripts`);
      return undefined;
    }
    const title = parsed.title ?? value(rendered.page.title);
    return {
      parsed: title === undefined ? parsed : { ...parsed, title },
      url: rendered.url,
      failed: rendered.failedRequests,
    };
  }

  #type({ contentType }: Downloaded): Pick<Output, "contentTypeDetected"> {
    const type = headerType(contentType);
    return type === "" ? {} : { contentTypeDetected: type };
  }

  #lacks(words: string): void {
    this.#missing.push(words);
  }

  #larger(): string {
    return this.#limit < this.means.downloads.config.maxBytes
      ? `give a larger maxLengthBytes, at most ${this.means.downloads.config.maxBytes}`
      : "the operator can raise fetch.maxBytes";
  }
}

function failed(url: URL, status: Output["status"], errorDetails: string): Output {
  return { fetchedUrl: withoutLogin(url), status, cleanedTextContent: null, metadata: {}, errorDetails };
}

function withoutLogin(url: URL): string {
  const plain = new URL(url);
  plain.username = "";
  plain.password = "";
  return plain.href;
}
