import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '#lib/session.ts';
import { positionsTopic } from '#realtime/topics.ts';
import { HISTORY_KEY } from '../api/perpetual.ts';

/** Fetches the history again when a position ends, for whatever reason. */
export function usePositionNews(): void {
  const client = useQueryClient();
  const isCustomer = useSession() !== undefined;
  useEffect(() => {
    if (!isCustomer) return;
    const store = positionsTopic();
    let seen = store.read()?.revision ?? 0;
    return store.watch(() => {
      const state = store.read();
      if (!state) return;
      // A new snapshot restarts the revision count.
      if (state.revision < seen) seen = 0;
      const ended = state.changed.some(
        ({ revision, position }) =>
          revision > seen && (position.status === 'closed' || position.status === 'cancelled'),
      );
      seen = state.revision;
      if (ended) void client.invalidateQueries({ queryKey: [HISTORY_KEY] });
    });
  }, [client, isCustomer]);
}
