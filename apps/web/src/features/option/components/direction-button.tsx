import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatDuration } from '#ui/format-time.ts';
import { useBlocker } from '#ui/use-blocker.ts';
import type { Direction } from '../model/ticket.ts';
import styles from './direction-button.module.css';

/** One of the two big buttons. Below the label: what wins, or why it is disabled. */
export function DirectionButton({
  direction,
  icon,
  busy,
  disabled,
  shortOf,
  isSoldOut,
  stoppedSeconds,
  onPress,
}: {
  readonly direction: Direction;
  readonly icon: ReactNode;
  readonly busy: boolean;
  readonly disabled: boolean;
  /** The largest possible stake, if less than requested. */
  readonly shortOf: string | undefined;
  readonly isSoldOut: boolean;
  /** Seconds the customer's own limits disable it; 0 if they do not. */
  readonly stoppedSeconds: number;
  readonly onPress: () => void;
}) {
  const { t } = useTranslation('option');
  const capacity = isSoldOut ? t('ticket.soldOut') : t('ticket.onlyLeft', { amount: shortOf });
  const offline = useBlocker();
  const note =
    offline ??
    (stoppedSeconds > 0
      ? t('ticket.stopped', { time: formatDuration(stoppedSeconds * 1000) })
      : shortOf === undefined
        ? t(`ticket.wins.${direction}`)
        : capacity);
  return (
    <button
      type="button"
      className={styles['button']}
      data-direction={direction}
      disabled={disabled || shortOf !== undefined || offline !== undefined}
      aria-busy={busy || undefined}
      onClick={onPress}
    >
      <span className={styles['word']}>
        <span aria-hidden="true">{icon}</span>
        {t(`direction.${direction}`)}
      </span>
      <span className={styles['note']}>{note}</span>
    </button>
  );
}
