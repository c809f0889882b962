/** A desktop of its own for tests and the demo. */
export class Desktop {
  static start(options?: { size?: string; wayland?: boolean }): Promise<Desktop>;
  /** What programs on it need. */
  readonly env: NodeJS.ProcessEnv;
  startBus(): Promise<void>;
  stopBus(): void;
  stop(): Promise<void>;
}
