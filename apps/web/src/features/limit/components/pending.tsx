import { Hourglass } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { Button } from '#ui/button.tsx';
import { formatDuration } from '#ui/format-time.ts';
import styles from './limit.module.css';

/** A pending looser limit: counts down until it applies, and can be cancelled. */
export function Pending({
  fromMs,
  text,
  keepLabel,
  busy,
  onKeep,
}: {
  readonly fromMs: number;
  readonly text: string;
  readonly keepLabel: string;
  readonly busy: boolean;
  readonly onKeep: () => void;
}) {
  const { t } = useTranslation('limit');
  const left = useCountdown(fromMs);
  return (
    <div className={styles['pending']}>
      <Hourglass size={18} aria-hidden="true" />
      <div className="grow grid">
        <span>{text}</span>
        <span className="weight-650" role="timer">
          {t('pending', { time: formatDuration(left * 1000) })}
        </span>
        <Button tone="plain" size="small" busy={busy} onClick={onKeep} className={styles['keep']}>
          {keepLabel}
        </Button>
      </div>
    </div>
  );
}
