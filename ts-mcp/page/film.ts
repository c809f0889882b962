// Encodes the frames of a film, in a page of our own in the browser that is filmed. The film has the size of its first frame;
// later ones of another shape are shown whole, on a dark ground.

import type { FilmBegin, FilmChunk, FilmChunks, FilmFrame } from "../src/record/film/protocol.ts";

/** Bits in a second of a film that changes all the time. */
const BITRATE = 1_000_000;
/** The most frames in a second. */
const RATE = 10;
/** After how long a frame is encoded whole again, so that players can begin there. In milliseconds, as all times here. */
const KEY_MS = 10_000;
/** After how long the same frame is written again while nothing changes. Some players wait for a frame that comes late. */
const HOLD_MS = 5_000;
/** How often at most, should the clock be set. */
const MOST_HOLDS = 200;
const GROUND = "#202020";

const config = (width: number, height: number): VideoEncoderConfig => ({
  codec: "vp8",
  width,
  height,
  bitrate: BITRATE,
  framerate: RATE,
  latencyMode: "quality",
});

/** A film, from its first frame on. */
class Film {
  readonly #canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #encoder: VideoEncoder;
  readonly #first: number;
  #last: number;
  #key = Number.NEGATIVE_INFINITY;
  #chunks: FilmChunk[] = [];
  #failure: unknown;

  constructor(width: number, height: number, at: number) {
    this.#canvas = new OffscreenCanvas(width, height);
    const context = this.#canvas.getContext("2d", { alpha: false });
    if (context === null) throw new Error("there is no canvas");
    this.#context = context;
    this.#encoder = new VideoEncoder({
      output: (chunk) => this.#chunks.push(written(chunk)),
      error: (error) => {
        this.#failure = error;
      },
    });
    this.#encoder.configure(config(width, height));
    this.#first = at;
    this.#last = at - 1;
  }

  /** Shows a picture from now on. Before that, what was shown is held. */
  show(picture: ImageBitmap, at: number): void {
    const now = this.#hold(at);
    const { width, height } = this.#canvas;
    const scale = Math.min(width / picture.width, height / picture.height);
    const [w, h] = [fitted(picture.width * scale, width), fitted(picture.height * scale, height)];
    this.#context.fillStyle = GROUND;
    this.#context.fillRect(0, 0, width, height);
    this.#context.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h);
    this.#encode(now);
  }

  end(at: number): void {
    this.#encode(this.#hold(at));
  }

  async told(): Promise<FilmChunks> {
    await this.#encoder.flush();
    if (this.#failure !== undefined) throw this.#failure;
    const { width, height } = this.#canvas;
    const chunks = this.#chunks;
    this.#chunks = [];
    return { width, height, chunks };
  }

  #hold(at: number): number {
    // A clock that is set back stands still for the film.
    const now = Math.max(at, this.#last + 1);
    if (this.#key === Number.NEGATIVE_INFINITY) return now;
    for (let count = 0; count < MOST_HOLDS && now - this.#last > HOLD_MS; count++) this.#encode(this.#last + HOLD_MS);
    return now;
  }

  #encode(at: number): void {
    const keyFrame = at - this.#key >= KEY_MS;
    if (keyFrame) this.#key = at;
    this.#last = at;
    const frame = new VideoFrame(this.#canvas, { timestamp: Math.round((at - this.#first) * 1_000) });
    try {
      this.#encoder.encode(frame, { keyFrame });
    } finally {
      frame.close();
    }
  }
}

function written(chunk: EncodedVideoChunk): FilmChunk {
  const bytes = new Uint8Array(chunk.byteLength);
  chunk.copyTo(bytes);
  let text = "";
  // More arguments at once than a function takes.
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return { at: chunk.timestamp / 1_000, key: chunk.type === "key", data: btoa(text) };
}

/** A length that is the whole but for rounding has no margin. */
const fitted = (length: number, whole: number): number => (whole - length < 2 ? whole : length);

/** The next even number: VP8 has half the colours in each direction. */
const even = (length: number): number => length + (length % 2);

let film: Film | undefined;

async function begin(): Promise<string> {
  const supported = "VideoEncoder" in globalThis && (await VideoEncoder.isConfigSupported(config(640, 480))).supported;
  return JSON.stringify({ supported: supported === true } satisfies FilmBegin);
}

async function frame({ data, at }: FilmFrame): Promise<string> {
  const drawn = at ?? Date.now();
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
  try {
    film ??= new Film(even(picture.width), even(picture.height), drawn);
    film.show(picture, drawn);
  } finally {
    picture.close();
  }
  return JSON.stringify(await film.told());
}

async function end(): Promise<string> {
  film?.end(Date.now());
  return JSON.stringify((await film?.told()) ?? ({ width: 0, height: 0, chunks: [] } satisfies FilmChunks));
}

export default { begin, frame, end };
