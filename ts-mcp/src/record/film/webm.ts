// Writes WebM: one track of VP8 in the form of Matroska (RFC 9559), of which WebM is a part. The file can be played as far as it
// is written. At its end, what was not known before is filled in: sizes, duration, and where players can begin.

/** A part of the file, and where it goes. */
export interface Part {
  position: number;
  bytes: Uint8Array;
}

/** What a film looks like. */
export interface About {
  width: number;
  height: number;
  /** The program that writes it. */
  by: string;
  began: Date;
}

/** The ids of elements that are written here. */
const ID = {
  ebml: 0x1a45dfa3,
  ebmlVersion: 0x4286,
  ebmlReadVersion: 0x42f7,
  ebmlMaxIdLength: 0x42f2,
  ebmlMaxSizeLength: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  void: 0xec,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  dateUtc: 0x4461,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  flagLacing: 0x9c,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
} as const;

/** Nanoseconds in a tick: times are in milliseconds. */
const TICK_NS = 1_000_000;
/** The type of a track with pictures. */
const VIDEO = 1;
const TRACK = 1;
const KEY_FRAME = 0x80;
/** Dates are counted from here. */
const EPOCH = Date.UTC(2001, 0, 1);
/** The length of the element with the duration. */
const DURATION_BYTES = 14;
/** A size that is not known yet, in as many bytes as one of {@link longSize}. */
const UNKNOWN = Uint8Array.of(0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff);
/** A block is at most this much later than its cluster, in ticks: the time is a signed number of 16 bits. */
const LONGEST_CLUSTER = 32_000;

/** A whole number, in as many bytes as are given. */
function number(value: number, length = 8): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(Math.round(value)));
  return bytes.subarray(8 - length);
}

