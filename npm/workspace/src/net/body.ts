// Reads the body of an answer, decompressed, up to a limit.

import { pipeline as connect, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as zlib from "node:zlib";

/** A server used an encoding that cannot be undone here. The message is one clause. */
export class UnknownEncoding extends Error {
  override readonly name = "UnknownEncoding";
}

/** Servers compress once. More layers than this serve nothing but bombs. */
const MOST_LAYERS = 2;

type Stage = (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

/** What Node has of Zstandard: Node 20 and early releases of 22 have nothing. */
const createZstd = (zlib as { createZstdDecompress?: () => NodeJS.ReadWriteStream & Readable }).createZstdDecompress;

/** The value of `Accept-Encoding`. */
export const ACCEPTED_ENCODINGS = createZstd === undefined ? "gzip, deflate, br" : "gzip, deflate, br, zstd";

/** A body, or its first part. */
export interface Body {
  bytes: Buffer;
  /** Whether more was there than the limit allows. */
  truncated: boolean;
}

/**
 * Reads a body. What it expands to is counted as it comes, so a small body that expands to a large one is cut, too.
 *
 * @param encoding - the header `Content-Encoding`
 * @param max - the most bytes to keep, after decompression
 * @throws {@link UnknownEncoding}; errors of zlib and of the connection
 */
export async function readBody(
  source: Readable,
  encoding: string | undefined,
  max: number,
  signal: AbortSignal,
): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = 0;
  let truncated = false;
  const collect = async (decoded: AsyncIterable<Buffer>) => {
    for await (const chunk of decoded) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > max) {
        truncated = true;
        return;
      }
    }
  };
  try {
    const stages = decoders(encoding);
    await pipeline([source, ...stages, collect] as unknown as NodeJS.ReadWriteStream[], { signal });
  } catch (error) {
    // Leaving off in the middle makes the streams before it fail.
    if (!truncated) throw error;
  } finally {
    source.on("error", () => undefined).destroy();
  }
  const bytes = Buffer.concat(chunks);
  return { bytes: truncated ? bytes.subarray(0, max) : bytes, truncated };
}

function decoders(header: string | undefined): Stage[] {
  const names = (header ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity");
  if (names.length > MOST_LAYERS) throw new UnknownEncoding(`its content is compressed ${names.length} times`);
  return names.reverse().map(decoder);
}

function decoder(name: string): Stage {
  switch (name) {
    case "gzip":
    case "x-gzip":
      return through(() => zlib.createGunzip());
    case "br":
      return through(() => zlib.createBrotliDecompress());
    case "deflate":
      // The standard means zlib's format. Some servers send the bare one.
      return through(([first = 8]) => ((first & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw()));
    case "zstd":
      if (createZstd !== undefined) return through(createZstd);
  }
  throw new UnknownEncoding("its content is compressed in a way that cannot be read here");
}

/** A stage that feeds a stream, which is made when the first chunk is known. An empty body stays empty. */
function through(make: (first: Buffer) => NodeJS.ReadWriteStream & Readable): Stage {
  return async function* (source) {
    const iterator = source[Symbol.asyncIterator]();
    const first = await iterator.next();
    if (first.done === true) return;
    const all = async function* () {
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => iterator };
    };
    const stream = make(first.value);
    // Errors of the source reach the reader through the stream.
    connect(Readable.from(all(), { objectMode: false }), stream, () => undefined);
    yield* stream as AsyncIterable<Buffer>;
  };
}
