import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { Exchange } from '../exchange.ts';
import { marketOrder } from '../spot/market-order-preview.ts';
import {
  BTC,
  BTC_USDT,
  configureCommands,
  ETH,
  ETH_USDT,
  fundedCustomerCommands,
  USDT,
} from '../testing/demo-exchange.ts';
import type { ConvertPreview } from './preview.ts';
import { assertCovering } from '../testing/assert-covering.ts';

const AT_MS = 1_700_000_000_000;
const CUSTOMER = 2;
const PRICES: Readonly<Record<number, number>> = { [BTC_USDT]: 600_000, [ETH_USDT]: 300_000 };

interface Resting {
  readonly customerId: number;
  readonly marketId: number;
  readonly side: 'buy' | 'sell';
  readonly offset: number;
  readonly lots: number;
  readonly stop: boolean;
}

const resting: fc.Arbitrary<Resting> = fc.record({
  customerId: fc.constantFrom(1, 1, 1, 1, 1, 3, 3, 3, 3, CUSTOMER),
  marketId: fc.constantFrom(BTC_USDT, ETH_USDT),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  offset: fc.integer({ min: 1, max: 40 }),
  lots: fc.integer({ min: 50, max: 30_000 }),
  stop: fc.integer({ min: 0, max: 3 }).map(n => n > 1),
});

/** Minor units worth about one USDT, at the prices of the books. */
const MINOR_PER_USDT: Readonly<Record<number, bigint>> = {
  [BTC]: 1_666n,
  [ETH]: 33_333n,
  [USDT]: 1_000_000n,
};

const wish = fc
  .record({
    from: fc.constantFrom(BTC, ETH, USDT),
    // Sometimes the same currency.
    to: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(1, 2) }, { weight: 1, arbitrary: fc.constant(0) }),
    /** In USDT: less than the minimum of an order, about what the books hold, and more. */
    worth: fc.oneof(
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 6 }) },
      { weight: 8, arbitrary: fc.integer({ min: 6, max: 6_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 6_000, max: 100_000 }) },
    ),
    odd: fc.bigInt({ min: 1n, max: 1_665n }),
    /** The guaranteed part of the previewed amount, in ppm; above 1,000,000 it is refused. */
    promisedPpm: fc.constantFrom(990_000n, 1_000_000n, 1_000_000n, 1_000_000n, 1_000_001n, 1_010_000n),
  })
  .map(({ from, to, worth, odd, promisedPpm }) => ({
    fromCurrencyId: from,
    toCurrencyId: [BTC, ETH, USDT][(from - 1 + to) % 3]!,
    amountMinor: BigInt(worth) * MINOR_PER_USDT[from]! + odd,
    promisedPpm,
  }));

function orderOf({ customerId, marketId, side, offset, lots, stop }: Resting): Command {
  const away = side === 'buy' ? -offset : offset;
  const priceTicks = PRICES[marketId]! + away;
  return {
    type: 'placeOrder',
    customerId,
    marketId,
    side,
    orderType: stop ? 'stopLimit' : 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    priceTicks,
    quantityLots: lots,
    budgetMinor: null,
    // Conversions that take from this side trigger these stops.
    triggerTicks: stop ? PRICES[marketId]! - away : null,
    clientOrderId: null,
  };
}

function build(orders: readonly Resting[]): Exchange {
  const exchange = new Exchange();
  const commands = [
    ...configureCommands(),
    ...[1, CUSTOMER, 3].flatMap(id => fundedCustomerCommands(id, 1_000_000_000_000n)),
    ...orders.map(orderOf),
  ];
  for (const command of commands) exchange.apply(command, AT_MS);
  return exchange;
}

function balances(exchange: Exchange, customerId: number): Record<string, bigint> {
  return Object.fromEntries(
    exchange.balancesOf(customerId).flatMap(({ currencyId, availableMinor, frozenMinor }) => [
      [`${currencyId} available`, availableMinor],
      [`${currencyId} frozen`, frozenMinor],
    ]),
  );
}

/** The same trades as ordinary orders, one command each. */
function byHand(exchange: Exchange, { legs }: ConvertPreview): void {
  for (const leg of legs) {
    expect(exchange.apply(marketOrder(CUSTOMER, leg), AT_MS).ok).toBe(true);
  }
}

it('a conversion pays at least the promised minimum and equals the same single orders, or changes nothing', async () => {
  const seen = { direct: 0, through: 0, refused: 0, outdated: 0, stops: 0 };
  await assertCovering(
    fc.property(
      fc.array(resting, { minLength: 12, maxLength: 30, size: 'max' }),
      wish,
      (orders, { promisedPpm, ...request }) => {
        const exchange = build(orders);
        const before = exchange.stateHash();
        const held = balances(exchange, CUSTOMER);
        const preview = exchange.conversions.preview({ customerId: CUSTOMER, ...request });
        const promised =
          'code' in preview
            ? 1n
            : (preview.receivedMinor * promisedPpm) / 1_000_000n + (promisedPpm > 1_000_000n ? 1n : 0n);
        const command = {
          type: 'convert',
          customerId: CUSTOMER,
          ...request,
          expiresAtMs: AT_MS,
          minReceivedMinor: promised || 1n,
        } as const;
        const outcome = exchange.apply(command, AT_MS);
        exchange.checkInvariants('all');
        if (!outcome.ok) {
          expect(exchange.stateHash()).toBe(before);
          seen.refused++;
          if (outcome.refusal.code === 'quote_outdated') seen.outdated++;
          return;
        }
        if ('code' in preview) throw new Error('converted what was refused');
        expect(promisedPpm).toBeLessThanOrEqual(1_000_000n);
        const after = balances(exchange, CUSTOMER);
        const moved = (id: number) => (after[`${id} available`] ?? 0n) - (held[`${id} available`] ?? 0n);
        const event = outcome.events.find(({ type }) => type === 'converted');
        expect(event).toMatchObject({ receivedMinor: preview.receivedMinor, paidMinor: preview.paidMinor });
        const fired = outcome.events.some(
          one => one.type === 'orderChanged' && one.order.orderType === 'stopLimit',
        );
        if (fired) seen.stops++;
        else {
          expect(moved(request.toCurrencyId)).toBe(preview.receivedMinor);
          expect(moved(request.fromCurrencyId)).toBe(-preview.paidMinor);
          expect(preview.paidMinor).toBeLessThanOrEqual(request.amountMinor);
          for (const id of [BTC, ETH, USDT]) expect(after[`${id} frozen`]).toBe(held[`${id} frozen`]);
        }
        if (preview.legs.length === 1) seen.direct++;
        else seen.through++;

        const twin = build(orders);
        byHand(twin, preview);
        expect(exchange.stateHash()).toBe(twin.stateHash());
      },
    ),
    { numRuns: 400, endOnFailure: true },
    () => seen,
    { direct: 30, through: 30, refused: 30, outdated: 30, stops: 30 },
  );
});
