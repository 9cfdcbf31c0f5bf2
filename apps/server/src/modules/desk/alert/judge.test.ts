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

/** What is raised (`R`), resolved (`r`) or neither (`.`) by each of these looks; `?`: it could not be looked at. */
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
    // Once is not enough, in neither direction.
    ['bgbgbgbb', '.......R'],
    ['bbgbgbgg', '.R.....r'],
    // Around the limit it goes on.
    ['bbmbmbmm', '.R......'],
    ['bmbmbbgm', '.....R..'],
    // What could not be looked at is neither good nor bad.
    ['bb??????gg', '.R.......r'],
    ['b?b?bb', '.....R'],
    // What is gone is over.
    ['bb--', '.R.r'],
  ])('of looks %s comes %s', (states, verdict) => {
    expect(looks(states)).toBe(verdict);
  });

  it('is raised and resolved in turns, whatever is found', () => {
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
