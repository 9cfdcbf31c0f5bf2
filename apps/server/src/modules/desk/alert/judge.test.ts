import type { AlertKind } from '@tallystick/protocol/desk/alerts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { above, below, Judge, type AlertKey, type Reading } from './judge.ts';

const ALL: ReadonlySet<AlertKind> = new Set(['queue_long']);
const queue = (state: Reading['state']): Reading => ({
  ...{ kind: 'queue_long', subject: 'identity', state },
  figure: '60',
  limit: '50',
});

/** The result of each check: raised (`R`), resolved (`r`) or neither (`.`); `?`: the check failed. */
function looks(states: string): string {
  const judge = new Judge();
  const open: AlertKey[] = [];
  return [...states]
    .map(letter => {
      const state = { b: 'bad', m: 'between', g: 'good' }[letter] as Reading['state'] | undefined;
      const readings = state === undefined ? [] : [queue(state)];
      const { raise, resolve } = judge.step(open, readings, letter === '?' ? new Set() : ALL);
      if (resolve.length > 0) open.length = 0;
      if (raise.length > 0) open.push(queue('bad'));
      return raise.length > 0 ? 'R' : resolve.length > 0 ? 'r' : '.';
    })
    .join('');
}

describe('an alert', () => {
  it.each([
    ['bbbbgggg', '.R...r..'],
    // One check is not enough, in either direction.
    ['bgbgbgbb', '.......R'],
    ['bbgbgbgg', '.R.....r'],
    // Near the limit it stays open.
    ['bbmbmbmm', '.R......'],
    ['bmbmbbgm', '.....R..'],
    // A failed check counts as neither good nor bad.
    ['bb??????gg', '.R.......r'],
    ['b?b?bb', '.....R'],
    // A subject that no longer exists is resolved.
    ['bb--', '.R.r'],
  ])('with checks %s gives %s', (states, verdict) => {
    expect(looks(states)).toBe(verdict);
  });

  it('is raised and resolved alternately, whatever is found', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('b', 'm', 'g', '?', '-'), { maxLength: 60 }), states => {
        const told = looks(states.join('')).replaceAll('.', '');
        expect(told).toMatch(/^(Rr)*R?$/);
      }),
    );
  });
});

describe('a figure', () => {
  it('that was too high is good again only well below', () => {
    expect([51, 50, 41, 40].map(figure => above(figure, 50))).toEqual(['bad', 'between', 'between', 'good']);
  });

  it('that was too low is good again only well above', () => {
    expect([1.9, 2, 2.4, 2.5].map(figure => below(figure, 2))).toEqual(['bad', 'between', 'between', 'good']);
  });
});
