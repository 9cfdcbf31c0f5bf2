import { useEffect } from 'react';
import { readTab } from '#lib/tab-storage.ts';

/** After a reload, goes on extending the dead man's switches that this app keeps: on every page, and without its code in the first load. */
export function useKeptTimers(): void {
  useEffect(() => {
    if (readTab('cancelTimers') === undefined) return;
    import('#features/spot/api/cancel-timers.ts').catch(() => {
      // The switch runs out as if the app were closed; the trade page shows it, and loads the code again.
    });
  }, []);
}
