/** Why a command was refused, as the exchange names it; null: it was applied. */
export type Refusal = string | null;

/** A command of the journal: its type, and fields as the part that applies it knows them. */
export interface Command {
  readonly type: string;
}

/** A part of the exchange with the commands it applies. */
export interface Part {
  readonly commands: readonly string[];
  /** A refused command has changed nothing. */
  apply(command: Command): Refusal;
  /** A new index price of a market; `world` has it already. */
  indexTicked?(marketId: number): void;
  /** When it next acts by itself; Infinity: never. */
  dueAtMs?(): number;
  /** Whether `passTime` has work left for which other commands need not wait. */
  hasBacklog?(): boolean;
  /** Does what is due now, oldest first; it may leave some for the next time. */
  passTime?(): void;
  /** Its state, one canonical line each: see docs/auditing.md. */
  lines?(): Iterable<string>;
  /**
   * All that it keeps, as plain data: Maps, Sets, arrays and objects without methods. Saved and put back together with the
   * world and all other parts, so objects that are shared stay shared.
   */
  state?: unknown;
}
