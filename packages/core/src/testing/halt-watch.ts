import { ok } from 'node:assert/strict';
import type { Command } from '../command.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { Event, EventOf, EventType } from '../event.ts';
import type { Exchange } from '../exchange.ts';
import type { Outcome } from '../outcome.ts';
import { TRADING_LINES, type Halt, type TradingLine } from '../market/halt.ts';

type HaltTrading = Extract<Command, { type: 'haltTrading' }>;

/** Events that must not occur during a full halt; liquidations must wait ten minutes more. */
const STOPPED: readonly EventType[] = ['perpetualTraded', 'stopTriggered', 'premiumSampled'];
const LIQUIDATING: readonly EventType[] = ['positionLiquidated', 'positionDeleveraged'];
/** Always possible, during any halt. */
const NEVER_STOPPED: ReadonlySet<Command['type']> = new Set([
  'cancelOrder',
  'cancelAllOrders',
  'cancelPerpetualOrder',
  'cancelAllPerpetualOrders',
  'addMargin',
]);
const REDUCING: ReadonlySet<Command['type']> = new Set(['closePosition', 'offsetPositions']);

/** One market of one line (spot or perpetual), before a command. */
interface Place {
  readonly line: TradingLine;
  readonly marketId: number;
  readonly halt: Halt | null;
  readonly openLots: number;
}

/** Checks what halts forbid, what they must never forbid, and when they end. */
export class HaltWatch {
  readonly #exchange: Exchange;
  readonly #note: (what: string) => void;
  #places: readonly Place[] = [];
  /** By line and market: the times of full halts; Infinity as the end while one lasts. */
  readonly #full = new Map<string, { readonly startMs: number; endMs: number }[]>();

  constructor(exchange: Exchange, note: (what: string) => void) {
    this.#exchange = exchange;
    this.#note = note;
  }

  before(command: Command, atMs: number): void {
    this.#places = this.#look();
    if (command.type === 'passTime') return;
    for (const { line, marketId, halt } of this.#places) {
      ok(atMs < (halt?.untilMs ?? Infinity), `the halt of ${line} ${marketId} has not lapsed`);
    }
  }

  after(command: Command, atMs: number, outcome: Outcome): void {
    if (!outcome.ok) this.#refused(command, outcome.refusal.code);
    else {
      if (command.type === 'haltTrading') this.#halted(command, atMs);
      if (NEVER_STOPPED.has(command.type) && this.#places.some(({ halt }) => halt?.mode === 'full')) {
        this.#note(`${command.type} in a full halt`);
      }
    }
    const after = this.#look();
    this.#places.forEach((before, i) => this.#step(before, after[i]!, command, atMs, outcome));
  }

  /** An interval that overlaps a full halt must not be paid. */
  settled({ marketId, fundingAtMs, intervalMs }: EventOf<'fundingSettled'>): void {
    for (const { startMs, endMs } of this.#full.get(`perpetual ${marketId}`) ?? []) {
      ok(startMs >= fundingAtMs || endMs <= fundingAtMs - intervalMs, 'a funding for a time of a full halt');
    }
  }

