import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { HOUR_MS } from '../durations.ts';
import { parseDecimal } from '../money/decimal.ts';
import { BTC, BTC_USDT, ETH, ETH_BTC, ETH_USDT, USDT } from '../testing/demo-exchange.ts';
import { Scenario } from '../testing/scenario.ts';
import type { Convert } from './command.ts';
import type { ConvertPreview } from './preview.ts';

const MAKER = 1;
const CUSTOMER = 2;
const DECIMALS: Readonly<Record<number, number>> = { [BTC]: 8, [ETH]: 8, [USDT]: 6 };

let s: Scenario;

/** BTC 59,990 / 60,000 and 60,100, ETH 2,999 / 3,000; taker fee 0.2 %. */
beforeEach(() => {
  s = new Scenario();
  s.customer(MAKER, { BTC: '100', ETH: '1000', USDT: '10000000' });
  s.customer(CUSTOMER, { BTC: '1', USDT: '10000' });
  s.index('60000');
  s.index('3000', ETH_USDT);
  s.place(s.limitOrder(MAKER, 'sell', '0.1', '60000'));
  s.place(s.limitOrder(MAKER, 'sell', '0.5', '60100'));
  s.place(s.limitOrder(MAKER, 'buy', '0.5', '59990'));
  s.place(s.limitOrder(MAKER, 'sell', '20', '3000', { marketId: ETH_USDT }));
  s.place(s.limitOrder(MAKER, 'buy', '20', '2999', { marketId: ETH_USDT }));
});

function convert(
  from: number,
  to: number,
  amount: string,
  least = '0.00000001',
  change: object = {},
): Convert {
  return {
    type: 'convert',
    customerId: CUSTOMER,
    fromCurrencyId: from,
    toCurrencyId: to,
    amountMinor: parseDecimal(amount, DECIMALS[from]!)!,
    expiresAtMs: s.nowMs + 8_000,
    minReceivedMinor: parseDecimal(least, 8)! / 10n ** BigInt(8 - (DECIMALS[to] ?? 8)) || 1n,
    ...change,
  };
}

function preview({ customerId, fromCurrencyId, toCurrencyId, amountMinor }: Convert): ConvertPreview {
  const seen = s.exchange.conversions.preview({ customerId, fromCurrencyId, toCurrencyId, amountMinor });
  if ('code' in seen) throw new Error(`refused: ${JSON.stringify(seen)}`);
  return seen;
}

function converted() {
  return s.eventsOf('converted')[0]!;
}

