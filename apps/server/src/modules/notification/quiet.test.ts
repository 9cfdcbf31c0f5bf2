import { describe, expect, it } from 'vitest';
import { isTimeZone, minutesOfText, releasedAtMs, rememberedZones, textOfMinutes } from './quiet.ts';

const night = (zone: string, from = '22:00', to = '07:00') => ({
  fromMinute: minutesOfText(from),
  toMinute: minutesOfText(to),
  zone,
});
const released = (at: string, quiet: ReturnType<typeof night> | null) =>
  new Date(releasedAtMs(Date.parse(at), quiet)).toISOString();

describe('quiet hours', () => {
  it('hold nothing back where there are none, and nothing outside of them', () => {
    expect(released('2026-07-15T23:00:00.000Z', null)).toBe('2026-07-15T23:00:00.000Z');
    const quiet = night('UTC');
    expect(released('2026-07-15T21:59:59.999Z', quiet)).toBe('2026-07-15T21:59:59.999Z');
    expect(released('2026-07-15T07:00:00.000Z', quiet)).toBe('2026-07-15T07:00:00.000Z');
  });

  it('hold back until they end, over midnight', () => {
    const quiet = night('UTC');
    expect(released('2026-07-15T22:00:00.000Z', quiet)).toBe('2026-07-16T07:00:00.000Z');
    expect(released('2026-07-16T06:59:59.999Z', quiet)).toBe('2026-07-16T07:00:00.000Z');
  });

  it('within one day', () => {
    const quiet = night('UTC', '12:00', '13:30');
    expect(released('2026-07-15T12:10:00.000Z', quiet)).toBe('2026-07-15T13:30:00.000Z');
    expect(released('2026-07-15T23:10:00.000Z', quiet)).toBe('2026-07-15T23:10:00.000Z');
  });

  it('are those of the customer’s clock, wherever it is', () => {
    expect(released('2026-07-15T15:00:00.000Z', night('Asia/Bangkok'))).toBe('2026-07-16T00:00:00.000Z');
    expect(released('2026-07-15T14:59:00.000Z', night('Asia/Bangkok'))).toBe('2026-07-15T14:59:00.000Z');
    expect(released('2026-07-15T16:15:00.000Z', night('Asia/Kathmandu'))).toBe('2026-07-16T01:15:00.000Z');
  });

  it('end at the hour on the clock in the nights in which it is set', () => {
    // Berlin: forward on 29 March, back on 25 October 2026.
    expect(released('2026-03-28T22:00:00.000Z', night('Europe/Berlin'))).toBe('2026-03-29T05:00:00.000Z');
    expect(released('2026-10-24T21:00:00.000Z', night('Europe/Berlin'))).toBe('2026-10-25T06:00:00.000Z');
  });

  it('end where the clock goes on if it jumps over their end', () => {
    const end = releasedAtMs(
      Date.parse('2026-03-28T22:00:00.000Z'),
      night('Europe/Berlin', '22:00', '02:30'),
    );
    expect(end).toBeGreaterThanOrEqual(Date.parse('2026-03-29T01:00:00.000Z'));
    expect(end).toBeLessThanOrEqual(Date.parse('2026-03-29T01:30:00.000Z'));
  });
});

it.each([
  ['Asia/Tokyo', true],
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['+07:00', false],
  ['', false],
])('%s as a time zone: %s', (zone, known) => {
  expect(isTimeZone(zone)).toBe(known);
});

it('times are written as they are read', () => {
  for (const text of ['00:00', '07:05', '23:59']) expect(textOfMinutes(minutesOfText(text))).toBe(text);
});

it('remembers no more zones than there are, however they are spelt', () => {
  const letters = [...'america/argentina/buenos_aires'];
  const spelt = (number: number): string =>
    letters.map((letter, at) => ((number >> at) & 1 ? letter.toUpperCase() : letter)).join('');
  for (let number = 0; number < 4_000; number++) expect(isTimeZone(spelt(number))).toBe(true);
  expect(rememberedZones()).toBeLessThanOrEqual(1_000);
});
