// What the script that encodes a film gets and answers, as JSON.

/** The answer to `begin`. */
export interface FilmBegin {
  /** Whether this browser encodes films. */
  supported: boolean;
}

/** What `frame` gets. */
export interface FilmFrame {
  /** A JPEG in base64. */
  data: string;
  /** When it was drawn, in milliseconds since 1970; null for now. */
  at: number | null;
}

/** An encoded frame. */
export interface FilmChunk {
  /** When it is shown, in milliseconds since the film's first frame. */
  at: number;
  /** Whether it needs no earlier one. */
  key: boolean;
  /** VP8 in base64. */
  data: string;
}

/** The answer to `frame` and `end`. */
export interface FilmChunks {
  /** The size of the film in pixels; 0 before its first frame. */
  width: number;
  height: number;
  chunks: FilmChunk[];
}
