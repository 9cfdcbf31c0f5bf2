import { useEffect, useState } from 'react';
import { serverClock } from '../lib/server-clock.ts';

/** The server's time in milliseconds, updated every `everyMs`; not updated while `everyMs` is undefined. */
export function useServerNow(everyMs: number | undefined): number {
  const [nowMs, setNowMs] = useState(() => serverClock.now());
  useEffect(() => {
    if (everyMs === undefined) return;
    const read = () => setNowMs(serverClock.now());
    read();
    const timer = setInterval(read, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
