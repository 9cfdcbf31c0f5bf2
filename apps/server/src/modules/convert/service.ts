import type { ConvertLeg, ConvertPreview, ReadonlyExchange } from '@tallystick/core';
import type { CallOutput, CallRequest, WireConversion } from '@tallystick/protocol';
import type pg from 'pg';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { refusalFailure } from '../../http/call-failure.ts';
import { amountMinor, type MarketUnitsTable } from '../market/units.ts';
import { pageOf, readCursor, type Page } from '../../http/page.ts';
import { submitCommand } from '../../http/submit.ts';
import { leastOf, percentOf, rateOf, spreadPpm } from './figures.ts';
import type { SignedQuotes } from './signed-quote.ts';
import { listConversions } from './store.ts';
import { amountOf, wireConversion } from './wire.ts';

/** How long a quote holds. */
export const QUOTE_HOLDS_MS = 8_000;
/** What the books may move meanwhile, in ppm of what is received: 0.2 %. Beyond it nothing is converted. */
const TOLERANCE_PPM = 2_000;

export interface ConvertOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: ReadonlyExchange;
  readonly units: MarketUnitsTable;
  readonly quotes: SignedQuotes;
  /** Those whose words have to be accepted before somebody buys. */
  /** Throws for who has not accepted what opens risk: see `Documents`. */
  readonly documents: { refuseUnaccepted(customerId: number): Promise<void> };
  readonly now: () => number;
}

/** Conversions by orders in the book: what they would come to, and carrying them out. */
export class ConvertService {
  readonly #options: ConvertOptions;

  constructor(options: ConvertOptions) {
    this.#options = options;
  }

  quote(customerId: number, input: CallRequest<'POST convert/quote'>): CallOutput<'POST convert/quote'> {
    const { exchange, units, quotes, now } = this.#options;
    const { from_id: fromCurrencyId, to_id: toCurrencyId } = input;
    const amount = amountMinor(input.amount, units.currency(fromCurrencyId, 'from_id'), 'amount');
    const request = { customerId, fromCurrencyId, toCurrencyId, amountMinor: amount };
    const preview = exchange.conversions.preview(request);
    if ('code' in preview) throw refusalFailure(preview);
    const leastMinor = leastOf(preview.receivedMinor, TOLERANCE_PPM);
    const expiresAtMs = now() + QUOTE_HOLDS_MS;
    return {
      quote: quotes.write({
        kind: 'market',
        customerId,
        fromCurrencyId,
        toCurrencyId,
        // A sale is of the lots shown. A purchase may use all that was typed: at a better price it buys a further lot.
        amount: preview.legs[0]?.side === 'buy' ? amount.toString() : preview.paidMinor.toString(),
        least: leastMinor.toString(),
        expiresAtMs,
      }),
      expires_at_ms: expiresAtMs,
      holds_ms: QUOTE_HOLDS_MS,
      pay: amountOf(exchange, fromCurrencyId, preview.paidMinor),
      receive: amountOf(exchange, toCurrencyId, preview.receivedMinor),
      least: amountOf(exchange, toCurrencyId, leastMinor),
      ...this.#figures(preview, fromCurrencyId, toCurrencyId),
      legs: preview.legs.map(leg => this.#wireLeg(leg)),
    };
  }

  async accept(customerId: number, quote: string, key: string): Promise<WireConversion> {
    const { bus, exchange, quotes, documents } = this.#options;
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
    return wireConversion(exchange, { ...converted, kind: 'market', atMs });
  }

  async list(customerId: number, input: CallRequest<'GET convert/list'>): Promise<Page<WireConversion>> {
    const { pool, exchange } = this.#options;
    const before = readCursor(input.cursor, 1)?.[0] ?? null;
    const rows = await listConversions(pool, customerId, before, input.limit + 1);
    return pageOf(
      rows,
      input.limit,
      row => String(row.sequence),
      row => wireConversion(exchange, row),
    );
  }

  #figures({ legs, paidMinor, receivedMinor, restMinor }: ConvertPreview, fromId: number, toId: number) {
    const { exchange, units } = this.#options;
    const from = units.currency(fromId);
    const to = units.currency(toId);
    const spreads = legs.map(leg => spreadPpm(exchange, leg));
    const [first] = legs;
    const between = legs.length === 1 || first === undefined ? null : this.#receivedId(first);
    return {
      rate: rateOf(paidMinor, from.decimals, receivedMinor, to.decimals),
      inverse: rateOf(receivedMinor, to.decimals, paidMinor, from.decimals),
      spread_percent: spreads.includes(null)
        ? null
        : percentOf(spreads.reduce<bigint>((sum, ppm) => sum + (ppm ?? 0n), 0n)),
      fee_percent: percentOf(legs.reduce((sum, leg) => sum + leg.takerFeePpm, 0)),
      fees: legs.map(leg => amountOf(exchange, this.#receivedId(leg), BigInt(leg.feeMinor))),
      rest: between === null || restMinor === 0n ? null : amountOf(exchange, between, restMinor),
    };
  }

  #receivedId({ marketId, side }: ConvertLeg): number {
    const { base, quote } = this.#options.units.of(marketId);
    return side === 'buy' ? base.id : quote.id;
  }

  #wireLeg({ marketId, side, lots, valueMinor }: ConvertLeg) {
    const units = this.#options.units.of(marketId);
    return {
      market_id: marketId,
      symbol: units.market.symbol,
      side,
      quantity: units.quantity(lots),
      average_price: units.averagePrice(BigInt(valueMinor), lots) ?? '',
    };
  }
}
