import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { Direction } from '../model/ticket.ts';
import styles from './direction-button.module.css';

/** One of the two big buttons. Below the word: what wins, or that the house cannot cover as much. */
export function DirectionButton({
  direction,
  icon,
  busy,
  disabled,
  shortOf,
  isSoldOut,
  onPress,
}: {
  readonly direction: Direction;
  readonly icon: ReactNode;
  readonly busy: boolean;
  readonly disabled: boolean;
  /** The largest stake that is left, where it is less than what is asked for. */
  readonly shortOf: string | undefined;
  readonly isSoldOut: boolean;
  readonly onPress: () => void;
}) {
  const { t } = useTranslation('option');
  const note =
    shortOf === undefined
      ? t(`ticket.wins.${direction}`)
      : isSoldOut
        ? t('ticket.soldOut')
        : t('ticket.onlyLeft', { amount: shortOf });
  return (
    <button
      type="button"
      className={styles['button']}
      data-direction={direction}
      disabled={disabled || shortOf !== undefined}
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
