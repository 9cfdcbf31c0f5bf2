import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import type { WireOption } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { formatMove } from '../model/index-price.ts';
import { verdictOf } from '../model/standing.ts';
import styles from './option-history.module.css';
import { useTimeText } from './time-choice.tsx';

/** One settled option: its terms, both prices and its result. */
export function OptionRow({ option, to }: { readonly option: WireOption; readonly to: string }) {
  const { t } = useTranslation('option');
  const timeText = useTimeText();
  const verdict = verdictOf(option);
  const Arrow = option.direction === 'rise' ? ArrowUp : ArrowDown;
  const { entry, exit } = option;
  return (
    <li className={styles['item']}>
      <Link to={to} className={styles['row']}>
        <span className={styles['main']}>
          <span className={styles['what']}>
            <Arrow
              size={15}
              strokeWidth={2.4}
              className={option.direction === 'rise' ? 'up' : 'down'}
              aria-hidden="true"
            />
            <span className={option.direction === 'rise' ? 'up' : 'down'}>
              {t(`direction.${option.direction}`)}
            </span>
            {option.symbol} · {timeText(option.seconds)}
          </span>
          <span className="note break-anywhere">
            {entry && exit ? t('result.path', formatMove(entry.price, exit.price)) : t('detail.noTick')}
          </span>
          <span className="note break-anywhere">{formatDate(option.bought_at_ms, 'dayMinute')}</span>
        </span>
        <span className={styles['end']}>
          <span className={styles['profit']} data-verdict={verdict}>
            {formatDecimal(option.profit_loss, { sign: 'always', minDecimals: 2 })} {option.currency}
          </span>
          <span className="note break-anywhere">{verdict ? t(`result.${verdict}`) : null}</span>
        </span>
        <ChevronRight size={16} className="quiet" aria-hidden="true" />
      </Link>
    </li>
  );
}
