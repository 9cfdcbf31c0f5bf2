import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';
import { queryClient } from '#lib/query-client.ts';
import { serverClock } from '#lib/server-clock.ts';
import { currentSession } from '#lib/session.ts';
import { readTab, writeTab } from '#lib/tab-storage.ts';
import { chosenAfterMs } from '../model/timer-choices.ts';
import { TimerKeeper, type CancelTimer } from '../model/timer-keeper.ts';

/**
 * The customer's dead man's switches that are on. They may be set on another device, so they are asked for whenever shown;
 * and once one has run out, until the server says so.
 */
export const cancelTimersQuery = queryOptions({
  ...callQuery('GET coin/cancel_timers', {}),
  staleTime: 0,
  refetchInterval: ({ state }) => {
    const dueMs = Math.min(...(state.data?.timers ?? []).map(timer => timer.due_at_ms));
    return dueMs === Infinity ? false : Math.max(1000, dueMs - serverClock.now());
  },
});

interface TimerSetting {
  readonly marketId: number;
  /** 0 switches it off. */
  readonly afterMs: number;
  readonly scope: CancelTimer['scope'];
}

async function setCancelTimer({ marketId, afterMs, scope }: TimerSetting): Promise<CancelTimer | null> {
  const input = { market_id: marketId, after_ms: afterMs, scope };
  return (await callApi('POST coin/cancel_timer', input)).timer;
}

/** Shows a switch as the server told it; null: it is off. */
function showTimer(marketId: number, timer: CancelTimer | null): void {
  queryClient.setQueryData(cancelTimersQuery.queryKey, known => {
    const others = (known?.timers ?? []).filter(one => one.market_id !== marketId);
    return { timers: timer === null ? others : [...others, timer] };
  });
}

/** The shell looks for it, too: see `app/shell/use-kept-timers.ts`. */
const STORED = 'cancelTimers';

const timerKeeper = new TimerKeeper({
  nowMs: Date.now,
  later: (run, ms) => {
    const timer = window.setTimeout(run, ms);
    return () => window.clearTimeout(timer);
  },
  isHidden: () => document.visibilityState === 'hidden',
  ownerId: () => currentSession()?.user.id,
  read: async () => (await callApi('GET coin/cancel_timers', {})).timers,
  set: setCancelTimer,
  kept: {
    read: () => readTab(STORED),
    write: kept => void writeTab(STORED, kept.length === 0 ? undefined : kept),
  },
  changed: showTimer,
});

document.addEventListener('visibilitychange', () => timerKeeper.look());
timerKeeper.resume();

/** The times last chosen in this tab, by market. */
const CHOSEN = 'cancelAfter';

export function chosenTime(marketId: number): number {
  return chosenAfterMs(readTab(CHOSEN), marketId);
}

/** Whether this app extends the market's switch by itself. */
export function isKept(marketId: number): boolean {
  return timerKeeper.isKept(marketId);
}

/** Sets a switch. `keeps`: the app extends it while it is open. */
export async function startTimer({
  ownerId,
  keeps,
  ...setting
}: TimerSetting & { readonly ownerId: number; readonly keeps: boolean }): Promise<void> {
  const { marketId, afterMs } = setting;
  await timerKeeper.drop(marketId);
  const timer = await setCancelTimer(setting);
  writeTab(CHOSEN, { ...(readTab(CHOSEN) as object | undefined), [marketId]: afterMs });
  if (keeps) timerKeeper.keep({ ownerId, ...setting });
  showTimer(marketId, timer);
}

export async function extendTimer(setting: TimerSetting): Promise<void> {
  showTimer(setting.marketId, await setCancelTimer(setting));
}

export async function stopTimer({ marketId, scope }: Omit<TimerSetting, 'afterMs'>): Promise<void> {
  await timerKeeper.drop(marketId);
  await setCancelTimer({ marketId, scope, afterMs: 0 });
  showTimer(marketId, null);
}
