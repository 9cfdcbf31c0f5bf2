import { HOUR_MS } from '@tallystick/core/durations';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireOwnLimits } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { serverClock } from '#lib/server-clock.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { formatDate } from '#ui/format.ts';
import { formatDuration } from '#ui/format-time.ts';
import { Chips } from '#ui/segmented.tsx';
import { showToast } from '#ui/toast.ts';
import { setLimits } from '../api/limit.ts';
import { BREAKS_H } from '../model/daily-form.ts';
import { FormError } from '#ui/form-error.tsx';
import styles from './limit.module.css';
import { Pending } from './pending.tsx';

/** The length of a break in its natural unit. */
function useBreakText(): (hours: number) => string {
  const { t } = useTranslation('limit');
  return hours => (hours < 24 ? t('break.hours', { count: hours }) : t('break.days', { count: hours / 24 }));
}

/** A time without new risk. Extending it applies at once, shortening after a day. */
export function TakeBreak({ limits }: { readonly limits: WireOwnLimits }) {
  const { t } = useTranslation('limit');
  const client = useQueryClient();
  const breakText = useBreakText();
  const [hours, setHours] = useState('24');
  const [asking, setAsking] = useState(false);
  const { cool_down_until_ms: untilMs, next_cool_down: next } = limits;
  const left = useCountdown(untilMs ?? undefined);
  const isRunning = left > 0;
  // A running break can only be extended here.
  const choices = BREAKS_H.filter(
    one => untilMs === null || !isRunning || serverClock.now() + one * HOUR_MS > untilMs,
  );
  const chosen = choices.find(one => String(one) === hours) ?? choices[0] ?? 24;
  const endMs = serverClock.now() + chosen * HOUR_MS;

  const start = useSubmit(async () => {
    await setLimits(client, { cool_down_hours: chosen });
    setAsking(false);
    showToast(t('saved'), 'good');
  });
  const end = useSubmit(async () => {
    await setLimits(client, { cool_down_hours: 0 });
    showToast(t('saved'), 'good');
  });
  // Remaining hours, rounded up, so that the end is never earlier than before.
  const keep = useSubmit(async () => {
    await setLimits(client, { cool_down_hours: Math.ceil((left * 1000) / HOUR_MS) });
    showToast(t('saved'), 'good');
  });
  const error = start.error ?? end.error ?? keep.error;
  return (
    <Card className="stack-3 cols-1">
      <h2 className="text-17 leading-24">{t('break.title')}</h2>
      <p className={styles['text']}>{t('break.text')}</p>
      {isRunning ? (
        <div className={styles['standing']}>
          <span className="soft text-12 leading-17">{t('break.left')}</span>
          <b className="figure" role="timer">
            {formatDuration(left * 1000)}
          </b>
          <span className="soft text-12 leading-17">
            {t('break.until', { date: formatDate(untilMs, 'dayMinute') })}
          </span>
        </div>
      ) : null}
      {isRunning && next ? (
        <Pending
          fromMs={next.from_ms}
          text={t('break.willEnd', {
            date: formatDate(Math.max(next.from_ms, next.until_ms ?? 0), 'dayMinute'),
          })}
          keepLabel={t('break.keep')}
          busy={keep.busy}
          onKeep={keep.submit}
        />
      ) : null}
      {choices.length > 0 ? (
        <Chips
          label={t('break.length')}
          value={String(chosen)}
          onChange={setHours}
          choices={choices.map(one => ({ value: String(one), label: breakText(one) }))}
        />
      ) : null}
      <FormError error={error} className={styles['error']} />
      <div className={styles['buttons']}>
        {isRunning && !next ? (
          <Button tone="quiet" size="small" busy={end.busy} onClick={end.submit}>
            {t('break.end')}
          </Button>
        ) : null}
        {choices.length > 0 ? (
          <Button tone="quiet" size="small" onClick={() => setAsking(true)}>
            {t(isRunning ? 'break.extend' : 'break.start')}
          </Button>
        ) : null}
      </div>
      <Confirm
        open={asking}
        title={t('break.confirmTitle', { length: breakText(chosen) })}
        confirmLabel={t('break.start')}
        busy={start.busy}
        onConfirm={start.submit}
        onClose={() => setAsking(false)}
      >
        {t('break.confirmText', { date: formatDate(endMs, 'dayMinute') })}
      </Confirm>
    </Card>
  );
}
