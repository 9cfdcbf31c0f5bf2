import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import type { WireOption } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useServerNow } from '#realtime/use-server-now.ts';
import { formatAmount, formatDate } from '#ui/format.ts';
import { formatDuration } from '#ui/format-time.ts';
import { formatMove } from '../model/index-price.ts';
import { gainText, partLeft, standingOf } from '../model/standing.ts';
import styles from './running-card.module.css';
import { useLastTick } from './use-ticks.ts';

const STEP_MS = 500;

/** One running option: its current standing, and its remaining time as a bar by the server's clock. */
export function RunningCard({
  option,
  isFollowed,
  onFollow,
  detailHref,
}: {
  readonly option: WireOption;
  readonly isFollowed: boolean;
  readonly onFollow: () => void;
  readonly detailHref: string;
}) {
  const { t } = useTranslation('option');
  const nowMs = useServerNow(STEP_MS);
  const price = useLastTick(option.market_id)?.price;
  const standing = standingOf(option, price);
  // With as many digits as the price it is compared with.
  const entry = option.entry && formatMove(option.entry.price, price ?? option.entry.price).entry;
  const leftMs = option.delivery_at_ms - nowMs;
  const amount = `${formatAmount(option.stake)} ${option.currency}`;
  const direction = t(`direction.${option.direction}`);
  const Arrow = option.direction === 'rise' ? ArrowUp : ArrowDown;
  const isOver = leftMs <= 0;
  return (
    <li className={styles['card']} data-followed={isFollowed} data-option={option.option_id}>
      <button type="button" className={styles['main']} aria-pressed={isFollowed} onClick={onFollow}>
        <span className="visually-hidden">{t('running.follow')}</span>
        <span className={styles['line']}>
          <span className={styles['what']}>
            <Arrow
              size={17}
              strokeWidth={2.4}
              className={option.direction === 'rise' ? 'up' : 'down'}
              aria-hidden="true"
            />
            <span className={option.direction === 'rise' ? 'up' : 'down'}>{direction}</span>
            <span>{amount}</span>
          </span>
          <span className={styles['standing']} data-standing={isOver ? 'over' : standing}>
            {isOver
              ? t('running.settling')
              : standing === undefined
                ? t('running.waiting')
                : t('running.pays', {
                    standing: t(`running.${standing}`),
                    amount: gainText(option, standing),
                  })}
          </span>
        </span>
        <span className={styles['track']} aria-hidden="true">
          <i className={styles['left']} style={{ transform: `scaleX(${partLeft(option, nowMs)})` }} />
        </span>
        <span className={styles['line']}>
          <span className="note min-w-0 break-anywhere">
            {option.symbol}
            {entry ? ` · ${t('chart.entry', { price: entry })}` : ''}
          </span>
          <span className="text-13 weight-650" role="timer">
            {formatDuration(leftMs)}
          </span>
        </span>
      </button>
      <Link
        to={detailHref}
        className={styles['more']}
        aria-label={t('detail.title', { id: option.option_id })}
        title={t('running.rule', { time: formatDate(option.delivery_at_ms, 'time') })}
      >
        <ChevronRight size={18} aria-hidden="true" />
      </Link>
    </li>
  );
}
