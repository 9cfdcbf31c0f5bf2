import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { retryRefused } from './retry-refused.ts';

const PAUSE_MS = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A socket that counts connection attempts and refuses them with a code. */
function door(active = false) {
  let refuse: (error: Error) => void = () => undefined;
  const connect = vi.fn<() => void>();
  const stop = retryRefused(
    { active, connect, on: (_event, listener) => void (refuse = listener) },
    PAUSE_MS,
  );
  return { connect, stop, refuse: (word: string) => refuse(new Error(word)) };
}

it.each(['internal_error', 'rate_limited'])(
  'knocks again after %s, between once and twice the pause later',
  word => {
    const { connect, refuse } = door();
    refuse(word);
    vi.advanceTimersByTime(PAUSE_MS - 1);
    expect(connect).not.toHaveBeenCalled();
    vi.advanceTimersByTime(PAUSE_MS + 1);
    expect(connect).toHaveBeenCalledOnce();
    refuse(word);
    vi.advanceTimersByTime(2 * PAUSE_MS);
    expect(connect).toHaveBeenCalledTimes(2);
  },
);

it('does not retry a final refusal, nor failures the library retries itself', () => {
  const refused = door();
  refused.refuse('session_invalid');
  const lost = door(true);
  lost.refuse('internal_error');
  vi.advanceTimersByTime(10 * PAUSE_MS);
  expect(refused.connect).not.toHaveBeenCalled();
  expect(lost.connect).not.toHaveBeenCalled();
});

it('does not retry once stopped', () => {
  const { connect, refuse, stop } = door();
  refuse('internal_error');
  stop();
  refuse('internal_error');
  vi.advanceTimersByTime(10 * PAUSE_MS);
  expect(connect).not.toHaveBeenCalled();
});
