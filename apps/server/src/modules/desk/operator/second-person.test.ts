import { describe, expect, it } from 'vitest';
import { secondPersonBlock, type Standing } from '../../../approval/second-person.ts';

const NOW = 1_000;
const standing = (fromMs: number | null, ties: readonly [number, number | null][] = []): Standing => ({
  fromMs,
  ties: new Map(ties),
});
const block = (one: Standing | undefined, firsts = [7]) => secondPersonBlock(one, firsts, NOW);

describe('who is a second person', () => {
  it.each([
    [NOW, null],
    [0, null],
    [NOW + 1, { code: 'second_person_waiting', until_ms: NOW + 1 }],
    [null, { code: 'second_person_waiting', until_ms: null }],
  ] as const)('since %s: %j', (fromMs, expected) => {
    expect(block(standing(fromMs))).toEqual(expected);
  });

  it('nobody unknown', () => {
    expect(block(undefined)).toEqual({ code: 'second_person_waiting', until_ms: null });
  });

  it.each([
    ['somebody else is tied', [[8, null]], null],
    ['a tie has ended', [[7, NOW]], null],
    ['a tie lasts', [[7, NOW + 1]], { code: 'second_person_related', until_ms: NOW + 1 }],
    ['a tie lasts for ever', [[7, null]], { code: 'second_person_related', until_ms: null }],
  ] as const)('where %s', (_case, ties, expected) => {
    expect(block(standing(0, ties as unknown as [number, number | null][]))).toEqual(expected);
  });

  it('with several others: as long as for the latest of them', () => {
    const one = standing(0, [
      [7, NOW + 5],
      [8, NOW + 9],
      [9, null],
    ]);
    expect(block(one, [7, 8])).toEqual({ code: 'second_person_related', until_ms: NOW + 9 });
    expect(block(one, [7, 9])).toEqual({ code: 'second_person_related', until_ms: null });
  });

  it('a tie is reported rather than a wait that ends sooner', () => {
    expect(block(standing(NOW + 1, [[7, null]]))?.code).toBe('second_person_related');
  });
});
