import { beforeEach, expect, test } from 'vitest';
import { TimerKeeper, type CancelTimer, type KeptTimer } from './timer-keeper.ts';

const TIMER: KeptTimer = { ownerId: 7, marketId: 1, afterMs: 30_000, scope: 'all' };

/** An exchange, a clock and a tab of the browser. */
class World {
  nowMs = 1_000_000;
  isHidden = false;
  owner: number | undefined = 7;
  isOffline = false;
  running: CancelTimer | null = { market_id: 1, due_at_ms: this.nowMs + 30_000, scope: 'all' };
  stored: unknown;
  readonly sets: number[] = [];
  readonly shown: (CancelTimer | null)[] = [];
  readonly #due: { atMs: number; run: () => void }[] = [];
  keeper = this.open();

  open(): TimerKeeper {
    this.#due.length = 0;
    return new TimerKeeper({
      nowMs: () => this.nowMs,
      later: (run, ms) => {
        const entry = { atMs: this.nowMs + ms, run };
        this.#due.push(entry);
        return () => {
          const at = this.#due.indexOf(entry);
          if (at >= 0) this.#due.splice(at, 1);
        };
      },
      isHidden: () => this.isHidden,
      ownerId: () => this.owner,
      read: async () => {
        if (this.isOffline) throw new Error('offline');
        return this.running ? [this.running] : [];
      },
      set: async ({ marketId, afterMs, scope }) => {
        this.sets.push(this.nowMs);
        this.running = { market_id: marketId, due_at_ms: this.nowMs + afterMs, scope };
        return this.running;
      },
      kept: {
        read: () => this.stored,
        write: kept => {
          this.stored = structuredClone(kept);
        },
      },
      changed: (_marketId, timer) => this.shown.push(timer),
    });
  }

  async pass(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms;
    for (;;) {
      const next = this.#due.toSorted((a, b) => a.atMs - b.atMs)[0];
      if (!next || next.atMs > untilMs) break;
      this.#due.splice(this.#due.indexOf(next), 1);
      this.nowMs = Math.max(this.nowMs, next.atMs);
      next.run();
      await new Promise(resolve => setImmediate(resolve));
    }
    this.nowMs = untilMs;
  }
}

let world: World;
beforeEach(() => {
  world = new World();
});

test('extends at each third of the time', async () => {
  world.keeper.keep(TIMER);
  await world.pass(30_000);
  expect(world.sets).toEqual([1_010_000, 1_020_000, 1_030_000]);
  expect(world.shown.at(-1)).toEqual({ market_id: 1, due_at_ms: 1_060_000, scope: 'all' });
});

test('one that ran out or was switched off elsewhere stays off', async () => {
  world.keeper.keep(TIMER);
  world.running = null;
  await world.pass(60_000);
  expect([world.sets, world.shown, world.keeper.isKept(1)]).toEqual([[], [null], false]);
});

test('one that another device set for other orders is left to it', async () => {
  world.keeper.keep(TIMER);
  world.running = { market_id: 1, due_at_ms: 5_000_000, scope: 'guarded' };
  await world.pass(60_000);
  expect(world.sets).toEqual([]);
  expect(world.shown).toEqual([world.running]);
});

test('stops when told', async () => {
  world.keeper.keep(TIMER);
  await world.keeper.drop(1);
  await world.pass(60_000);
  expect([world.sets, world.stored]).toEqual([[], []]);
});

test('tries again soon while there is no answer', async () => {
  world.keeper.keep(TIMER);
  world.isOffline = true;
  await world.pass(14_000);
  world.isOffline = false;
  await world.pass(2_000);
  expect(world.sets).toEqual([1_015_000]);
});

test('goes on after a reload, at once', async () => {
  world.keeper.keep(TIMER);
  await world.pass(5000);
  world.keeper = world.open();
  world.keeper.resume();
  await world.pass(0);
  expect(world.sets).toEqual([1_005_000]);
});

test('stops once hidden for more than five minutes, and goes on when shown', async () => {
  world.keeper.keep(TIMER);
  world.isHidden = true;
  world.keeper.look();
  await world.pass(300_000);
  expect(world.sets).toHaveLength(30);
  await world.pass(300_000);
  expect(world.sets).toHaveLength(30);
  world.isHidden = false;
  world.keeper.look();
  await world.pass(0);
  expect(world.sets).toHaveLength(31);
});

test('is not for the next customer at this device', async () => {
  world.keeper.keep(TIMER);
  world.owner = 8;
  await world.pass(60_000);
  expect([world.sets, world.stored]).toEqual([[], []]);
});

test.each([
  undefined,
  'all',
  [null, 7, { marketId: 1 }],
  [{ ...TIMER, scope: 'some' }],
  [{ ...TIMER, afterMs: '1' }],
])('takes no strange storage: %j', async stored => {
  world.stored = stored;
  world.keeper.resume();
  await world.pass(60_000);
  expect(world.sets).toEqual([]);
});
