import { useState } from 'react';
import { showRefusal, showToast } from './toast.ts';

/** Runs an action for single items of a list, at most once at a time for each, and shows its result as a toast. */
export function useEach(run: (id: number) => Promise<unknown>, doneText: string) {
  const [running, setRunning] = useState<ReadonlySet<number>>(new Set());
  const start = async (id: number) => {
    if (running.has(id)) return;
    setRunning(ids => new Set([...ids, id]));
    try {
      await run(id);
      showToast(doneText, 'good');
    } catch (error) {
      showRefusal(error);
    } finally {
      setRunning(ids => new Set([...ids].filter(one => one !== id)));
    }
  };
  return { running, start: (id: number) => void start(id) };
}