  #refused(command: Command, code: string): void {
    const isStopped = code === 'market_halted' || code === 'market_cancel_only';
    if (isStopped) this.#note(`${command.type}: ${code}`);
    ok(!isStopped || !NEVER_STOPPED.has(command.type), `${command.type} was refused by a halt`);
    ok(
      code !== 'market_cancel_only' || !REDUCING.has(command.type),
      `${command.type} was refused in close-only`,
    );
    if (code === 'halt_takes_two') this.#note(code);
  }

  #halted({ line, marketId, mode, forMs, prolong, reason }: HaltTrading, atMs: number): void {
    if (mode !== 'full') return;
    ok(forMs !== null && forMs <= 4 * HOUR_MS, 'a full halt is too long');
    ok(reason.length > 0, 'a full halt without a reason');
    const fulls = this.#full.get(`${line} ${marketId}`) ?? [];
    const lastMs = fulls.at(-1)?.endMs ?? -Infinity;
    ok(prolong || atMs >= lastMs + 24 * HOUR_MS, 'one person halted again within a day');
    this.#note(prolong && lastMs > atMs - 24 * HOUR_MS ? 'prolonged' : 'full halt');
  }

  #step(before: Place, after: Place, command: Command, atMs: number, outcome: Outcome): void {
    const { line, marketId } = before;
    const [from, to] = [before.halt?.mode ?? null, after.halt?.mode ?? null];
    this.#measure(before, after, atMs);
    if (from === null || to === null) return;
    const events = outcome.ok ? outcome.events : [];
    if (line === 'spot') {
      const traded = events.some(event => event.type === 'traded' && event.marketId === marketId);
      ok(!traded, `trades on market ${marketId}, which is stopped`);
      return;
    }
    ok(after.openLots <= before.openLots, `contract ${marketId} grows while it is stopped`);
    if (after.openLots < before.openLots) this.#note(`reduced in ${from}`);
    if (from === 'full' && to === 'full') this.#none(events, STOPPED);
    if (this.#isProtected(marketId, atMs)) {
      this.#none(events, LIQUIDATING);
      if (this.#isDueToLiquidation(marketId)) this.#note('liquidation waits');
    }
    if (command.type === 'passTime' && from === 'full' && to === 'recovery') this.#note('lapsed');
  }

  #none(events: readonly Event[], types: readonly EventType[]): void {
    ok(
      !events.some(({ type }) => types.includes(type)),
      `one of ${types.join()} while contracts are stopped`,
    );
  }

  #measure({ line, marketId, halt: before }: Place, { halt: after }: Place, atMs: number): void {
    const key = `${line} ${marketId}`;
    const fulls = this.#full.get(key) ?? [];
    this.#full.set(key, fulls);
    const [wasFull, isFull] = [before?.mode === 'full', after?.mode === 'full'];
    if (!wasFull && isFull) fulls.push({ startMs: atMs, endMs: Infinity });
    if (wasFull && !isFull) {
      fulls.at(-1)!.endMs = atMs;
      ok(after !== null, `${key} goes on trading at once after a full halt`);
    }
    const isOver = before !== null && after === null && fulls.length > 0;
    ok(!isOver || atMs >= fulls.at(-1)!.endMs + 10 * MINUTE_MS, `${key} opens too early after a full halt`);
    if (isOver && before?.mode === 'recovery') this.#note('recovered');
    ok(
      (after?.mode === 'closeOnly') === (after !== null && after.untilMs === null),
      'close-only with an end',
    );
  }

  /** Whether `atMs` is in a full halt or within ten minutes after it. */
  #isProtected(marketId: number, atMs: number): boolean {
    const last = this.#full.get(`perpetual ${marketId}`)?.at(-1);
    return last !== undefined && (last.endMs === Infinity || atMs < last.endMs + 10 * MINUTE_MS);
  }

  #isDueToLiquidation(marketId: number): boolean {
    const { perpetual } = this.#exchange;
    const markE8 = perpetual.mark(marketId)?.markE8 ?? 0;
    return [1, 2, 3, 4].some(customerId =>
      perpetual.positionsOf(customerId, marketId).some(({ side, liquidationE8 }) => {
        if (liquidationE8 === null) return false;
        return side === 'long' ? markE8 <= liquidationE8 : markE8 >= liquidationE8;
      }),
    );
  }

  #look(): Place[] {
    const { terms, perpetual } = this.#exchange;
    return TRADING_LINES.flatMap(line =>
      this.#exchange.markets().map(({ id: marketId }) => {
        const openLots = line === 'perpetual' ? perpetual.openInterestLots(marketId) : 0;
        return { line, marketId, halt: terms.halt(line, marketId), openLots };
      }),
    );
  }
}
