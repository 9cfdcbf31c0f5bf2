import { DueHeap } from '../indexed-heap.ts';
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

/** What a timer takes off: orders of spot, or of contracts. */
type TimerLine = 'spot' | 'perpetual';

interface CancelTimer {
  readonly customerId: number;
  readonly marketId: number;
  readonly scope: CancelScope;
  readonly line: TimerLine;
  dueAtMs: number;
  dueHeapAt: number;
}

/** Dead man's switches: one for each customer, market and line at most. One that has run out is forgotten. */
export class CancelTimers {
  readonly #log: EventLog;
  /** By `customer/market/line`. */
  readonly #timers = new Map<string, CancelTimer>();
  readonly #due = new DueHeap<CancelTimer>(inOrder);

  constructor(log: EventLog) {
    this.#log = log;
  }

  isEmptyFor(line: TimerLine): boolean {
    return this.#of(line).length === 0;
  }

  /** The market and the customer exist. Switching off what is off is not an error. */
  set(command: SetCancelTimer, atMs: number): Refusal | null {
    const { customerId, marketId, afterMs, scope, line = 'spot' } = command;
    if (command.line !== undefined && line !== 'perpetual') return refuse('invalid_order', 'line');
    if (!CANCEL_SCOPES.includes(scope)) return refuse('invalid_order', 'scope');
    const isValid = afterMs === null || isIntegerWithin(afterMs, MIN_CANCEL_TIMER_MS, MAX_CANCEL_TIMER_MS);
    if (!isValid) return refuse('invalid_order', 'after_ms');
    this.#remove(customerId, marketId, line);
    const dueAtMs = afterMs === null ? null : atMs + afterMs;
    if (dueAtMs !== null) this.#add(customerId, marketId, dueAtMs, scope, line);
    this.#tell({ customerId, marketId, dueAtMs, scope, ...told(line) });
    return null;
  }

  /** Null: off. */
  view(customerId: number, marketId: number, line: TimerLine): CancelTimerView | null {
    const timer = this.#timers.get(`${customerId}/${marketId}/${line}`);
    return timer === undefined ? null : viewOf(timer);
  }

  /** By customer and market. */
  all(): readonly CancelTimerView[] {
    return [...this.#timers.values()].toSorted(inOrder).map(viewOf);
  }

  dueAtMs(): number {
    return this.#due.first()?.dueAtMs ?? Infinity;
  }

  /** The next one that has run out by now, switched off; undefined if none has. */
  takeDue(atMs: number): CancelTimerView | undefined {
    const timer = this.#due.first();
    if (timer === undefined || timer.dueAtMs > atMs) return undefined;
    this.#remove(timer.customerId, timer.marketId, timer.line);
    this.#tell({ ...viewOf(timer), dueAtMs: null });
    return viewOf(timer);
  }

  write(writer: SnapshotWriter, line: TimerLine): void {
    const timers = this.#of(line);
    writer.int(timers.length);
    for (const { customerId, marketId, dueAtMs, scope } of timers) {
      writer.int(customerId);
      writer.int(marketId);
      writer.int(dueAtMs);
      writer.word(CANCEL_SCOPES, scope);
    }
  }

  read(reader: SnapshotReader, line: TimerLine): void {
    for (let left = reader.int(); left > 0; left--) {
      this.#add(reader.int(), reader.int(), reader.int(), reader.word(CANCEL_SCOPES), line);
    }
  }

  #of(line: TimerLine): CancelTimer[] {
    return [...this.#timers.values()].filter(timer => timer.line === line).toSorted(inOrder);
  }

  #add(customerId: number, marketId: number, dueAtMs: number, scope: CancelScope, line: TimerLine): void {
    const timer = { customerId, marketId, scope, line, dueAtMs, dueHeapAt: -1 };
    this.#timers.set(`${customerId}/${marketId}/${line}`, timer);
    this.#due.add(timer);
  }

  #remove(customerId: number, marketId: number, line: TimerLine): void {
    const key = `${customerId}/${marketId}/${line}`;
    const timer = this.#timers.get(key);
    if (timer === undefined) return;
    this.#timers.delete(key);
    this.#due.remove(timer);
  }

  #tell(view: CancelTimerView): void {
    if (this.#log.wants(view.customerId + (view.dueAtMs ?? 0)))
      this.#log.add({ type: 'cancelTimerChanged', ...view });
  }
}

function viewOf({ customerId, marketId, dueAtMs, scope, line }: CancelTimer): CancelTimerView {
  return { customerId, marketId, dueAtMs, scope, ...told(line) };
}

/** Timers of spot do not say it. */
function told(line: TimerLine): { readonly line?: 'perpetual' } {
  return line === 'spot' ? {} : { line };
}

function inOrder(a: CancelTimer, b: CancelTimer): number {
  return a.customerId - b.customerId || a.marketId - b.marketId || (a.line < b.line ? 1 : -1);
}
