import { useCallback, useSyncExternalStore } from 'react';
import { serverClock } from '../lib/server-clock.ts';

/** Twice a second, so that no second is skipped. */
const TICK_MS = 500;

/** Whole seconds until `atMs` by the server's clock, rounded up; 0 once it is over or when there is none. */
export function useCountdown(atMs: number | undefined): number {
  const left = useCallback(
    () => (atMs === undefined ? 0 : Math.max(0, Math.ceil((atMs - serverClock.now()) / 1000))),
    [atMs],
  );
  const watch = useCallback(
    (listener: () => void) => {
      let timer: number | undefined;
      const run = () => {
        window.clearInterval(timer);
        if (left() === 0) return;
        timer = window.setInterval(() => {
          listener();
          if (left() === 0) window.clearInterval(timer);
        }, TICK_MS);
      };
      run();
      // A time that has passed on a fast phone clock may be in the future once the server's clock is known.
      const stop = serverClock.changed.listen(() => {
        listener();
        run();
      });
      return () => {
        stop();
        window.clearInterval(timer);
      };
    },
    [left],
  );
  return useSyncExternalStore(watch, left);
}
