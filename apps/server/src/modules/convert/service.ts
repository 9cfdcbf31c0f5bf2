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

/** How long a quote holds. */
const HOLDS_MS = 8_000;
/** What the books may move meanwhile, in ppm of what is received: 0.2 %. Beyond it nothing is converted. */
const TOLERANCE_PPM = 2_000;

export interface ConvertOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: ReadonlyExchange;
  readonly quotes: SignedQuotes;
  /** Throws for who has not accepted what opens risk: see `Documents`. */
  readonly documents: { refuseUnaccepted(customerId: number): Promise<void> };
  readonly now: () => number;
}

/** A promise as only this server can write it; the exchange refuses it once it is over. */
export interface HeldQuote {
  readonly quote: string;
  readonly expiresAtMs: number;
  readonly holdsMs: number;
  /** The conversion brings at least this, or does not happen. */
  readonly leastMinor: bigint;
}

export interface ConvertQuote extends HeldQuote, ConvertPreview {
  readonly fromCurrencyId: number;
  readonly toCurrencyId: number;
  /** How much worse the books are than the index; null where that is unknown: see `spreadPpm`. */
  readonly spreadPpm: bigint | null;
}

/** Conversions by orders in the book: what they would come to, and carrying them out. */
export class ConvertService {
  readonly #options: ConvertOptions;

  constructor(options: ConvertOptions) {
    this.#options = options;
  }

  /** Throws what the exchange would refuse it for now. */
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
    // A sale is of the lots shown. A purchase may use all that was typed: at a better price it buys a further lot.
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
    // Into USDT it is a sale, which is always open.
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

  /** Newest first, small balances among them: of commands before `before`. */
  list(customerId: number, before: number | null, limit: number): Promise<(ConversionRow | DustRow)[]> {
    return listConversions(this.#options.pool, customerId, before, limit);
  }

  #spread({ legs }: ConvertPreview): bigint | null {
    const spreads = legs.map(leg => spreadPpm(this.#options.exchange, leg));
    return spreads.reduce((sum, ppm) => (sum === null || ppm === null ? null : sum + ppm), 0n);
  }
}
