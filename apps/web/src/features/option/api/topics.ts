import type { WireIndexTick, WireOption } from '@tallystick/protocol';
import { storeFor } from '#realtime/connection.ts';
import type { TopicStore } from '#realtime/topic-store.ts';

/** Index ticks kept for charts: enough to draw the longest option since its purchase. */
const MAX_TICKS = 1_200;

/** A market's numbered index ticks, oldest first: the prices that options are settled by. */
export function indexTopic(marketId: number): TopicStore<`index:${number}`, readonly WireIndexTick[]> {
  return storeFor(`index:${marketId}`, {
    open: (ticks): readonly WireIndexTick[] => ticks,
    apply: (ticks, delta) => [...ticks, ...delta].slice(-MAX_TICKS),
  });
}

/** Number of settled options kept for readers. */
const MAX_CHANGES = 100;

export interface OptionsState {
  /** Unsettled options, newest first. */
  readonly running: readonly WireOption[];
  /** Recently settled options, newest first. Readers remember the revision they have seen. */
  readonly settled: readonly { readonly revision: number; readonly option: WireOption }[];
  /** Grows with every delta. */
  readonly revision: number;
}

/** The customer's second options, real and practice. */
export function optionsTopic(): TopicStore<'options', OptionsState> {
  return storeFor('options', {
    open: (options): OptionsState => ({ running: options, settled: [], revision: 0 }),
    apply: (state, changed) => {
      const revision = state.revision + 1;
      const ids = new Set(changed.map(option => option.option_id));
      const running = [
        ...changed.filter(option => option.state !== 'settled'),
        ...state.running.filter(option => !ids.has(option.option_id)),
      ].toSorted((a, b) => b.option_id - a.option_id);
      const settled = changed
        .filter(option => option.state === 'settled')
        .map(option => ({ revision, option }));
      return { running, settled: [...settled, ...state.settled].slice(0, MAX_CHANGES), revision };
    },
  });
}
