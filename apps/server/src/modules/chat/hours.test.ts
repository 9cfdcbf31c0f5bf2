import { isTimeZone, parseOpeningHours } from '@tallystick/protocol/desk/opening-hours';
import { describe, expect, it } from 'vitest';
import { openingAt } from './hours.ts';

const at = (time: string): number => Date.parse(time);
const opens = (hours: string, zone: string, time: string): string | boolean => {
  const { open, opensAtMs } = openingAt(hours, zone, at(time));
  return open || new Date(opensAtMs ?? 0).toISOString();
};

describe('opening hours', () => {
  it.each([
    ['', 0],
    ['Mo 09:00-18:00', 1],
    ['Mo-Fr 09:00-18:00; Sa 10:00-14:00', 6],
    ['Sa-Mo 00:00-24:00', 3],
  ])('%j has %i parts', (text, parts) => expect(parseOpeningHours(text)).toHaveLength(parts));

  it.each([
    'Mo',
    '9-18',
    'Mo 18:00-09:00',
    'Mo 09:00-09:00',
    'Xx 09:00-18:00',
    'Mo 09:00-24:01',
    'Mo 09:60-10:00',
    ';',
  ])('%j are none', text => expect(parseOpeningHours(text)).toBeNull());

  it('know the zones of the IANA list', () => {
    expect(['UTC', 'Asia/Tokyo', 'Mars/Base', ''].map(isTimeZone)).toEqual([true, true, false, false]);
  });

  // 2026-11-23 is a Monday.
  it.each([
    ['always', '', 'UTC', '2026-11-22T03:00:00Z', true],
    ['within', 'Mo-Fr 09:00-18:00', 'UTC', '2026-11-23T09:00:00Z', true],
    ['the end is not in it', 'Mo-Fr 09:00-18:00', 'UTC', '2026-11-23T18:00:00Z', '2026-11-24T09:00:00.000Z'],
    ['before opening', 'Mo-Fr 09:00-18:00', 'UTC', '2026-11-23T08:59:30Z', '2026-11-23T09:00:00.000Z'],
    ['over the weekend', 'Mo-Fr 09:00-18:00', 'UTC', '2026-11-27T20:00:00Z', '2026-11-30T09:00:00.000Z'],
    [
      'the nearest part',
      'Mo-Fr 09:00-18:00; Sa 10:00-14:00',
      'UTC',
      '2026-11-27T20:00:00Z',
      '2026-11-28T10:00:00.000Z',
    ],
    ['by the clocks of the zone', 'Mo-Fr 09:00-18:00', 'Asia/Tokyo', '2026-11-23T00:00:00Z', true],
    [
      'in a zone behind',
      'Mo 09:00-18:00',
      'America/New_York',
      '2026-11-23T13:30:00Z',
      '2026-11-23T14:00:00.000Z',
    ],
    [
      'over the end of summer time',
      'Mo 09:00-18:00',
      'Europe/Madrid',
      '2026-10-24T12:00:00Z',
      '2026-10-26T08:00:00.000Z',
    ],
    [
      'over its beginning',
      'Mo 09:00-18:00',
      'Europe/Madrid',
      '2026-03-28T12:00:00Z',
      '2026-03-30T07:00:00.000Z',
    ],
    [
      'a week later, having just closed',
      'Mo 09:00-10:00',
      'UTC',
      '2026-11-23T10:00:00Z',
      '2026-11-30T09:00:00.000Z',
    ],
  ])('%s', (_, hours, zone, time, expected) => expect(opens(hours, zone, time)).toBe(expected));
});
