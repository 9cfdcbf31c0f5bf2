import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';
import { everything, viewsOf } from './plan.ts';
import { summary } from './summary.ts';

const visits = everything(viewsOf([]));
const wanted = (...words: string[]): number => visits.filter(readOptions(words).wants).length;

describe('the arguments of npm run walk', () => {
  it('may be empty: everything is walked', () => {
    expect(wanted()).toBe(visits.length);
    expect(readOptions([])).toMatchObject({ pictures: false, checks: true });
  });

  it('filter, together and one after the other', () => {
    expect(
      wanted('--route', 'promotion/index', '--language', 'th,en', '--width', '320', '--who', 'visitor'),
    ).toBe(2);
    expect(wanted('--route', 'promotion/index', '--language', 'th', '--language', 'en')).toBe(2 * 2 * 4);
  });

  it.each([
    [['--width', '321'], '--width is one of 320, 390, 768, 1280, not 321'],
    [['--language', 'de'], 'not de'],
    [['--who', 'nobody'], 'not nobody'],
    [['--text-size', 'huge'], 'not huge'],
    [['--beside', 'many'], 'not many'],
    [['--every'], 'every'],
  ])('that are none are told: %j', (words, message) => {
    expect(() => readOptions(words)).toThrow(message);
  });
});

it('faults are summed up by page, each with all places where it occurred', () => {
  const at = { route: '/pages/a', who: 'visitor', language: 'th' } as const;
  const faults = ([320, 390] as const).map(width => ({ visit: { ...at, width }, text: 'cut' }));
  const expected = '\n/pages/a\n  cut\n    th 320 visitor, th 390 visitor\n9 visits, 2 faults on 1 pages\n';
  expect(summary(faults, 9)).toBe(expected);
  expect(summary([], 9)).toBe('\n9 visits, no fault\n');
});
