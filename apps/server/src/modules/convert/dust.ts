import type { BoughtDust, ReadonlyExchange } from '@tallystick/core';
import { USDT } from '@tallystick/protocol/currency-ids';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { submitCommand } from '../../http/submit.ts';
import { leastOf } from './figures.ts';
import type { ConvertOptions, HeldQuote } from './service.ts';
import type { DustRow } from './store.ts';

const HOLDS_MS = 20_000;
/** How far the index may move between quote and sale, in ppm: 1 %. */
const TOLERANCE_PPM = 10_000;

type Options = Pick<ConvertOptions, 'bus' | 'exchange' | 'quotes' | 'now'>;

export interface DustQuote {
  /** The currency that small balances are sold for. */
  readonly paidInId: number;
  readonly terms: ReadonlyExchange['dust']['terms'];
  /** What the house may still pay the customer today. */
  readonly leftMinor: bigint;
  readonly lines: readonly BoughtDust[];
  /** Null when nothing can be converted. */
  readonly chosen: DustPromise | null;
}

interface DustPromise extends HeldQuote {
  readonly currencyIds: readonly number[];
  readonly receiveMinor: bigint;
}

/** Balances too small for an order: quotes the house's price and sells them in one step. */
export class DustService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Of the currencies asked for, or of all. */
  quote(customerId: number, asked: readonly number[] | undefined): DustQuote {
    const { exchange, now } = this.#options;
    const { terms } = exchange.dust;
    if (terms.dailyMinor === 0) throw new CallFailure('dust_unavailable');
    const atMs = now();
    const lines = exchange.currencies().flatMap(({ id }) => {
      const line = exchange.dust.quote(customerId, id, atMs);
      return 'code' in line ? [] : [line];
    });
    const chosen = asked === undefined ? lines : lines.filter(line => asked.includes(line.currencyId));
    return {
      paidInId: USDT,
      terms,
      leftMinor: exchange.dust.leftMinor(customerId, atMs),
      lines,
      chosen: chosen.length === 0 ? null : this.#promise(customerId, chosen, atMs),
    };
  }

  async convert(customerId: number, quote: string, key: string): Promise<Omit<DustRow, 'sequence'>> {
    const { bus, quotes } = this.#options;
    const { lines, least, expiresAtMs } = quotes.read(quote, 'dust', customerId);
    const { events, atMs } = await submitCommand(
      bus,
      { type: 'convertDust', customerId, lines, expiresAtMs, minReceivedMinor: BigInt(least) },
      { idempotency: { scope: `customer:${customerId}:dust`, key, inputHash: hashInput({ quote }) } },
    );
    const converted = events.find(event => event.type === 'dustConverted');
    if (converted === undefined) throw new Error('a conversion left no event');
    return { ...converted, kind: 'dust', atMs };
  }

  #promise(customerId: number, chosen: readonly BoughtDust[], atMs: number): DustPromise {
    const receiveMinor = chosen.reduce((sum, line) => sum + line.receivedMinor, 0n);
    const leastMinor = leastOf(receiveMinor, TOLERANCE_PPM);
    const expiresAtMs = atMs + HOLDS_MS;
    const quote = this.#options.quotes.write({
      kind: 'dust',
      customerId,
      lines: chosen.map(({ currencyId, amountMinor }) => ({ currencyId, amount: amountMinor.toString() })),
      least: leastMinor.toString(),
      expiresAtMs,
    });
    const currencyIds = chosen.map(({ currencyId }) => currencyId);
    return { quote, currencyIds, receiveMinor, leastMinor, expiresAtMs, holdsMs: HOLDS_MS };
  }
}