describe('convert', () => {
  it('sells in the direct market at the book’s bids, less the fee', () => {
    s.must(convert(BTC, USDT, '0.1', '5987'));
    // 0.1 × 59,990 = 5,999, less 0.2 %
    expect(converted()).toMatchObject({
      paidMinor: 10_000_000n,
      receivedMinor: 5_987_002_000n,
      viaCurrencyId: null,
      restMinor: 0n,
    });
    expect([s.available(CUSTOMER, 'BTC'), s.available(CUSTOMER, 'USDT')]).toEqual(['0.9', '15987.002']);
    expect(
      s.eventsOf('orderChanged').find(({ order }) => order.customerId === CUSTOMER)?.order,
    ).toMatchObject({
      orderId: converted().orderIds[0],
      orderType: 'market',
      timeInForce: 'FOK',
      status: 'completed',
      reason: 'filled',
      frozenMinor: 0n,
    });
  });

  it('buys for an amount and leaves what is too little for a whole lot', () => {
    s.must(convert(USDT, BTC, '7000.5', '0.1163'));
    // 0.1 at 60,000 and 0.01664 at 60,100: 7,000.064
    expect(converted()).toMatchObject({ paidMinor: 7_000_064_000n, receivedMinor: 11_640_672n });
    expect(s.available(CUSTOMER, 'USDT')).toBe('2999.936');
    expect(s.frozen(CUSTOMER, 'USDT')).toBe('0');
  });

  it('converts over USDT in two orders and reports the USDT left in between', () => {
    s.must(convert(BTC, ETH, '0.1'));
    // 5,987.002 USDT buys 1.9956 ETH for 5,986.8
    expect(s.trades()).toEqual(['59990 × 0.1', '3000 × 1.9956']);
    expect(converted()).toMatchObject({
      paidMinor: 10_000_000n,
      receivedMinor: 199_160_880n,
      viaCurrencyId: USDT,
      restMinor: 202_000n,
    });
    expect(converted().orderIds).toHaveLength(2);
    expect([s.available(CUSTOMER, 'ETH'), s.available(CUSTOMER, 'USDT')]).toEqual(['1.9916088', '10000.202']);
  });

  it('takes the route that pays more: the direct market or the one over USDT', () => {
    s.must({ type: 'configureMarket', market: ETH_BTC });
    s.must(convert(BTC, ETH, '0.1'));
    expect(converted().viaCurrencyId).toBe(USDT);
    const { orderId } = s.place(s.limitOrder(MAKER, 'sell', '10', '0.05', { marketId: ETH_BTC.id }));
    s.must(convert(BTC, ETH, '0.1'));
    expect(converted()).toMatchObject({ receivedMinor: 200_000_000n, viaCurrencyId: null });
    s.must({ type: 'cancelOrder', customerId: MAKER, orderId });
    s.place(s.limitOrder(MAKER, 'sell', '10', '0.054', { marketId: ETH_BTC.id }));
    s.must(convert(BTC, ETH, '0.1'));
    expect(converted().viaCurrencyId).toBe(USDT);
  });

  it('pays exactly the previewed amount, and is refused below the promised minimum', () => {
    const command = convert(BTC, ETH, '0.1');
    const { receivedMinor } = preview(command);
    expect(s.refusal({ ...command, minReceivedMinor: receivedMinor + 1n })).toBe('quote_outdated');
    s.must({ ...command, minReceivedMinor: receivedMinor });
    expect(converted().receivedMinor).toBe(receivedMinor);
  });

  it('changes nothing when the second market cannot take the proceeds of the first', () => {
    s.customer(3, { ETH: '1', BTC: '1', USDT: '1000000' });
    s.place(s.limitOrder(3, 'buy', '19', '3000', { marketId: ETH_USDT }));
    // 1 ETH of 20 is left; 5,987 USDT would buy two.
    expect(s.refusal(convert(BTC, ETH, '0.1'))).toBe('convert_exceeds_depth');
    expect([s.available(CUSTOMER, 'BTC'), s.frozen(CUSTOMER, 'BTC')]).toEqual(['1', '0']);
    const outcome = s.try(convert(BTC, ETH, '0.1'));
    expect(outcome).toMatchObject({ refusal: { params: { maximum: '0.05010855', currency: 'BTC' } } });
  });

  it('triggers stops like any trade, but only after its own orders are filled', () => {
    s.place(s.stopSell(CUSTOMER, '0.2', '59995'));
    s.must(convert(BTC, ETH, '0.1'));
    expect(s.eventsOf('orderChanged').map(({ order }) => [order.orderType, order.status])).toContainEqual([
      'stopMarket',
      'completed',
    ]);
    expect(converted().receivedMinor).toBe(199_160_880n);
  });

  const refusals: readonly (readonly [code: string, command: () => Command])[] = [
    ['unknown_customer', () => convert(BTC, USDT, '0.1', '1', { customerId: 77 })],
    ['unknown_customer', () => convert(BTC, USDT, '0.1', '1', { customerId: 0 })],
    ['unknown_currency', () => convert(BTC, 99, '0.1', '1', { minReceivedMinor: 1n })],
    ['unknown_currency', () => ({ ...convert(BTC, USDT, '0.1'), fromCurrencyId: 99 })],
    ['same_currency', () => convert(BTC, BTC, '0.1')],
    ['invalid_amount', () => convert(BTC, USDT, '0')],
    ['invalid_amount', () => convert(BTC, USDT, '0.1', '1', { minReceivedMinor: 0n })],
    ['amount_too_large', () => convert(USDT, BTC, '9999999999999')],
    ['quote_expired', () => convert(BTC, USDT, '0.1', '1', { expiresAtMs: s.nowMs - 1 })],
    ['quote_expired', () => convert(BTC, USDT, '0.1', '1', { expiresAtMs: NaN })],
    ['quote_outdated', () => convert(BTC, USDT, '0.1', '5987.1')],
    ['below_min_notional', () => convert(BTC, USDT, '0.00005')],
    ['below_min_notional', () => convert(BTC, USDT, '0.000001')],
    ['below_min_notional', () => convert(USDT, BTC, '4.99')],
    ['insufficient_balance', () => ({ ...convert(ETH, USDT, '1') })],
    ['convert_exceeds_depth', () => convert(BTC, USDT, '0.6')],
    ['convert_exceeds_depth', () => convert(USDT, BTC, '100000')],
    [
      'convert_own_order',
      () => {
        s.place(s.limitOrder(CUSTOMER, 'buy', '0.01', '59995'));
        return convert(BTC, USDT, '0.1');
      },
    ],
    [
      'customer_frozen',
      () => {
        s.must({ type: 'setCustomerFrozen', customerId: CUSTOMER, frozen: true });
        return convert(BTC, USDT, '0.1');
      },
    ],
    [
      'market_halted',
      () => {
        s.must({ type: 'setMarketStatus', marketId: ETH_USDT, status: 'halted' });
        return convert(BTC, ETH, '0.1');
      },
    ],
    [
      'market_cancel_only',
      () => {
        s.must({ type: 'setMarketStatus', marketId: BTC_USDT, status: 'cancelOnly' });
        return convert(BTC, USDT, '0.1');
      },
    ],
    [
      'cooling_down',
      () => {
        s.must({ type: 'setCoolDown', customerId: CUSTOMER, untilMs: s.nowMs + HOUR_MS });
        return convert(BTC, ETH, '0.1');
      },
    ],
    [
      'no_liquidity',
      () => {
        s.must({ type: 'cancelAllOrders', customerId: MAKER, marketId: ETH_USDT });
        return convert(BTC, ETH, '0.1');
      },
    ],
    [
      'no_route',
      () => {
        s.must({ type: 'configureCurrency', currency: { id: 4, code: 'LONE', decimals: 8 } });
        return convert(BTC, 4, '0.1', '1', { minReceivedMinor: 1n });
      },
    ],
  ];
  it.each(refusals)('is refused with %s and changes nothing', (code, command) => {
    expect(s.refusal(command())).toBe(code);
  });

  it('a customer in a cool-down may still sell', () => {
    s.must({ type: 'setCoolDown', customerId: CUSTOMER, untilMs: s.nowMs + HOUR_MS });
    s.must(convert(BTC, USDT, '0.1'));
    expect(s.available(CUSTOMER, 'BTC')).toBe('0.9');
  });
});
