import { describe, expect, it } from 'vitest';
import { FeedChoice, TURN_MS } from './feed-choice.ts';

/** Seconds in which these feeds speak. */
function pass(choice: FeedChoice, seconds: number, ...speaking: readonly string[]): void {
  for (let turn = 0; turn < (seconds * 1_000) / TURN_MS; turn++) {
    for (const feed of speaking) choice.heard(feed);
    choice.turn();
  }
}

describe('a choice of feeds', () => {
  it('is none before one has spoken for two seconds', () => {
    const choice = new FeedChoice();
    pass(choice, 1.75, 'a');
    expect(choice.chosen).toBeNull();
    pass(choice, 0.25, 'a');
    expect(choice.chosen).toBe('a');
  });

  it('keeps the one that speaks, and leaves it after a second of silence, for another one or none', () => {
    const choice = new FeedChoice();
    pass(choice, 2, 'b');
    pass(choice, 60, 'a', 'b');
    expect(choice.chosen).toBe('b');
    pass(choice, 1, 'a');
    expect(choice.chosen).toBe('b');
    pass(choice, 0.25, 'a');
    expect(choice.chosen).toBe('a');
    pass(choice, 1.25);
    expect(choice.chosen).toBeNull();
  });

  it('is alike at all gateways: where most are, else the first by name', () => {
    for (const [followers, chosen] of [
      [[0, 0], 'a'],
      [[1, 2], 'b'],
      [[3, 2], 'a'],
    ] as const) {
      const choice = new FeedChoice();
      for (let turn = 0; turn < 8; turn++) {
        choice.heard('b', followers[1]);
        choice.heard('a', followers[0]);
        choice.turn();
      }
      expect(choice.chosen).toBe(chosen);
    }
  });

  it('leaves one that ends at once, which is no failure', () => {
    const choice = new FeedChoice();
    pass(choice, 3, 'a', 'b');
    choice.gone('a');
    expect(choice.chosen).toBe('b');
    choice.gone('b');
    expect(choice.chosen).toBeNull();
    pass(choice, 2, 'b');
    expect(choice.chosen).toBe('b');
  });

  it('goes back to one that failed after a rest, longer each time, and forgets that after a good minute', () => {
    const choice = new FeedChoice();
    const rest = (): number => {
      choice.fail('a');
      expect(choice.chosen).toBeNull();
      let seconds = 0;
      for (; choice.chosen === null; seconds += TURN_MS / 1_000) pass(choice, TURN_MS / 1_000, 'a');
      return seconds;
    };
    pass(choice, 2, 'a');
    expect([rest(), rest(), rest(), rest(), rest(), rest()]).toEqual([5, 10, 20, 40, 60, 60]);
    pass(choice, 60, 'a');
    expect(rest()).toBe(5);
  });

  it('bears that something is lost now and then, and not that it is all the time', () => {
    const choice = new FeedChoice();
    pass(choice, 2, 'a');
    for (let times = 0; times < 20; times++) {
      choice.stumbled('a');
      pass(choice, 5, 'a');
      expect(choice.chosen).toBe('a');
    }
    for (let times = 0; times < 4; times++) choice.stumbled('a');
    expect(choice.chosen).toBeNull();
  });

  it('does not grow with what it hears', () => {
    const choice = new FeedChoice();
    for (let feed = 0; feed < 1_000; feed++) choice.heard(String(feed));
    pass(choice, 61);
    pass(choice, 2, 'late');
    expect(choice.chosen).toBe('late');
  });
});
