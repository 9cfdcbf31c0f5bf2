import { expect, test } from 'vitest';
import type { WireLiquidation } from '@tallystick/protocol/wire';
import { stepPositions, stepsOf } from './cross-steps.ts';

/** A step with the positions its account had; only what the steps are told by. */
function step(id: number, position: number, held: readonly number[], rest = 0): WireLiquidation {
  const positions = held.map(position_id => ({
    position_id,
    symbol: `C${position_id}`,
    direction: 'long',
    quantity: '0.1',
    open_value: String(10_000 + position_id),
    mark_price: '90000',
  }));
  return {
    liquidation_id: id,
    position_id: position,
    remaining_lots: rest,
    account: { positions },
  } as unknown as WireLiquidation;
}

const ids = (records: readonly WireLiquidation[]) => records.map(one => one.liquidation_id);

test('steps follow on each other while nothing new is in the account', () => {
  const first = step(1, 1, [1, 2, 3]);
  const rest = step(2, 2, [2, 3], 5);
  const again = step(3, 2, [2, 3]);
  const later = step(4, 9, [3, 9]);
  const all = [later, again, rest, first];
  for (const one of [first, rest, again]) expect(ids(stepsOf(all, one))).toEqual([1, 2, 3]);
  expect(ids(stepsOf(all, later))).toEqual([4]);
});

test('what is liquidated whole does not come again', () => {
  const all = [step(2, 1, [1]), step(1, 1, [1, 2])];
  expect(ids(stepsOf(all, all[0]!))).toEqual([2]);
});

test('an isolated liquidation is no step', () => {
  const isolated = { ...step(1, 1, []), account: null };
  expect(stepsOf([isolated], isolated)).toEqual([]);
});

test('the positions of a step begin with the largest loss', () => {
  const found = stepPositions(step(1, 3, [1, 3, 2]), 6);
  expect(found.map(one => [one.positionId, one.isLiquidated])).toEqual([
    [3, true],
    [2, false],
    [1, false],
  ]);
  expect(found[0]?.resultMinor).toBe(-1_003_000_000n);
});
