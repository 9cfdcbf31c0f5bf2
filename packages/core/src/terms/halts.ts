import type { CommandOf } from '../command.ts';
import { MINUTE_MS } from '../durations.ts';
import type { EventLog } from '../event-log.ts';
import { invariant } from '../invariant.ts';
import type { MarketStatus } from '../market/terms.ts';
import type { Markets } from '../market/market.ts';
import type { Perpetual } from '../perpetual/perpetual.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import {
  HALT_REASONS,
  HALT_REST_MS,
  isHaltLength,
  isHaltNote,
  MAX_HALT_MS,
  RECOVERY_MS,
  TRADING_LINES,
  type Halt,
  type TradingLine,
} from '../market/halt.ts';

/** Which markets and contracts are stopped, why and until when. */
export class Halts {
  readonly #log: EventLog;
  readonly #markets: Markets;
  readonly #perpetual: Perpetual;
  /** By line (spot or perpetual) and market id. */
  readonly running: Readonly<Record<TradingLine, Map<number, Halt>>> = {
    spot: new Map(),
    perpetual: new Map(),
  };
  /** When the last full halt ended, or will end. */
  readonly lastFullMs: Readonly<Record<TradingLine, Map<number, number>>> = {
    spot: new Map(),
    perpetual: new Map(),
  };

  constructor(log: EventLog, markets: Markets, perpetual: Perpetual) {
    this.#log = log;
    this.#markets = markets;
    this.#perpetual = perpetual;
  }

  of(line: TradingLine, marketId: number): Halt | null {
    return this.running[line].get(marketId) ?? null;
  }

  get isEmpty(): boolean {
    return TRADING_LINES.every(line => this.running[line].size + this.lastFullMs[line].size === 0);
  }

  halt(command: CommandOf<'haltTrading'>, atMs: number): Refusal | null {
    const { line, marketId, mode, reason, note, forMs, prolong } = command;
    const status = this.#status(line, marketId);
    if (status === null) return unknown(line);
    if (!HALT_REASONS.includes(reason)) return refuse('invalid_halt', 'reason');
    if (!isHaltNote(note)) return refuse('invalid_halt', 'note');
    if (mode === 'closeOnly') return this.#closeOnly(command, status, atMs);
    if (mode !== 'full') return refuse('invalid_halt', 'mode');
    if (!isHaltLength(forMs)) {
      return refuse('invalid_halt', 'for_minutes', { maximum: MAX_HALT_MS / MINUTE_MS });
    }
    const lastMs = this.lastFullMs[line].get(marketId) ?? -Infinity;
    if (!prolong && atMs < lastMs + HALT_REST_MS) return refuse('halt_takes_two', 'mode');
    const untilMs = atMs + forMs;
    this.lastFullMs[line].set(marketId, untilMs);
    const now = this.of(line, marketId);
    const sinceMs = now?.mode === 'full' ? now.sinceMs : atMs;
    this.#set(line, marketId, { mode, reason, note, sinceMs, untilMs });
    return null;
  }

