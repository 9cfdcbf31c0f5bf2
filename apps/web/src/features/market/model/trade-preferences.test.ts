import { expect, test } from 'vitest';
import { acceptPreferences } from './trade-preferences.ts';

test.each([[undefined], [null], [7], [{ marketId: 'x', column: 'y', sides: 1, steps: 'z' }]])(
  '%o is as good as nothing stored',
  stored => {
    expect(acceptPreferences(stored)).toEqual({
      marketId: undefined,
      column: 'amount',
      sides: 'both',
      steps: {},
    });
  },
);

test('what was chosen is kept, steps that are no text are dropped', () => {
  const stored = { marketId: 2, column: 'totalQuote', sides: 'asks', steps: { 1: '10', 2: 5 } };
  expect(acceptPreferences(stored)).toEqual({ ...stored, steps: { 1: '10' } });
});
