import { expect, it } from 'vitest';
import { Remembered } from './remembered.ts';

it('what was read is read once in its time, by key; a failure is not kept', async () => {
  let nowMs = 0;
  let reads = 0;
  const remembered = new Remembered<number>(10, () => nowMs);
  const get = (key: string) => remembered.get(key, async () => ++reads);
  expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual([1, 1, 2]);
  nowMs = 9;
  expect(await get('a')).toBe(1);
  nowMs = 10;
  expect(await get('a')).toBe(3);
  const failing = remembered.get('c', () => Promise.reject(new Error('no database')));
  await expect(failing).rejects.toThrow('no database');
  expect(await get('c')).toBe(4);
});