  /** Close-only is weaker than a full halt: during one it waits for its end. */
  #closeOnly(command: CommandOf<'haltTrading'>, status: MarketStatus, atMs: number): Refusal | null {
    const { line, marketId, reason, note, forMs } = command;
    if (forMs !== null) return refuse('invalid_halt', 'for_minutes');
    if (status === 'halted') return refuse('halt_in_force', 'mode');
    this.#set(line, marketId, { mode: 'closeOnly', reason, note, sinceMs: atMs, untilMs: null });
    return null;
  }

  resume({ line, marketId }: CommandOf<'resumeTrading'>, atMs: number): Refusal | null {
    const status = this.#status(line, marketId);
    if (status === null) return unknown(line);
    if (status === 'open') return refuse('not_halted', 'market_id');
    const now = this.of(line, marketId);
    if (now?.mode === 'recovery') return refuse('halt_in_force', 'market_id');
    if (status === 'halted') this.#recover(line, marketId, now, atMs);
    else this.#goOn(line, marketId, now, atMs);
    return null;
  }

  /** Close-only requested in the minutes after a full halt does not shorten them. */
  #goOn(line: TradingLine, marketId: number, now: Halt | null, atMs: number): void {
    const sinceMs = this.lastFullMs[line].get(marketId) ?? -Infinity;
    const untilMs = sinceMs + RECOVERY_MS;
    if (now === null || atMs >= untilMs) this.#open(line, marketId, atMs);
    else this.#set(line, marketId, { ...now, mode: 'recovery', sinceMs, untilMs });
  }

  dueAtMs(): number {
    let due = Infinity;
    for (const line of TRADING_LINES) {
      for (const { untilMs } of this.running[line].values()) due = Math.min(due, untilMs ?? Infinity);
    }
    return due;
  }

  /** If the exchange was down when the halt ended, customers still have all the minutes to close and cancel. */
  passTime(atMs: number): void {
    for (const line of TRADING_LINES) {
      for (const [marketId, halt] of byMarket(this.running[line])) {
        if (halt.untilMs === null || halt.untilMs > atMs) continue;
        if (halt.mode === 'full') this.#recover(line, marketId, halt, atMs);
        else this.#open(line, marketId, atMs);
      }
    }
  }

  check(): void {
    for (const line of TRADING_LINES) {
      for (const [marketId, halt] of this.running[line]) {
        invariant(this.#status(line, marketId) === statusFor(halt), `${line} ${marketId} is not as halted`);
      }
    }
  }

  /** Restores from a snapshot. */
  restore(line: TradingLine, marketId: number, halt: Halt): void {
    this.running[line].set(marketId, halt);
    if (line === 'perpetual') this.#perpetual.setHalt(marketId, statusFor(halt), halt);
    else this.#markets.market(marketId)!.halt = halt;
  }

  restoreLast(line: TradingLine, marketId: number, lastMs: number): void {
    this.lastFullMs[line].set(marketId, lastMs);
    if (line === 'perpetual') this.#perpetual.restoreHaltEnd(marketId, lastMs);
  }

  #recover(line: TradingLine, marketId: number, now: Halt | null, atMs: number): void {
    const { reason, note } = now ?? { reason: 'technical' as const, note: '' };
    this.lastFullMs[line].set(marketId, atMs);
    const untilMs = atMs + RECOVERY_MS;
    this.#set(line, marketId, { mode: 'recovery', reason, note, sinceMs: atMs, untilMs });
  }

  #set(line: TradingLine, marketId: number, halt: Halt): void {
    this.running[line].set(marketId, halt);
    this.#tell(line, marketId, statusFor(halt), halt);
  }

  #open(line: TradingLine, marketId: number, atMs: number): void {
    this.running[line].delete(marketId);
    this.#tell(line, marketId, 'open', null);
    if (line === 'perpetual') this.#perpetual.resumed(marketId, atMs);
  }

  #tell(line: TradingLine, marketId: number, status: MarketStatus, halt: Halt | null): void {
    const before = this.#status(line, marketId);
    if (line === 'perpetual') this.#perpetual.setHalt(marketId, status, halt);
    else {
      const market = this.#markets.market(marketId)!;
      market.status = status;
      market.halt = halt;
    }
    if (before !== status) {
      const type = line === 'spot' ? 'marketStatusSet' : 'perpetualStatusSet';
      this.#log.push({ type, marketId, status });
    }
    this.#log.push({ type: 'haltChanged', line, marketId, halt });
  }

  #status(line: TradingLine, marketId: number): MarketStatus | null {
    if (line === 'spot') return this.#markets.market(marketId)?.status ?? null;
    return line === 'perpetual' ? this.#perpetual.status(marketId) : null;
  }
}

/** A copy in order of market ids, so that a restored exchange has the same order. */
export function byMarket<T>(map: ReadonlyMap<number, T>): [number, T][] {
  return [...map].toSorted(([a], [b]) => a - b);
}

function statusFor(halt: Halt): MarketStatus {
  return halt.mode === 'full' ? 'halted' : 'cancelOnly';
}

function unknown(line: TradingLine): Refusal {
  return refuse(line === 'perpetual' ? 'unknown_perpetual' : 'unknown_market', 'market_id');
}
