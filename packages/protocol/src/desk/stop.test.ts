import { expect, it } from 'vitest';
import { z } from 'zod';
import { statusChange } from './changes.ts';
import { stopInput } from './stop.ts';

const stop = z.object(stopInput);
const halt = { status: 'halted', cause: 'technical', minutes: 60 } as const;

it.each(['', ' ', 'Back within the hour.'])('a halt may go without a note to customers: %j', note => {
  expect(stop.parse({ ...halt, note, reason: 'x' }).note).toBe(note.trim());
  expect(statusChange.parse({ ...halt, market_id: 1, note }).note).toBe(note.trim());
});

it('but not without a reason, for longer than four hours, or with a note of two lines', () => {
  const given = { ...halt, note: '', reason: 'x' };
  for (const wrong of [{ reason: '' }, { minutes: 241 }, { minutes: 0 }, { note: 'a\nb' }]) {
    expect(stop.safeParse({ ...given, ...wrong }).success).toBe(false);
  }
});
