import { describe, expect, test } from 'vitest';
import { DAY_MS } from '@tallystick/core/durations';
import { SteadyClock } from './steady-clock.ts';

const START_MS = Date.UTC(2026, 6, 15, 12);

function setup(limitMs = 1_000) {
  let passedMs = 5;
  let wallMs = START_MS;
  const clock = new SteadyClock({ wall: () => wallMs, monotonic: () => passedMs, limitMs });
  return {
    clock,
    /** Advances both clocks. */
    pass(ms: number) {
      passedMs += ms;
      wallMs += ms;
    },
    /** Moves only the machine's clock. */
    set(byMs: number) {
      wallMs += byMs;
    },
    wall: () => wallMs,
    elapsed: () => passedMs - 5,
  };
}

describe('the steady clock', () => {
  test('equals the machine’s clock as long as nobody sets it', () => {
    const { clock, pass } = setup();
    pass(1_234);
    expect(clock.now()).toBe(START_MS + 1_234);
    expect(clock.jump()).toBeNull();
  });

  test.each([7 * DAY_MS, 1_001, -1_001, -DAY_MS])('continues alone when it is set by %d ms', by => {
    const { clock, pass, set } = setup();
    pass(500);
    set(by);
    expect(clock.now()).toBe(START_MS + 500);
    expect(clock.jump()).toEqual({ sinceMs: START_MS + 500, differenceMs: by });
    pass(60_000);
    expect(clock.now()).toBe(START_MS + 60_500);
    expect(clock.jump()).toEqual({ sinceMs: START_MS + 500, differenceMs: by });
  });

  test('follows a small difference slowly, and never goes back', () => {
    for (const by of [900, -900]) {
      const { clock, pass, set, wall, elapsed } = setup();
      set(by);
      let before = clock.now();
      for (let steps = 0; steps < 1_000; steps++) {
        pass(100);
        const now = clock.now();
        expect(now).toBeGreaterThanOrEqual(before);
        expect(Math.abs(now - START_MS - elapsed())).toBeLessThanOrEqual(elapsed() * 0.005 + 1);
        before = now;
      }
      expect(clock.jump()).toBeNull();
      pass(100_000);
      expect(clock.now()).toBe(wall());
    }
  });

  test('stops if small steps add up faster than it follows', () => {
    const { clock, pass, set } = setup();
    for (let steps = 0; steps < 3; steps++) {
      set(400);
      pass(1_000);
      clock.now();
    }
    expect(clock.jump()).toMatchObject({ differenceMs: expect.closeTo(1_200, -2) });
  });

  test('resumes without a jump once the machine’s clock has been right for a while', () => {
    const { clock, pass, set } = setup();
    set(7 * DAY_MS);
    clock.now();
    pass(4_000);
    set(-7 * DAY_MS);
    expect(clock.jump()).not.toBeNull();
    pass(2_999);
    expect(clock.jump()).not.toBeNull();
    pass(1);
    expect(clock.jump()).toBeNull();
    expect(clock.now()).toBe(START_MS + 7_000);
  });

  test('does not resume while the machine’s clock moves back and forth', () => {
    const { clock, pass, set } = setup();
    for (let times = 0; times < 10; times++) {
      set(DAY_MS);
      expect(clock.jump()).not.toBeNull();
      set(-DAY_MS);
      expect(clock.jump()).not.toBeNull();
      pass(2_000);
    }
    expect(clock.jump()).not.toBeNull();
  });

  test('after the machine slept: stops until somebody confirms the clock', () => {
    const { clock, pass, set, wall } = setup();
    set(3_600_000);
    expect(clock.jump()).toEqual({ sinceMs: START_MS, differenceMs: 3_600_000 });
    pass(60_000);
    clock.anchor();
    expect(clock.jump()).toBeNull();
    expect(clock.now()).toBe(wall());
  });
});
