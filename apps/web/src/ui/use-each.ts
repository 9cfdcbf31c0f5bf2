import { useState } from 'react';
import { showRefusal, showToast } from './toast.ts';

/** Something done to single ones of a list: each can be asked for once while it runs, and what came of it is told. */
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
