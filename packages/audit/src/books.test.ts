import { beforeEach, describe, expect, it } from 'vitest';
import { Books, type Entry } from './books.ts';
import { CheckFailed } from './check-failed.ts';

let books: Books;

beforeEach(() => {
  books = new Books();
  books.post('deposit', 'deposit:1', [
    [0, 'bank', 3, 'available', -100n],
    [1, 'spot', 3, 'available', 100n],
  ]);
});

describe('a posting', () => {
  it.each<[string, Entry[], RegExp]>([
    [
      'that does not sum to zero',
      [
        [1, 'spot', 3, 'available', -5n],
        [0, 'fees', 3, 'available', 4n],
      ],
      /does not balance in currency 3/,
    ],
    [
      'that balances over two currencies only',
      [
        [1, 'spot', 3, 'available', -5n],
        [0, 'fees', 1, 'available', 5n],
      ],
      /does not balance/,
    ],
    [
      'that takes more than a customer has',
      [
        [1, 'spot', 3, 'available', -101n],
        [0, 'fees', 3, 'available', 101n],
      ],
      /leaves 1\/spot\/3 with -1/,
    ],
    [
      'that takes more than the house has',
      [
        [0, 'treasury', 3, 'available', -1n],
        [1, 'spot', 3, 'available', 1n],
      ],
      /leaves 0\/treasury\/3 with -1/,
    ],
    [
      'that freezes below zero',
      [
        [1, 'spot', 3, 'frozen', -1n],
        [1, 'spot', 3, 'available', 1n],
      ],
      /-1 frozen/,
    ],
  ])('fails: %s', (_, entries, message) => {
    const post = (): void => books.post('test', 'test:1', entries);
    expect(post).toThrow(message);
    expect(post).toThrow(CheckFailed);
  });

  it('is numbered, and told without entries of zero', () => {
    const told: unknown[] = [];
    books.posted = posting => told.push(posting);
    books.freeze('orderFreeze', 'order:1', [1, 'spot', 3], 40n);
    books.post('trade', 'trade:1', [[1, 'spot', 3, 'available', 0n]]);
    books.unfreeze('orderUnfreeze', 'order:1', [1, 'spot', 3], 40n);
    expect(told).toMatchObject([
      { number: 2, reason: 'orderFreeze', reference: 'order:1' },
      { number: 4, reason: 'orderUnfreeze' },
    ]);
    expect(books.postings).toBe(4);
  });

  it('leaves a line for every account that is not empty', () => {
    books.freeze('orderFreeze', 'order:1', [1, 'spot', 3], 40n);
    books.post('credit', 'x', [
      [1, 'spot', 3, 'available', -60n],
      [0, 'fees', 3, 'available', 60n],
    ]);
    expect([...books.lines()].toSorted()).toEqual([
      'balance 0 bank 3 -100 0',
      'balance 0 fees 3 60 0',
      'balance 1 spot 3 0 40',
    ]);
  });
});