function float(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return bytes;
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** An id as it is written: its first byte says how long it is. */
const idBytes = (id: number): Uint8Array => number(id, id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1);

/** A size in four bytes. */
function size(length: number): Uint8Array {
  const bytes = number(length, 4);
  if (length >= 2 ** 28 - 1) throw new RangeError("an element is too large");
  bytes[0] = (bytes[0] ?? 0) | 0x10;
  return bytes;
}

/** A size in eight bytes, which takes the place of {@link UNKNOWN}. */
function longSize(length: number): Uint8Array {
  const bytes = number(length);
  bytes[0] = 0x01;
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

function element(id: number, ...content: Uint8Array[]): Uint8Array {
  const inside = joined(content);
  return joined([idBytes(id), size(inside.byteLength), inside]);
}

/** Where players find the parts of the file. It always has the same length. */
function seekHead(positions: readonly (readonly [id: number, position: number])[]): Uint8Array {
  const seeks = positions.map(([id, position]) =>
    element(ID.seek, element(ID.seekId, idBytes(id)), element(ID.seekPosition, number(position))),
  );
  return element(ID.seekHead, ...seeks);
}

/** Makes a film's file, part by part. */
export class WebM {
  /** Where the file ends now. */
  end: number;
  /** When the last frame is shown, in milliseconds. */
  last = 0;
  readonly head: Uint8Array;
  /** Where the content of the segment begins: positions are counted from there. */
  readonly #inside: number;
  readonly #info: number;
  readonly #duration: number;
  readonly #tracks: number;
  readonly #cues: { at: number; position: number }[] = [];
  #cluster: { at: number; position: number } | undefined;

  constructor({ width, height, by, began }: About) {
    const ebml = element(
      ID.ebml,
      element(ID.ebmlVersion, number(1, 1)),
      element(ID.ebmlReadVersion, number(1, 1)),
      element(ID.ebmlMaxIdLength, number(4, 1)),
      element(ID.ebmlMaxSizeLength, number(8, 1)),
      element(ID.docType, text("webm")),
      element(ID.docTypeVersion, number(2, 1)),
      element(ID.docTypeReadVersion, number(2, 1)),
    );
    const reserved = seekHead([
      [ID.info, 0],
      [ID.tracks, 0],
      [ID.cues, 0],
    ]);
    const place = element(ID.void, new Uint8Array(reserved.byteLength - 5));
    // Where the duration goes once it is known.
    const duration = element(ID.void, new Uint8Array(DURATION_BYTES - 5));
    const info = element(
      ID.info,
      element(ID.timestampScale, number(TICK_NS, 4)),
      element(ID.dateUtc, number((began.getTime() - EPOCH) * 1_000_000)),
      element(ID.muxingApp, text(by)),
      element(ID.writingApp, text(by)),
      duration,
    );
    const video = element(
      ID.video,
      element(ID.pixelWidth, number(width, 2)),
      element(ID.pixelHeight, number(height, 2)),
    );
    const track = element(
      ID.trackEntry,
      element(ID.trackNumber, number(TRACK, 1)),
      element(ID.trackUid, number(TRACK, 1)),
      element(ID.trackType, number(VIDEO, 1)),
      element(ID.flagLacing, number(0, 1)),
      element(ID.codecId, text("V_VP8")),
      video,
    );
    const tracks = element(ID.tracks, track);
    this.#inside = ebml.byteLength + idBytes(ID.segment).byteLength + UNKNOWN.byteLength;
    this.#info = this.#inside + place.byteLength;
    this.#tracks = this.#info + info.byteLength;
    this.#duration = this.#tracks - DURATION_BYTES;
    this.head = joined([ebml, idBytes(ID.segment), UNKNOWN, place, info, tracks]);
    this.end = this.head.byteLength;
  }

  /**
   * A frame, with what it completes.
   *
   * @param at - when it is shown, in milliseconds, later than the last one
   */
  frame(at: number, key: boolean, data: Uint8Array): Part[] {
    const shown = Math.round(at);
    const parts: Part[] = [];
    let begun: Uint8Array[] = [];
    if (key || this.#cluster === undefined || shown - this.#cluster.at > LONGEST_CLUSTER) {
      parts.push(...this.#close());
      this.#cluster = { at: shown, position: this.end };
      if (key) this.#cues.push(this.#cluster);
      begun = [idBytes(ID.cluster), UNKNOWN, element(ID.timestamp, number(shown))];
    }
    const header = Uint8Array.of(0x80 | TRACK, 0, 0, key ? KEY_FRAME : 0);
    new DataView(header.buffer).setInt16(1, shown - this.#cluster.at);
    const bytes = joined([...begun, element(ID.simpleBlock, header, data)]);
    parts.push({ position: this.end, bytes });
    this.end += bytes.byteLength;
    this.last = shown;
    return parts;
  }

  /** Forgets what is after this place: it could not be written. */
  cut(end: number): void {
    this.end = end;
    if (this.#cluster !== undefined && this.#cluster.position >= end) this.#cluster = undefined;
    while ((this.#cues.at(-1)?.position ?? -1) >= end) this.#cues.pop();
  }

  /**
   * The end of the file: an index, and what is filled in before it once that is written, or could not be.
   *
   * @param duration - in milliseconds
   */
  finish(duration: number): { index: Part; filled: (indexed: boolean) => Part[] } {
    const closed = this.#close();
    const points = this.#cues.map(({ at, position }) => {
      const place = [element(ID.cueTrack, number(TRACK, 1)), element(ID.cueClusterPosition, this.#position(position))];
      return element(ID.cuePoint, element(ID.cueTime, number(at)), element(ID.cueTrackPositions, ...place));
    });
    const index = { position: this.end, bytes: element(ID.cues, ...points) };
    const filled = (indexed: boolean): Part[] => {
      const end = indexed ? index.position + index.bytes.byteLength : index.position;
      const positions: [number, number][] = [
        [ID.info, this.#info],
        [ID.tracks, this.#tracks],
        [ID.cues, index.position],
      ];
      const known = seekHead(positions.map(([id, position]) => [id, position - this.#inside] as const));
      return [
        ...closed,
        ...(indexed ? [{ position: this.#inside, bytes: known }] : []),
        { position: this.#duration, bytes: element(ID.duration, float(duration)) },
        { position: this.#inside - UNKNOWN.byteLength, bytes: longSize(end - this.#inside) },
      ];
    };
    return { index, filled };
  }

  #position(position: number): Uint8Array {
    return number(position - this.#inside);
  }

  /** The size of the cluster that is complete. */
  #close(): Part[] {
    if (this.#cluster === undefined) return [];
    const position = this.#cluster.position + idBytes(ID.cluster).byteLength;
    this.#cluster = undefined;
    return [{ position, bytes: longSize(this.end - position - UNKNOWN.byteLength) }];
  }
}
