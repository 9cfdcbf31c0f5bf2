import { useState, type ReactNode } from 'react';
import { t, word } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { wholeOf } from '#lib/format.ts';
import { RightButton } from '#ui/button.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { HaltFields, EMPTY_ANNOUNCEMENT, type Announcement } from './halt-fields.tsx';
import { ProlongDialog } from './prolong-dialog.tsx';

/** A market, or the contract on it. */
export interface Stoppable {
  readonly id: number;
  readonly symbol: string;
  readonly status: 'open' | 'cancel_only' | 'halted';
}

/** Differences between stopping markets and stopping contracts. */
const SORTS = {
  market: { stop: 'POST desk/market_stop', resume: 'market_status', all: 'markets.all' },
  perpetual: { stop: 'POST desk/perpetual_stop', resume: 'perpetual_status', all: 'perpetuals.all' },
} as const;

interface Stop {
  readonly status: 'cancel_only' | 'halted';
  /** Null: all of them. */
  readonly one: Stoppable | null;
}

/** One operator may stop at once; resuming is proposed to a second one. */
export function useStatusDialogs(
  sort: keyof typeof SORTS,
  all: readonly Stoppable[],
): {
  readonly stop: (one: Stoppable, status: Stop['status']) => void;
  readonly resume: (one: Stoppable) => void;
  readonly prolong: (one: Stoppable) => void;
  /** For all of them at once. */
  readonly buttons: ReactNode;
  readonly dialogs: ReactNode;
} {
  const [stop, setStop] = useState<Stop | null>(null);
  const [resumed, setResumed] = useState<readonly Stoppable[]>([]);
  const [prolonged, setProlonged] = useState<Stoppable | null>(null);
  const held = all.filter(({ status }) => status !== 'open');
  return {
    stop: (one, status) => setStop({ one, status }),
    resume: one => setResumed([one]),
    prolong: setProlonged,
    buttons: (
      <>
        {held.length > 1 ? (
          <RightButton right="market.resume_propose" onClick={() => setResumed(held)}>
            {t('markets.resumeAll')}
          </RightButton>
        ) : null}
        <RightButton right="market.stop" onClick={() => setStop({ one: null, status: 'cancel_only' })}>
          {t('markets.cancelOnlyAll')}
        </RightButton>
        <RightButton
          right="market.stop"
          tone="danger"
          onClick={() => setStop({ one: null, status: 'halted' })}
        >
          {t('markets.stopAll')}
        </RightButton>
      </>
    ),
    dialogs: (
      <>
        {stop === null ? null : <StopDialog sort={sort} stop={stop} onClose={() => setStop(null)} />}
        {prolonged === null ? null : (
          <ProlongDialog kind={SORTS[sort].resume} one={prolonged} onClose={() => setProlonged(null)} />
        )}
        {resumed.length === 0 ? null : (
          <ProposeDialog
            kind={SORTS[sort].resume}
            change={{ market_id: resumed.length === 1 ? resumed[0]!.id : null, status: 'open' }}
            before={Object.fromEntries(resumed.map(one => [one.symbol, word('marketStates', one.status)]))}
            after={Object.fromEntries(
              resumed.map(one => [
                one.symbol,
                t(one.status === 'halted' ? 'haltModes.recovery' : 'marketStates.open'),
              ]),
            )}
            onClose={() => setResumed([])}
          />
        )}
      </>
    ),
  };
}

function StopDialog({
  sort,
  stop: { one, status },
  onClose,
}: {
  readonly sort: keyof typeof SORTS;
  readonly stop: Stop;
  readonly onClose: () => void;
}) {
  const { stop, all } = SORTS[sort];
  const [announcement, setAnnouncement] = useState<Announcement>(EMPTY_ANNOUNCEMENT);
  return (
    <ReasonDialog
      title={t('markets.stopTitle', {
        status: word('marketStates', status),
        symbol: one?.symbol ?? t(all),
      })}
      text={t('markets.stopText')}
      submit={t(status === 'halted' ? 'markets.halt' : 'markets.cancelOnly')}
      danger
      done={t('approvals.done')}
      onClose={onClose}
      run={reason => {
        const { cause, note } = announcement;
        const minutes = status === 'halted' ? { minutes: wholeOf(announcement.minutes) ?? 0 } : {};
        const which = one === null ? {} : { market_id: one.id };
        return callDesk(stop, { ...which, status, cause, note, ...minutes, reason });
      }}
    >
      <HaltFields announcement={announcement} onChange={setAnnouncement} withEnd={status === 'halted'} />
    </ReasonDialog>
  );
}
