import { DueHeap } from '../due-heap.ts';
import type { EventLog } from '../event-log.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import {
  CANCEL_SCOPES,
  MAX_CANCEL_TIMER_MS,
  MIN_CANCEL_TIMER_MS,
  type CancelScope,
  type SetCancelTimer,
} from './command.ts';
import type { CancelTimerView } from './event.ts';

interface CancelTimer {
  readonly customerId: number;
  readonly marketId: number;
  readonly scope: CancelScope;
  dueAtMs: number;
  dueHeapAt: number;
}

/** Dead man's switches: one for each customer and market at most. One that has run out is forgotten. */
export class CancelTimers {
  readonly #log: EventLog;
  /** By `customer/market`. */
  readonly #timers = new Map<string, CancelTimer>();
  readonly #due = new DueHeap<CancelTimer>(inOrder);

  constructor(log: EventLog) {
    this.#log = log;
  }

  get isEmpty(): boolean {
    return this.#timers.size === 0;
  }

  /** The market and the customer exist. Switching off what is off is not an error. */
  set({ customerId, marketId, afterMs, scope }: SetCancelTimer, atMs: number): Refusal | null {
    if (!CANCEL_SCOPES.includes(scope)) return refuse('invalid_order', 'scope');
    const isValid = afterMs === null || isIntegerWithin(afterMs, MIN_CANCEL_TIMER_MS, MAX_CANCEL_TIMER_MS);
    if (!isValid) return refuse('invalid_order', 'after_ms');
    this.#remove(customerId, marketId);
    if (afterMs !== null) this.#add(customerId, marketId, atMs + afterMs, scope);
    this.#tell(customerId, marketId, afterMs === null ? null : atMs + afterMs, scope);
    return null;
  }

  /** Null: off. */
  view(customerId: number, marketId: number): CancelTimerView | null {
    const timer = this.#timers.get(`${customerId}/${marketId}`);
    return timer === undefined ? null : { customerId, marketId, dueAtMs: timer.dueAtMs, scope: timer.scope };
  }

  /** By customer and market. */
  all(): readonly CancelTimerView[] {
    return [...this.#timers.values()]
      .toSorted(inOrder)
      .map(({ customerId, marketId, dueAtMs, scope }) => ({ customerId, marketId, dueAtMs, scope }));
  }

  dueAtMs(): number {
    return this.#due.first()?.dueAtMs ?? Infinity;
  }

  /** The next one that has run out by now, switched off; undefined if none has. */
  takeDue(atMs: number): CancelTimerView | undefined {
    const timer = this.#due.first();
    if (timer === undefined || timer.dueAtMs > atMs) return undefined;
    const { customerId, marketId, scope } = timer;
    this.#remove(customerId, marketId);
    this.#tell(customerId, marketId, null, scope);
    return { customerId, marketId, dueAtMs: timer.dueAtMs, scope };
  }

  write(writer: SnapshotWriter): void {
    writer.int(this.#timers.size);
    for (const { customerId, marketId, dueAtMs, scope } of this.all()) {
      writer.int(customerId);
      writer.int(marketId);
      writer.int(dueAtMs!);
      writer.word(CANCEL_SCOPES, scope);
    }
  }

  read(reader: SnapshotReader): void {
    for (let left = reader.int(); left > 0; left--) {
      this.#add(reader.int(), reader.int(), reader.int(), reader.word(CANCEL_SCOPES));
    }
  }

  #add(customerId: number, marketId: number, dueAtMs: number, scope: CancelScope): void {
    const timer = { customerId, marketId, scope, dueAtMs, dueHeapAt: -1 };
    this.#timers.set(`${customerId}/${marketId}`, timer);
    this.#due.add(timer);
  }

  #remove(customerId: number, marketId: number): void {
    const key = `${customerId}/${marketId}`;
    const timer = this.#timers.get(key);
    if (timer === undefined) return;
    this.#timers.delete(key);
    this.#due.remove(timer);
  }

  #tell(customerId: number, marketId: number, dueAtMs: number | null, scope: CancelScope): void {
    if (this.#log.wants(customerId + (dueAtMs ?? 0)))
      this.#log.add({ type: 'cancelTimerChanged', customerId, marketId, dueAtMs, scope });
  }
}

function inOrder(
  a: Readonly<Record<'customerId' | 'marketId', number>>,
  b: Readonly<Record<'customerId' | 'marketId', number>>,
): number {
  return a.customerId - b.customerId || a.marketId - b.marketId;
}
