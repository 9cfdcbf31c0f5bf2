import { line as lineOf } from '../line.ts';
import { DAY_MS, HOUR_MS, isWhole, MINUTE_MS } from '../numbers.ts';
import type { Refusal } from '../part.ts';
import type { Halt, Status, World } from '../world.ts';

export type TradingLine = 'spot' | 'perpetual';

export interface HaltTrading {
  readonly type: 'haltTrading';
  readonly line: TradingLine;
  readonly marketId: number;
  readonly mode: 'closeOnly' | 'full';
  readonly reason: string;
  readonly note: string;
  /** Null for `closeOnly`, which has no end. */
  readonly forMs: number | null;
  /** Decided by two people. */
  readonly prolong: boolean;
}

export interface ResumeTrading {
  readonly type: 'resumeTrading';
  readonly line: TradingLine;
  readonly marketId: number;
}

const LINES: readonly TradingLine[] = ['spot', 'perpetual'];
const REASONS = ['prices', 'technical', 'security', 'market', 'legal'];
const MOST_NOTE = 500;
const LONGEST_MS = 4 * HOUR_MS;
/** Close-only after a full halt. */
const RECOVERY_MS = 10 * MINUTE_MS;

interface Stop {
  readonly line: TradingLine;
  readonly marketId: number;
}

interface Running extends Stop {
  readonly halt: Halt;
}

/** Which markets and contracts are stopped: decision 0044, "Halts". */
export class Halts {
  readonly #world: World;
  #running = new Map<string, Running>();
  /** When the last full halt ended, or will. */
  #lastFullMs = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
  }

  of({ line, marketId }: Stop): Halt | null {
    return this.#running.get(`${line}/${marketId}`)?.halt ?? null;
  }

  halt(command: HaltTrading): Refusal {
    const { line, marketId, mode, reason, note, forMs, prolong } = command;
    const { now } = this.#world;
    const status = this.#status(command);
    if (status === null) return unknown(command);
    const isNote = typeof note === 'string' && note.length <= MOST_NOTE;
    if (!REASONS.includes(reason) || !isNote) return 'invalid_halt';
    if (mode === 'closeOnly') {
      if (forMs !== null) return 'invalid_halt';
      if (status === 'halted') return 'halt_in_force';
      this.#set(command, { mode, reason, note, sinceMs: now, untilMs: null });
      return null;
    }
    if (mode !== 'full' || !isWhole(forMs, MINUTE_MS, LONGEST_MS)) return 'invalid_halt';
    const lastMs = this.#lastFullMs.get(`${line}/${marketId}`) ?? -Infinity;
    if (!prolong && now < lastMs + DAY_MS) return 'halt_takes_two';
    const untilMs = now + forMs;
    this.#lastFullMs.set(`${line}/${marketId}`, untilMs);
    const before = this.of(command);
    const sinceMs = before?.mode === 'full' ? before.sinceMs : now;
    this.#set(command, { mode, reason, note, sinceMs, untilMs });
    return null;
  }

  /** A full halt is still followed by its minutes of close-only; these end by themselves alone. */
  resume(command: ResumeTrading): Refusal {
    const status = this.#status(command);
    if (status === null) return unknown(command);
    if (status === 'open') return 'not_halted';
    const halt = this.of(command);
    if (halt?.mode === 'recovery') return 'halt_in_force';
    if (status === 'halted') {
      this.#recover(command, halt);
      return null;
    }
    // Close-only that was asked for within the minutes after a full halt leaves what is left of them.
    const sinceMs = this.#lastFullMs.get(`${command.line}/${command.marketId}`) ?? -Infinity;
    const untilMs = sinceMs + RECOVERY_MS;
    if (halt === null || this.#world.now >= untilMs) this.#open(command);
    else this.#set(command, { ...halt, mode: 'recovery', sinceMs, untilMs });
    return null;
  }

  dueAtMs(): number {
    let due = Infinity;
    for (const { halt } of this.#running.values()) due = Math.min(due, halt.untilMs ?? Infinity);
    return due;
  }

  /** The minutes of close-only begin when the halt is ended, however late. */
  passTime(): void {
    const inOrder = [...this.#running.values()].toSorted(
      (a, b) => LINES.indexOf(a.line) - LINES.indexOf(b.line) || a.marketId - b.marketId,
    );
    for (const one of inOrder) {
      const { untilMs, mode } = one.halt;
      if (untilMs === null || untilMs > this.#world.now) continue;
      if (mode === 'full') this.#recover(one, one.halt);
      else this.#open(one);
    }
  }

  #recover(stop: Stop, halt: Halt | null): void {
    const { now } = this.#world;
    const { reason, note } = halt ?? { reason: 'technical', note: '' };
    this.#lastFullMs.set(`${stop.line}/${stop.marketId}`, now);
    this.#set(stop, { mode: 'recovery', reason, note, sinceMs: now, untilMs: now + RECOVERY_MS });
  }

  #set({ line, marketId }: Stop, halt: Halt): void {
    this.#running.set(`${line}/${marketId}`, { line, marketId, halt });
    this.#tell({ line, marketId }, halt.mode === 'full' ? 'halted' : 'cancelOnly', halt);
  }

  #open(stop: Stop): void {
    this.#running.delete(`${stop.line}/${stop.marketId}`);
    this.#tell(stop, 'open', null);
    if (stop.line === 'perpetual') this.#world.perpetual.resumed(stop.marketId);
  }

  #tell({ line, marketId }: Stop, status: Status, halt: Halt | null): void {
    if (line === 'perpetual') {
      this.#world.perpetual.setHalt(marketId, status, halt);
      return;
    }
    const market = this.#world.markets.get(marketId)!;
    market.status = status;
    market.halt = halt;
  }

  #status({ line, marketId }: Stop): Status | null {
    if (line === 'spot') return this.#world.markets.get(marketId)?.status ?? null;
    return line === 'perpetual' ? this.#world.perpetual.status(marketId) : null;
  }

  get state(): unknown {
    return { running: this.#running, lastFullMs: this.#lastFullMs };
  }

  set state(state: unknown) {
    const kept = state as { running: Map<string, Running>; lastFullMs: Map<string, number> };
    this.#running = kept.running;
    this.#lastFullMs = kept.lastFullMs;
  }

  *lines(): Iterable<string> {
    for (const { line, marketId, halt } of this.#running.values()) {
      yield lineOf('halt', line, marketId, halt.mode, halt.reason, halt.sinceMs, halt.untilMs);
    }
  }
}

function unknown({ line }: Stop): string {
  return line === 'perpetual' ? 'unknown_perpetual' : 'unknown_market';
}
