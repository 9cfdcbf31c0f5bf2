import { useQuery } from '@tanstack/react-query';
import { TimerReset } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { WireMarket } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { currentLocale } from '#lib/format-locale.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { Button } from '#ui/button.tsx';
import { formatDuration } from '#ui/format-time.ts';
import { showToast, toastFailure } from '#ui/toast.ts';
import { cancelTimersQuery, chosenTime, extendTimer, isKept, stopTimer } from '../api/cancel-timers.ts';
import { extensionMs, timeName } from '../model/timer-choices.ts';
import type { CancelTimer as Timer } from '../model/timer-keeper.ts';
import styles from './cancel-timer.module.css';

const CancelTimerSheet = lazy(async () => ({
  default: (await import('./cancel-timer-sheet.tsx')).CancelTimerSheet,
}));

function Running({ market, timer }: { readonly market: WireMarket; readonly timer: Timer }) {
  const { t } = useTranslation('spot');
  const seconds = useCountdown(timer.due_at_ms);
  const afterMs = extensionMs(chosenTime(market.id), seconds * 1000);
  const onFailed = toastFailure(t('deadMan.unsure'));
  const extending = useSubmit(extendTimer, {
    onDone: () => showToast(t('deadMan.extended'), 'good'),
    onFailed,
  });
  const stopping = useSubmit(stopTimer, { onDone: () => showToast(t('deadMan.stopped')), onFailed });
  const time = formatDuration(seconds * 1000);
  return (
    <section className={styles['running']} aria-label={t('deadMan.title')}>
      <p className={styles['words']}>
        <b className="block">{t('deadMan.title')}</b>
        <span>
          {t(timer.scope === 'all' ? 'deadMan.runsAll' : 'deadMan.runsGuarded', {
            symbol: market.symbol,
            time,
          })}
        </span>
        {isKept(market.id) ? <span className="note block">{t('deadMan.kept')}</span> : null}
      </p>
      <div className={styles['buttons']}>
        <Button
          tone="quiet"
          size="small"
          busy={extending.busy}
          onClick={() => void extending.submit({ marketId: market.id, afterMs, scope: timer.scope })}
        >
          {t('deadMan.extend')} · {timeName(afterMs, currentLocale().marks.tag)}
        </Button>
        <Button
          tone="plain"
          size="small"
          busy={stopping.busy}
          onClick={() => void stopping.submit({ marketId: market.id, scope: timer.scope })}
        >
          {t('deadMan.off')}
        </Button>
      </div>
    </section>
  );
}

/** The dead man's switch of a market: a button to set it, or what is left while it is on. */
export function CancelTimer({ market }: { readonly market: WireMarket }) {
  const { t } = useTranslation('spot');
  const [setting, setSetting] = useState(false);
  const { data } = useQuery(cancelTimersQuery);
  // Until it is known whether one is on, there is nothing to offer.
  if (!data) return null;
  const timer = data.timers.find(one => one.market_id === market.id);
  return (
    <>
      {timer ? (
        <Running market={market} timer={timer} />
      ) : (
        <div>
          <Button
            tone="plain"
            size="small"
            icon={<TimerReset size={15} aria-hidden="true" />}
            onClick={() => setSetting(true)}
          >
            {t('deadMan.title')}
          </Button>
        </div>
      )}
      {setting ? (
        <Suspense fallback={null}>
          <CancelTimerSheet
            market={market}
            afterMs={chosenTime(market.id)}
            onClose={() => setSetting(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
