import { expect, it } from 'vitest';
import { chooseOwn, FIRST_CHOICE, shocksOf } from './shocks.ts';

it('moves all coins down by a tenth at first', () => {
  expect(shocksOf(FIRST_CHOICE, [1, 2])).toEqual(
    new Map([
      [1, -10],
      [2, -10],
    ]),
  );
});

it('moves a coin by its own choice until that is taken back', () => {
  const chosen = chooseOwn(FIRST_CHOICE, 2, 30);
  expect(shocksOf({ ...chosen, all: -20 }, [1, 2])).toEqual(
    new Map([
      [1, -20],
      [2, 30],
    ]),
  );
  // Standing still is a choice, too.
  expect(shocksOf(chooseOwn(chosen, 2, 0), [1, 2])).toEqual(
    new Map([
      [1, -10],
      [2, 0],
    ]),
  );
  expect(chooseOwn(chosen, 2, undefined)).toEqual(FIRST_CHOICE);
});
