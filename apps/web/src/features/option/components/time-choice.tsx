import { useId, type CSSProperties } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatDecimal } from '#ui/format.ts';
import { asPercent, type TimeTerms } from '../model/ticket.ts';
import styles from './time-choice.module.css';

/** `30 s`, `2 min`: whole minutes from two on are shown in minutes. */
export function useTimeText(): (seconds: number) => string {
  const { t } = useTranslation('option');
  return seconds =>
    seconds > 60 && seconds % 60 === 0
      ? t('ticket.minute', { count: seconds / 60 })
      : t('ticket.second', { count: seconds });
}

/** The most that fit in one row on the smallest phones. */
const MOST_COLUMNS = 5;

/** The available times, each with its payout rate. */
export function TimeChoice({
  times,
  value,
  onChange,
}: {
  readonly times: readonly TimeTerms[];
  readonly value: number | undefined;
  readonly onChange: (seconds: number) => void;
}) {
  const { t } = useTranslation('option');
  const timeText = useTimeText();
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={t('ticket.time')}
      className={styles['times']}
      style={{ '--columns': Math.min(times.length, MOST_COLUMNS) } as CSSProperties}
    >
      {times.map(({ seconds, payout_rate }) => (
        <label key={seconds} className={styles['time']}>
          <input
            type="radio"
            name={name}
            className={styles['radio']}
            checked={seconds === value}
            onChange={() => onChange(seconds)}
          />
          <span className={styles['face']}>
            {timeText(seconds)}
            <span className={styles['rate']}>
              {t('ticket.pays', { percent: formatDecimal(asPercent(payout_rate), { decimals: 2 }) })}
            </span>
          </span>
        </label>
      ))}
    </div>
  );
}
