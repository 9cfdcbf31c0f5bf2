import { expect, it } from 'vitest';
import { newFile, readOn, type LedgerFile } from './ledger-file.ts';

const PAGES = [
  { csv: 'head\r\n1\r\n', postings: 1, lines: 1, next_after: 10, complete: true },
  { csv: '2\r\n', postings: 1, lines: 1, next_after: 20, complete: true },
  { csv: '3\r\n', postings: 1, lines: 1, next_after: null, complete: true },
];
const pageAfter = (after: number | undefined) => PAGES[after === undefined ? 0 : after / 10]!;

it('a file that was interrupted goes on after the last page it has', async () => {
  let kept: LedgerFile = newFile('2026-11');
  let fails = true;
  const read = (_month: string, after: number | undefined) => {
    if (after === 20 && fails) return Promise.reject(new Error('gone'));
    return Promise.resolve(pageAfter(after));
  };
  const keep = (file: LedgerFile): void => {
    kept = file;
  };
  await expect(readOn(kept, read, keep)).rejects.toThrow('gone');
  expect(kept).toMatchObject({ postings: 2, after: 20 });
  fails = false;
  const whole = await readOn(kept, read, keep);
  expect(whole.parts.join('')).toBe('head\r\n1\r\n2\r\n3\r\n');
  expect(whole).toMatchObject({ postings: 3, lines: 3, after: null, complete: true });
});
