import { Exchange } from '@tallystick/core';
import { LAST_HOUSE_ID } from '@tallystick/protocol/house-accounts';
import { rootOf } from '@tallystick/verify/liability/proof';
import { largestLeaf } from '@tallystick/verify/liability/split';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makePoint, type KeptCustomer, type MadePoint } from './make-point.ts';
import { prove } from './prove.ts';
import { Random } from './random.ts';

const ATMS = 1_700_000_000_000;

/** What was written, in memory. */
interface Written {
  readonly made: MadePoint;
  readonly chunks: Map<string, Buffer>;
  readonly tops: Map<number, Buffer>;
  readonly kept: KeptCustomer[];
}

function exchangeOf(balances: readonly bigint[]): Exchange {
  const exchange = new Exchange();
  const apply = (command: Parameters<Exchange['apply']>[0]): void =>
    expect(exchange.apply(command, ATMS)).toMatchObject({ ok: true });
  apply({ type: 'configureCurrency', currency: { id: 3, code: 'USDT', decimals: 6 } });
  apply({ type: 'configureCurrency', currency: { id: 4, code: 'BTC', decimals: 8 } });
  for (const [index, amountMinor] of balances.entries()) {
    // The first is the house's.
    const customerId = LAST_HOUSE_ID + index;
    apply({ type: 'openCustomer', customerId });
    apply({
      type: 'credit',
      customerId,
      account: 'spot',
      currencyId: 3,
      amountMinor,
      from: 'faucet',
      reference: `faucet:${index}`,
    });
  }
  return exchange;
}

async function written(exchange: Exchange, seed: number): Promise<Written> {
  const chunks = new Map<string, Buffer>();
  const tops = new Map<number, Buffer>();
  const kept: KeptCustomer[] = [];
  const made = await makePoint({
    exchange,
    point: 9,
    atMs: ATMS,
    holders: new Map([[LAST_HOUSE_ID + 1, 'ann@example.com']]),
    random: new Random(Buffer.alloc(32, seed)),
    files: {
      chunk: async (currencyId, number, file) => void chunks.set(`${currencyId}/${number}`, file),
      tops: async (currencyId, file) => void tops.set(currencyId, file),
      statements: async (_, customers) => void kept.push(...customers),
    },
  });
  return { made, chunks, tops, kept };
}

describe('the trees of a point', () => {
  it('prove what each customer has, whatever they have', async () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 2n ** 45n }), { minLength: 2, maxLength: 600 });
    await fc.assert(
      fc.asyncProperty(amounts, fc.nat(255), async (balances, seed) => {
        const { made, chunks, tops, kept } = await written(exchangeOf(balances), seed);
        const [usdt, btc] = made.totals;
        const total = balances.slice(1).reduce((sum, one) => sum + one, 0n);
        expect(usdt).toMatchObject({ code: 'USDT', totalMinor: total, houseMinor: balances[0] });
        expect(btc).toMatchObject({ root: null, totalMinor: 0n, leaves: 0 });
        expect(kept.map(({ customerId }) => customerId)).toEqual(
          balances.slice(1).map((_, index) => LAST_HOUSE_ID + 1 + index),
        );
        const reader = {
          chunk: async (number: number) => chunks.get(`3/${number}`) ?? null,
          tops: async () => tops.get(3) ?? null,
        };
        for (const [index, { statements }] of kept.entries()) {
          if (index % 37 !== 0) continue;
          const proven = await prove(9, statements[0]!, usdt!.leaves, reader);
          expect(rootOf(proven, usdt!.leaves)).toEqual({ sum: total, hash: new Uint8Array(usdt!.root!) });
          expect(proven.parts).toEqual([{ part: 'spot', amount: String(balances[index + 1]) }]);
          expect(proven.leaves.every(({ amount }) => BigInt(amount) <= largestLeaf(total))).toBe(true);
        }
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });

  it('are shuffled and salted anew each time', async () => {
    const exchange = exchangeOf([1n, 5n, 77n, 1_000_000n]);
    const [one, other] = [await written(exchange, 1), await written(exchange, 2)];
    expect(one.made.totals[0]!.root).not.toEqual(other.made.totals[0]!.root);
    expect(one.made.totals[0]!.totalMinor).toBe(other.made.totals[0]!.totalMinor);
    const salts = one.kept.flatMap(({ statements }) => statements.map(({ salt }) => salt));
    expect(new Set(salts).size).toBe(3);
    expect(one.kept[0]!.statements[0]!.holder).toBe('ann@example.com');
    expect(one.kept[1]!.statements[0]!.holder).toBe(`customer ${LAST_HOUSE_ID + 2}`);
  });
});

describe('an order', () => {
  it('is each number once', () => {
    const order = new Random(Buffer.alloc(32, 5)).order(10_000);
    expect(order.toSorted()).toEqual(Uint32Array.from({ length: 10_000 }, (_, i) => i));
    expect(order.slice(0, 5)).not.toEqual(Uint32Array.of(0, 1, 2, 3, 4));
  });
});
