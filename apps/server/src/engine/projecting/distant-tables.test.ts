import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Pool } from '../../database/pool.ts';
import { DistantTables } from './distant-tables.ts';

let answer: (rows: readonly { sequence: string }[]) => void;
let asked: number;
let tables: DistantTables;

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  const ask = (): Promise<unknown> => {
    asked++;
    return new Promise(resolve => (answer = resolve));
  };
  tables = new DistantTables({ ask } as unknown as Pool);
});
afterEach(() => vi.useRealTimers());

it('whoever waits is told so after ten seconds, although the question hangs', async () => {
  const outcome = tables.reached(7)!.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toMatchObject({
    name: 'DatabaseBusy',
    message: 'the tables are at 0, and 7 was told',
  });
  expect(asked).toBe(1);
});

it('a late answer still counts for those who came later', async () => {
  const early = tables.reached(7)!.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(6_000);
  const later = tables.reached(7);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await early).toMatchObject({ name: 'DatabaseBusy' });
  answer([{ sequence: '7' }]);
  await later;
  expect(tables.reached(7)).toBeNull();
});
