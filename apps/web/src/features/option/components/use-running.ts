import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { WireOption } from '@tallystick/protocol/wire';
import { useSession } from '#lib/session.ts';
import { reconnected } from '#realtime/connection.ts';
import { useTopic } from '#realtime/topics.ts';
import { addToHistory, optionQuery, refreshFunds, renewHistory } from '../api/options.ts';
import { optionsTopic, type OptionsState } from '../api/topics.ts';
import { preferencesStore } from '../model/preferences-store.ts';
import { awaitedBy, awaitResults, resultsShown } from '../model/preferences.ts';
import type { Mode } from '../model/ticket.ts';

const runningOf = (state: OptionsState) => state.running;

/** The customer's unsettled options, the next to end first; undefined while loading. */
export function useRunning(mode: Mode): readonly WireOption[] | undefined {
  const session = useSession();
  const select = useCallback(
    (state: OptionsState) =>
      runningOf(state)
        .filter(option => option.practice === (mode === 'practice'))
        .toSorted((a, b) => a.delivery_at_ms - b.delivery_at_ms || a.option_id - b.option_id),
    [mode],
  );
  return useTopic(session ? optionsTopic() : undefined, select, sameOptions);
}

function sameOptions(a: readonly WireOption[], b: readonly WireOption[]): boolean {
  return a.length === b.length && a.every((option, index) => option === b[index]);
}

export interface Results {
  /** Results not shown yet, oldest first. */
  readonly results: readonly WireOption[];
  readonly dismiss: (optionId: number) => void;
}

/**
 * Results of options seen running on this device, each shown once: when they arrive, or at the next start.
 * Also keeps history and balances current. `onlyId`: shows only this option's result and leaves the others
 * to pages that show all.
 */
export function useResults(onlyId?: number): Results {
  const client = useQueryClient();
  const customerId = useSession()?.user.id;
  const [results, setResults] = useState<readonly WireOption[]>([]);

  useEffect(() => {
    if (customerId === undefined) return;
    const store = optionsTopic();
    let left = false;
    let seenRevision = store.read()?.revision ?? 0;
    const asked = new Set<number>();
    const show = (options: readonly WireOption[]) => {
      const awaited = awaitedBy(preferencesStore.read(), customerId);
      const fresh = options.filter(
        ({ option_id: id }) => awaited.includes(id) && (onlyId === undefined || id === onlyId),
      );
      if (fresh.length === 0) return;
      // Stored before it is shown, so that a reload does not show it twice.
      preferencesStore.change(current =>
        resultsShown(
          current,
          fresh.map(option => option.option_id),
        ),
      );
      setResults(current => [...current, ...fresh]);
    };
    /** Loads the result of an option that ended while the app was closed. */
    const askFor = async (optionId: number) => {
      if (asked.has(optionId)) return;
      asked.add(optionId);
      try {
        const option = await client.fetchQuery(optionQuery(optionId));
        if (left || option.state !== 'settled') return;
        addToHistory(client, option);
        show([option]);
      } catch {
        // Unknown or unreachable: the history has it, and the next visit tries again.
        asked.delete(optionId);
      }
    };
    const look = () => {
      const state = store.read();
      if (!state) return;
      // A new snapshot restarts the revision count.
      if (state.revision < seenRevision) seenRevision = 0;
      const news = state.settled.filter(({ revision }) => revision > seenRevision);
      const changed = state.revision > seenRevision;
      seenRevision = state.revision;
      for (const { option } of news.toReversed()) addToHistory(client, option);
      const ids = state.running.map(option => option.option_id);
      preferencesStore.change(current => awaitResults(current, customerId, ids));
      show(news.map(({ option }) => option).toReversed());
      for (const id of awaitedBy(preferencesStore.read(), customerId)) if (!ids.includes(id)) void askFor(id);
      if (changed) void refreshFunds(client);
    };
    look();
    const stop = store.watch(look);
    const stopReconnect = reconnected.listen(() => {
      void renewHistory(client);
      void refreshFunds(client);
    });
    return () => {
      left = true;
      stop();
      stopReconnect();
    };
  }, [client, customerId, onlyId]);

  const dismiss = useCallback((optionId: number) => {
    setResults(current => current.filter(option => option.option_id !== optionId));
  }, []);
  return { results, dismiss };
}
