import type { ExchangeBodies } from '../../events/event.ts';
import { FillRanges, PERPETUAL, SPOT } from './fill-ranges.ts';
import { int4, int8, orNull, text } from './kinds.ts';
import { Projection } from './projection.ts';

interface EventRow {
  readonly sequence: number;
  readonly ordinal: number;
  readonly kind: keyof ExchangeBodies;
  readonly version: number;
  readonly customerId: number | null;
  readonly atMs: number;
  readonly body: string;
}

/** All kinds are written in their first version: see `feed/kinds/kind.ts` before changing one. */
const VERSION = 1;
/** The feed. */
export const EXCHANGE_EVENTS = new Projection<EventRow>(
  'exchange_events',
  {
    sequence: int8,
    ordinal: int4,
    kind: text(),
    version: int4,
    customerId: orNull(int4),
    atMs: int8,
    body: text(),
  },
  { key: ['sequence', 'ordinal'] },
);
/** Readers hold the fills of a row in memory. */
const MOST_FILLS = 200;

/**
 * What a batch adds to the feed. Fills are many and are in their tables already, so the feed holds ranges of them: one row
 * for all fills without another event in between.
 */
export class ExchangeEvents {
  readonly table = EXCHANGE_EVENTS.inserts();
  readonly #kinds = new Set<keyof ExchangeBodies>();
  #sequence = 0;
  #atMs = 0;
  #ordinal = 0;
  readonly #fills = new FillRanges();
  readonly #atEnd = new Set<() => void>();

  /** Of the batch so far, unordered. */
  get kinds(): ReadonlySet<string> {
    return this.#kinds;
  }

  begin(sequence: number, atMs: number): void {
    this.#sequence = sequence;
    this.#atMs = atMs;
    this.#ordinal = 0;
  }

  /** Of the command whose events are being added. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Called once, after the events of the command. */
  atEnd(work: () => void): void {
    this.#atEnd.add(work);
  }

  /** After the events of a command. */
  end(): void {
    if (this.#atEnd.size === 0) return;
    for (const work of this.#atEnd) work();
    this.#atEnd.clear();
  }

  /** Ends the batch. */
  close(): void {
    this.#closeFills();
  }

  clear(): void {
    this.#kinds.clear();
  }

  filled(line: 'spot' | 'perpetual', tradeId: number): void {
    const fills = this.#fills;
    if (fills.count === 0) fills.begin(this.#sequence, this.#ordinal++, this.#atMs);
    fills.add(this.#sequence, line === 'spot' ? SPOT : PERPETUAL, tradeId);
    if (fills.count >= MOST_FILLS) this.#closeFills();
  }

  push<K extends keyof ExchangeBodies>(kind: K, customerId: number | null, body: ExchangeBodies[K]): void {
    this.#closeFills();
    this.#kinds.add(kind);
    this.table.push({
      sequence: this.#sequence,
      ordinal: this.#ordinal++,
      kind,
      version: VERSION,
      customerId,
      atMs: this.#atMs,
      body: JSON.stringify(body, (_name, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
    });
  }

  #closeFills(): void {
    const fills = this.#fills;
    if (fills.count === 0) return;
    this.#kinds.add('fills');
    const { sequence, ordinal, atMs } = fills;
    this.table.push({
      sequence,
      ordinal,
      kind: 'fills',
      version: VERSION,
      customerId: null,
      atMs,
      body: fills.take(),
    });
  }
}
