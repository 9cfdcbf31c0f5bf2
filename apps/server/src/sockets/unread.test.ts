import { expect, it } from 'vitest';
import { MARK_EVERY_BYTES, Unread } from './unread.ts';

it('a returned mark proves that everything before it was read', () => {
  const unread = new Unread();
  unread.send(1_000);
  const first = unread.mark();
  unread.send(500);
  const second = unread.mark();
  unread.send(70);
  expect(unread.bytes).toBe(1_570);
  expect(unread.returned(first)).toBe(true);
  expect(unread.bytes).toBe(570);
  expect(unread.returned(second)).toBe(true);
  expect(unread.bytes).toBe(70);
});

it('rejects a mark that was not sent, or returned twice', () => {
  const unread = new Unread();
  unread.send(1_000);
  const mark = unread.mark();
  unread.send(1_000);
  expect(unread.returned(Buffer.alloc(8))).toBe(false);
  expect(unread.returned(Buffer.alloc(0))).toBe(false);
  expect(unread.bytes).toBe(2_000);
  expect(unread.returned(mark)).toBe(true);
  expect(unread.returned(mark)).toBe(false);
  expect(unread.bytes).toBe(1_000);
});

it('a later mark covers all earlier ones', () => {
  const unread = new Unread();
  const first = unread.mark();
  unread.send(10);
  const second = unread.mark();
  expect(unread.returned(second)).toBe(true);
  expect(unread.returned(first)).toBe(false);
  expect(unread.bytes).toBe(0);
});

it('a mark is due after a number of bytes', () => {
  const unread = new Unread();
  unread.send(MARK_EVERY_BYTES - 1);
  expect(unread.isMarkDue).toBe(false);
  unread.send(1);
  expect(unread.isMarkDue).toBe(true);
  unread.mark();
  expect(unread.isMarkDue).toBe(false);
});

it('a poll proves that everything before it was read', () => {
  const unread = new Unread();
  unread.send(900);
  unread.readAllBut(200);
  expect(unread.bytes).toBe(200);
  // What was read once stays read.
  unread.readAllBut(900);
  expect(unread.bytes).toBe(200);
});
