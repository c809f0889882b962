// What the scripts that audits run in pages answer (ts-mcp/page).

/** What the page's part of axe-core answers about an element. */
export interface Spec {
  /** Of the element, in `found`; later its place in the report's list. */
  mark?: number;
  /** Which of the report's frames it is in. */
  at?: number;
  [field: string]: unknown;
}

/** What a check of a rule says. */
export interface Check {
  result?: boolean | null;
  relatedNodes?: Spec[];
}

/** What a rule says of an element. */
export interface NodeResult {
  node: Spec;
  any: Check[];
  all: Check[];
  none: Check[];
}

/** What axe-core found in one frame. */
export interface Partial {
  results: { id: string; nodes: NodeResult[] }[];
  frames: Spec[];
}

/** Arguments of the script. */
export interface AxeArgs {
  options: object;
  /** Whether an element is asked about, and not the page. */
  part: boolean;
  /** How long the caller waits, in milliseconds. */
  within?: number;
}

/** What the script answers. */
export interface AxeAnswer extends Partial {
  /** How many elements with a finding are left out, by rule. */
  more: Record<string, number>;
}

/** A box: left, top, width, height. */
export type Box = [number, number, number, number];

/** What the script answers. Times are milliseconds since the navigation began. */
export interface Vitals {
  url: string;
  now: number;
  /** Whether the document was shown from its beginning on, as far as the browser says. */
  hidden: boolean;
  /** What this browser does not measure. */
  missing: string[];
  ttfb?: number;
  domContentLoaded?: number;
  load?: number;
  bytes?: number;
  fcp?: number;
  lcp?: { at: number; size: number; url: string; tag?: string; mark?: number };
  cls?: {
    value: number;
    count: number;
    shifts: { value: number; at: number; moved: { mark?: number; from: Box; to: Box }[] }[];
  };
  inp?: { count: number; worst?: Interaction; percentile?: number };
  long?: {
    kind: "long-animation-frame" | "longtask";
    count: number;
    total: number;
    blocking: number;
    worst: { at: number; duration: number; blocking: number }[];
    scripts: { url: string; name: string; invoker: string; count: number; duration: number; layout: number }[];
  };
}

/** The slowest interaction. */
export interface Interaction {
  event: string;
  at: number;
  duration: number;
  delay: number;
  processing: number;
  presentation: number;
  mark?: number;
}
