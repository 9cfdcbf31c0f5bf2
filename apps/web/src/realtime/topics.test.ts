import { expect, test, vi } from 'vitest';

vi.stubGlobal('window', { addEventListener: () => undefined });
const { mergeLevels } = await import('./topics.ts');

test('levels are replaced by price, removed at zero, and kept best first', () => {
  const asks = mergeLevels(
    [
      ['100.5', '1'],
      ['101', '2'],
    ],
    [
      ['99.9', '3'],
      ['101', '0'],
      ['100.5', '4'],
    ],
    'asks',
  );
  expect(asks).toEqual([
    ['99.9', '3'],
    ['100.5', '4'],
  ]);
  const bids = mergeLevels([['9', '1']], [['10', '2']], 'bids');
  expect(bids.map(level => level[0])).toEqual(['10', '9']);
});

test('zero is removed however many digits it has', () => {
  expect(mergeLevels([['1', '5']], [['1', '0.00000']], 'asks')).toEqual([]);
  expect(mergeLevels([['1', '5']], [['1', '0.00001']], 'asks')).toEqual([['1', '0.00001']]);
});
