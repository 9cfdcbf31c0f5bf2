import type { BoughtDust } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallOutput, CallRequest, WireConversion } from '@tallystick/protocol';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { submitCommand } from '../../http/submit.ts';
import { leastOf, percentOf, priceText } from './figures.ts';
import type { ConvertOptions } from './service.ts';
import { amountOf, wireConversion } from './wire.ts';

/** What small balances are paid in. */
const PAID_IN = 3;
const HOLDS_MS = 20_000;
/** What the index may move meanwhile, in ppm: 1 %. */
const TOLERANCE_PPM = 10_000;

type Options = Pick<ConvertOptions, 'bus' | 'exchange' | 'quotes' | 'now'>;

/** Balances too small for an order: what the house pays for them, and selling them in one go. */
export class DustService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  quote(
    customerId: number,
    input: CallRequest<'POST convert/dust_quote'>,
  ): CallOutput<'POST convert/dust_quote'> {
    const { exchange, now } = this.#options;
    const { terms } = exchange.dust;
    if (terms.dailyMinor === 0) throw new CallFailure('dust_unavailable');
    const atMs = now();
    const lines = exchange.currencies().flatMap(({ id }) => {
      const line = exchange.dust.quote(customerId, id, atMs);
      return 'code' in line ? [] : [line];
    });
    const asked = input.currency_ids?.split(',').map(Number);
    const chosen = asked === undefined ? lines : lines.filter(line => asked.includes(line.currencyId));
    return {
      spread_percent: percentOf(terms.spreadPpm),
      most: amountOf(exchange, PAID_IN, BigInt(terms.mostMinor)),
      left: amountOf(exchange, PAID_IN, exchange.dust.leftMinor(customerId, atMs)),
      items: lines.map(line => this.#item(line, terms.spreadPpm)),
      chosen: chosen.length === 0 ? null : this.#promise(customerId, chosen, atMs),
    };
  }

  async convert(customerId: number, quote: string, key: string): Promise<WireConversion> {
    const { bus, exchange, quotes } = this.#options;
    const { lines, least, expiresAtMs } = quotes.read(quote, 'dust', customerId);
    const { events, atMs } = await submitCommand(
      bus,
      { type: 'convertDust', customerId, lines, expiresAtMs, minReceivedMinor: BigInt(least) },
      { idempotency: { scope: `customer:${customerId}:dust`, key, inputHash: hashInput({ quote }) } },
    );
    const converted = events.find(event => event.type === 'dustConverted');
    if (converted === undefined) throw new Error('a conversion left no event');
    return wireConversion(exchange, { ...converted, kind: 'dust', atMs });
  }

  #promise(customerId: number, chosen: readonly BoughtDust[], atMs: number) {
    const { exchange, quotes } = this.#options;
    const receiveMinor = chosen.reduce((sum, line) => sum + line.receivedMinor, 0n);
    const leastMinor = leastOf(receiveMinor, TOLERANCE_PPM);
    const expiresAtMs = atMs + HOLDS_MS;
    return {
      quote: quotes.write({
        kind: 'dust',
        customerId,
        lines: chosen.map(({ currencyId, amountMinor }) => ({ currencyId, amount: amountMinor.toString() })),
        least: leastMinor.toString(),
        expiresAtMs,
      }),
      currency_ids: chosen.map(line => line.currencyId),
      receive: amountOf(exchange, PAID_IN, receiveMinor),
      least: amountOf(exchange, PAID_IN, leastMinor),
      expires_at_ms: expiresAtMs,
      holds_ms: HOLDS_MS,
    };
  }

  #item({ currencyId, amountMinor, priceE8, receivedMinor }: BoughtDust, spreadPpm: number) {
    const { exchange } = this.#options;
    const { currency, amount } = amountOf(exchange, currencyId, amountMinor);
    const decimals = exchange.currency(PAID_IN)?.decimals ?? 0;
    // Worth before the spread; the division's remainder is less than a unit.
    const value = (receivedMinor * 1_000_000n) / (1_000_000n - BigInt(spreadPpm));
    return {
      currency_id: currencyId,
      currency,
      amount,
      price: priceText(priceE8),
      value: formatMinor(value, decimals),
      receive: formatMinor(receivedMinor, decimals),
    };
  }
}
