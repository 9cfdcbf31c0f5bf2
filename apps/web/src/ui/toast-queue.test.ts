import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastQueue, type Message } from './toast-queue.ts';

const message = (text: string, link: Message['link'] = null): Message => ({ text, tone: 'neutral', link });
let screen: string | null;
let queue: ToastQueue;
beforeEach(() => {
  vi.useFakeTimers();
  screen = null;
  queue = new ToastQueue(shown => {
    screen = shown?.text ?? null;
  });
});
afterEach(() => void vi.useRealTimers());

/** The toasts shown after each of these waiting times in turn, in milliseconds. */
const after = (...times: readonly number[]) =>
  times.map(ms => {
    vi.advanceTimersByTime(ms);
    return screen;
  });

it('shows a message at once, and for a while', () => {
  queue.add(message('a'));
  expect(after(0, 3199, 1)).toEqual(['a', 'a', null]);
});

it('leaves a link twice as long, until it is followed', () => {
  queue.add(message('a', { text: 'why', href: '#' }));
  expect(after(6399, 1)).toEqual(['a', null]);
  queue.add(message('b', { text: 'why', href: '#' }));
  queue.next();
  expect(screen).toBe(null);
});

it('lets a message be read before the next replaces it', () => {
  queue.add(message('liquidated'));
  queue.add(message('opened'));
  expect(after(1199, 1, 3199, 1)).toEqual(['liquidated', 'opened', 'opened', null]);
});

it('replaces a message that was shown long enough at once', () => {
  queue.add(message('a'));
  vi.advanceTimersByTime(2000);
  queue.add(message('b'));
  expect(after(0)).toEqual(['b']);
});

it('repeats nothing: the same text only stays longer', () => {
  queue.add(message('copied'));
  vi.advanceTimersByTime(3000);
  queue.add(message('copied'));
  expect(after(3199, 1)).toEqual(['copied', null]);
});

it('leaves out the oldest of many', () => {
  for (const text of 'abcdefgh') queue.add(message(text));
  expect(after(0, 1200, 1200, 1200, 1200, 1200, 3200)).toEqual(['a', 'd', 'e', 'f', 'g', 'h', null]);
});
