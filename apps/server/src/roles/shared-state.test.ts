import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Pool } from '../database/pool.ts';
import type { News } from '../engine/remote/news.ts';
import { shareState } from './shared-state.ts';

/** Longer than news takes, and as long as it may take without any. */
const WITHIN_MS = 1_000;

/** What the database says, by what was changed. */
let versions: Record<'clock' | 'settings' | 'help', string>;
let halt: object | null;
let halted: string[];
let looks: number;
let broken: boolean;
let caughtUp: string[];
let ended: number[];
let changed: number[];
let changedHere: (changed: readonly number[]) => void;
let told: News[];
let hears: (news: News) => void;
let endedHere: (ended: readonly number[]) => void;
let logged: string[];
let stop: () => Promise<void>;

const catchUp = (what: string) => async () => void caughtUp.push(what);

beforeEach(async () => {
  vi.useFakeTimers();
  versions = { clock: '0', settings: '1', help: '1' };
  halt = null;
  halted = [];
  looks = 0;
  broken = false;
  caughtUp = [];
  ended = [];
  changed = [];
  told = [];
  logged = [];
  const ask = async () => {
    looks++;
    if (broken) throw new Error('the database is away');
    return [{ ...versions, halt }];
  };
  ({ stop } = shareState({
    pool: { ask } as unknown as Pool,
    news: { tell: one => told.push(one), hear: listener => (hears = listener) },
    clock: { catchUp: catchUp('clock'), onAdvancedHere: () => undefined, onConfirmedHere: () => undefined },
    settings: { catchUp: catchUp('settings'), onReloaded: () => undefined },
    sessions: {
      catchUp: catchUp('sessions'),
      endedElsewhere: ids => ended.push(...ids),
      onEndedHere: listener => (endedHere = listener),
      changedElsewhere: ids => changed.push(...ids),
      onChangedHere: listener => (changedHere = listener),
    },
    onHalted: error => halted.push(error.message),
    log: { info() {}, warn() {}, error: (_details, message) => logged.push(message) },
  }));
  // The first look finds what there is.
  await vi.advanceTimersByTimeAsync(WITHIN_MS);
  caughtUp = [];
  looks = 0;
});
afterEach(async () => {
  await stop();
  vi.useRealTimers();
});

it('a session that others ended is over here at once, whatever the database does', () => {
  broken = true;
  hears({ kind: 'sessions', ended: [7, 9] });
  expect(ended).toEqual([7, 9]);
});

it('a session that was changed at one process is read again at the others, and ended by none', () => {
  changedHere([3]);
  expect(told).toEqual([{ kind: 'changed-sessions', ids: [3] }]);
  hears({ kind: 'changed-sessions', ids: [7] });
  expect([changed, ended]).toEqual([[7], []]);
});

it('news of a setting brings a look at once', async () => {
  versions.settings = '2';
  hears({ kind: 'settings' });
  await vi.advanceTimersByTimeAsync(0);
  expect(caughtUp).toContain('settings');
  expect(caughtUp).not.toContain('clock');
});

it('without news everything holds within a second', async () => {
  versions = { clock: '5', settings: '2', help: '2' };
  await vi.advanceTimersByTimeAsync(WITHIN_MS);
  expect(new Set(caughtUp)).toEqual(new Set(['clock', 'settings', 'sessions']));
});

it('what could not be looked at is looked at again', async () => {
  broken = true;
  versions.clock = '5';
  await vi.advanceTimersByTimeAsync(WITHIN_MS);
  expect(caughtUp).toEqual([]);
  expect(logged).not.toEqual([]);
  broken = false;
  await vi.advanceTimersByTimeAsync(WITHIN_MS);
  expect(caughtUp).toContain('clock');
});

it('tells others what ended here, and looks for nothing because the worker has work', async () => {
  endedHere([3]);
  expect(told).toEqual([{ kind: 'sessions', ended: [3] }]);
  hears({ kind: 'work', what: 'mails' });
  await vi.advanceTimersByTimeAsync(0);
  expect(looks).toBe(0);
});

it('that the exchange is stopped for good is known within a second, and at once by news', async () => {
  halt = { foundAt: 'noon', finder: 'the worker', reason: 'books that differ' };
  await vi.advanceTimersByTimeAsync(WITHIN_MS);
  expect(halted[0]).toContain('the worker found: books that differ');
  const before = halted.length;
  hears({ kind: 'halt' });
  await vi.advanceTimersByTimeAsync(0);
  expect(halted.length).toBe(before + 1);
});
