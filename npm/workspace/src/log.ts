/** An event that the operator may want to see: each access to a file, each request. One line, without line breaks. */
export interface LogEvent {
  tool: string;
  text: string;
}

/** Takes the events of the tools. */
export type Log = (event: LogEvent) => void;
