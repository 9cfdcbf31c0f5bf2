import type { ConvertPreview, ReadonlyExchange } from '@tallystick/core';
import type pg from 'pg';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { refusalFailure } from '../../http/call-failure.ts';
import { submitCommand } from '../../http/submit.ts';
import { leastOf, spreadPpm } from './figures.ts';
import type { SignedQuotes } from './signed-quote.ts';
import { listConversions, type ConversionRow, type DustRow } from './store.ts';

/** How long a quote is valid. */
const HOLDS_MS = 8_000;
/** How far the received amount may fall after the quote, in ppm: 0.2 %. Beyond it nothing is converted. */
const TOLERANCE_PPM = 2_000;

export interface ConvertOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: ReadonlyExchange;
  readonly quotes: SignedQuotes;
  /** Throws if the customer has not accepted the documents required for risk: see `Documents`. */
  readonly documents: { refuseUnaccepted(customerId: number): Promise<void> };
  readonly now: () => number;
}

/** A signed quote that only this server can write; the exchange refuses it after its expiry. */
export interface HeldQuote {
  readonly quote: string;
  readonly expiresAtMs: number;
  readonly holdsMs: number;
  /** The conversion gives at least this amount, or does not happen. */
  readonly leastMinor: bigint;
}

export interface ConvertQuote extends HeldQuote, ConvertPreview {
  readonly fromCurrencyId: number;
  readonly toCurrencyId: number;
  /** How much worse the books are than the index; null if unknown: see `spreadPpm`. */
  readonly spreadPpm: bigint | null;
}

/** Conversions by orders in the book: quotes them and carries them out. */
export class ConvertService {
  readonly #options: ConvertOptions;

  constructor(options: ConvertOptions) {
    this.#options = options;
  }

  /** Throws the exchange's refusal, if it would refuse now. */
  quote(
    customerId: number,
    chosen: { readonly fromCurrencyId: number; readonly toCurrencyId: number; readonly amountMinor: bigint },
  ): ConvertQuote {
    const { exchange, quotes, now } = this.#options;
    const { fromCurrencyId, toCurrencyId } = chosen;
    const preview = exchange.conversions.preview({ customerId, ...chosen });
    if ('code' in preview) throw refusalFailure(preview);
    const leastMinor = leastOf(preview.receivedMinor, TOLERANCE_PPM);
    const expiresAtMs = now() + HOLDS_MS;
    // A sale sells the lots shown. A purchase may use the whole amount: at a better price it buys a further lot.
    const given = preview.legs[0]?.side === 'buy' ? chosen.amountMinor : preview.paidMinor;
    const quote = quotes.write({
      kind: 'market',
      customerId,
      fromCurrencyId,
      toCurrencyId,
      amount: given.toString(),
      least: leastMinor.toString(),
      expiresAtMs,
    });
    const held = { quote, expiresAtMs, holdsMs: HOLDS_MS, leastMinor };
    return { ...held, ...preview, fromCurrencyId, toCurrencyId, spreadPpm: this.#spread(preview) };
  }

  async accept(customerId: number, quote: string, key: string): Promise<Omit<ConversionRow, 'sequence'>> {
    const { bus, quotes, documents } = this.#options;
    const promised = quotes.read(quote, 'market', customerId);
    const { fromCurrencyId, toCurrencyId, amount, least, expiresAtMs } = promised;
    // A conversion into USDT is a sale, which is always open.
    if (toCurrencyId !== USDT) await documents.refuseUnaccepted(customerId);
    const { events, atMs } = await submitCommand(
      bus,
      {
        type: 'convert',
        customerId,
        fromCurrencyId,
        toCurrencyId,
        amountMinor: BigInt(amount),
        expiresAtMs,
        minReceivedMinor: BigInt(least),
      },
      { idempotency: { scope: `customer:${customerId}:convert`, key, inputHash: hashInput({ quote }) } },
    );
    const converted = events.find(event => event.type === 'converted');
    if (converted === undefined) throw new Error('a conversion left no event');
    return { ...converted, kind: 'market', atMs };
  }

  /** Newest first, including small balances: commands before `before`. */
  list(customerId: number, before: number | null, limit: number): Promise<(ConversionRow | DustRow)[]> {
    return listConversions(this.#options.pool, customerId, before, limit);
  }

  #spread({ legs }: ConvertPreview): bigint | null {
    const spreads = legs.map(leg => spreadPpm(this.#options.exchange, leg));
    return spreads.reduce((sum, ppm) => (sum === null || ppm === null ? null : sum + ppm), 0n);
  }
}
