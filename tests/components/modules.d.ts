// Libraries without types: what the pages use of them.

declare module "frappe-gantt" {
  interface Task {
    id: string;
    name: string;
    start: string;
    end: string;
    progress: number;
  }
  export default class Gantt {
    constructor(host: HTMLElement, tasks: Task[], options: Record<string, unknown>);
  }
}

declare module "drawflow" {
  export default class Drawflow {
    constructor(host: HTMLElement);
    zoom: number;
    canvas_x: number;
    canvas_y: number;
    start(): void;
    addNode(
      name: string,
      inputs: number,
      outputs: number,
      x: number,
      y: number,
      css: string,
      data: Record<string, unknown>,
      html: string,
    ): number;
    export(): {
      drawflow: {
        Home: {
          data: Record<
            string,
            { name: string; pos_x: number; pos_y: number; outputs: Record<string, { connections: unknown[] }> }
          >;
        };
      };
    };
    on(event: string, listener: () => void): void;
  }
}

declare module "tabulator-tables" {
  interface Column {
    getField(): string;
    getWidth(): number;
  }
  interface Cell {
    getField(): string;
    getValue(): unknown;
    getData(): Record<string, unknown>;
  }
  export class TabulatorFull {
    constructor(host: HTMLElement, options: Record<string, unknown>);
    on(event: string, listener: (...args: never[]) => void): void;
    getColumns(): Column[];
    getSelectedData(): Record<string, unknown>[];
    getRangesData(): unknown[];
  }
  export type { Cell };
}

declare module "codemirror" {
  interface Editor {
    getValue(): string;
    on(event: "change", listener: () => void): void;
  }
  export default function CodeMirror(host: HTMLElement, options: Record<string, unknown>): Editor;
}

declare module "codemirror/*.js";

declare module "ace-builds/src-noconflict/ace" {
  interface Editor {
    getValue(): string;
    session: { on(event: "change", listener: () => void): void };
  }
  const ace: { edit(host: HTMLElement, options: Record<string, unknown>): Editor };
  export default ace;
}
