import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate } from '@tallystick/audit/launch/allocation';
import { Closing } from '@tallystick/core/launch/closing';
import type { FrozenCommitment } from '@tallystick/core/launch/allocate';
import type { LaunchFigures } from '@tallystick/core/launch/figures';

/** The work that the exchange does for an allocation in one command. */
const WORK_PER_COMMAND = 4_000;

const figures: fc.Arbitrary<LaunchFigures> = fc.record({
  offerId: fc.integer({ min: 1, max: 9 }),
  mode: fc.constant('proRata' as const),
  issuePriceE8: fc.integer({ min: 1, max: 10_000_000_000 }),
  supplyMinor: fc.oneof(fc.bigInt(1n, 5_000n), fc.bigInt(1n, 2n ** 57n)),
  capMinor: fc.oneof(fc.bigInt(1n, 500n), fc.bigInt(1n, 2n ** 40n)),
  decimals: fc.integer({ min: 0, max: 12 }),
  quoteDecimals: fc.constant(6),
  accepted: fc.integer({ min: 1, max: 2 ** 53 - 1 }).map(rateE8 => [
    { currencyId: 3, decimals: 6, rateE8: 100_000_000 },
    { currencyId: 1, decimals: 8, rateE8 },
  ]),
});

/** Orders of numbers with gaps; few different amounts, so that many are equal. */
function orders(most: number): fc.Arbitrary<FrozenCommitment[]> {
  const amount = fc.oneof(fc.bigInt(0n, 5n), fc.bigInt(0n, 90_000_000_000n));
  const amounts = fc.tuple(amount, amount);
  return fc
    .array(fc.tuple(fc.integer({ min: 1, max: 3 }), amounts), { maxLength: most, size: 'max' })
    .map(list => {
      let orderId = 0;
      return list.map(([gap, [usdt, btc]]) => ({
        orderId: (orderId += gap),
        committed: [
          { currencyId: 3, amountMinor: usdt },
          { currencyId: 1, amountMinor: btc },
        ].filter(one => one.amountMinor !== 0n),
      }));
    });
}

/** Both programs' root, shares and number of commands, as text. */
function bothOf(core: LaunchFigures, list: readonly FrozenCommitment[]): readonly [string, string] {
  const closing = new Closing(core, list);
  let steps = 1;
  let closed = closing.work(WORK_PER_COMMAND);
  for (; closed === null; closed = closing.work(WORK_PER_COMMAND)) steps++;
  const lines = closed.allocations.map(({ orderId, allocatedMinor, spent }) => {
    const amounts = spent.map(one => `${one.currencyId}:${one.amountMinor}`);
    return `${orderId} ${allocatedMinor} ${amounts.join(',')}`;
  });
  const checked = allocate(
    {
      offerId: core.offerId,
      mode: core.mode,
      issuePriceE8: BigInt(core.issuePriceE8),
      supply: core.supplyMinor,
      cap: core.capMinor,
      decimals: core.decimals,
      quoteDecimals: core.quoteDecimals,
      accepted: core.accepted.map(one => ({ ...one, rateE8: BigInt(one.rateE8) })),
    },
    list.map(({ orderId, committed }) => ({
      orderId,
      committed: new Map(committed.map(one => [one.currencyId, one.amountMinor])),
    })),
  );
  const checkedLines = list.map(({ orderId }) => {
    const { allocated, spent } = checked.shares.get(orderId)!;
    return `${orderId} ${allocated} ${[...spent].map(([id, amount]) => `${id}:${amount}`).join(',')}`;
  });
  return [
    [closed.root, steps, ...lines].join('\n'),
    [checked.root, checked.steps, ...checkedLines].join('\n'),
  ];
}

test.each([
  ['a few orders', 12, 400],
  ['some hundred', 700, 60],
  ['thousands, which take several commands', 3_000, 8],
])('the checker allocates as the exchange does: %s', (_, most, numRuns) => {
  const same = fc.property(figures, orders(most), (offer, list) => {
    const [core, checked] = bothOf(offer, list);
    return core === checked;
  });
  expect(fc.check(same, { numRuns, seed: 28, endOnFailure: true }).failed).toBe(false);
});

test('the root is of the list as it is written down, and moves with every line', () => {
  const offer: LaunchFigures = {
    offerId: 7,
    mode: 'proRata',
    issuePriceE8: 50_000_000,
    supplyMinor: 1_000n,
    capMinor: 400n,
    decimals: 0,
    quoteDecimals: 6,
    accepted: [{ currencyId: 3, decimals: 6, rateE8: 100_000_000 }],
  };
  const list = [10n, 20n, 30n].map((units, place) => ({
    orderId: place + 1,
    committed: [{ currencyId: 3, amountMinor: units * 1_000_000n }],
  }));
  const [core, checked] = bothOf(offer, list);
  expect(checked).toBe(core);
  const changed = list.map(one => (one.orderId === 2 ? { ...one, committed: [] } : one));
  expect(bothOf(offer, changed)[1].slice(0, 64)).not.toBe(checked.slice(0, 64));
});
