import { Pencil, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WireOrder } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useServerNow } from '#realtime/use-server-now.ts';
import { cx } from '#ui/class-names.ts';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { formatSpan } from '#ui/format-time.ts';
import styles from './order-card.module.css';

function coins(order: WireOrder): { readonly base: string; readonly quote: string } {
  const [base = '', quote = ''] = order.symbol.split('/');
  return { base, quote };
}

export function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles['figure']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The size of the order: a quantity or a budget. */
export function orderSize(order: WireOrder): string {
  const { base, quote } = coins(order);
  return order.quantity === null
    ? `${formatDecimal(order.budget)} ${quote}`
    : `${formatDecimal(order.quantity)} ${base}`;
}

/** How far an order is filled, as a bar with its figures. */
function Progress({ order }: { readonly order: WireOrder }) {
  const { t } = useTranslation('spot');
  const percent = formatDecimal(order.filled_percent, { decimals: 0 });
  const { quote } = coins(order);
  // The rest of a completed budget is less than one lot costs, so the order counts as fully filled.
  const isSpent = order.quantity === null && order.status === 'completed';
  const filled = order.quantity === null ? order.filled_value : order.filled_quantity;
  return (
    <div className="mt-6px">
      <div className={styles['progressText']}>
        <span>
          {t('order.filled')} <b>{formatDecimal(filled)}</b>
          {isSpent ? ` ${quote}` : ` / ${orderSize(order)}`}
        </span>
        <b>{percent}%</b>
      </div>
      <div className={styles['track']} aria-hidden="true">
        <i
          className={styles['fill']}
          data-side={order.side}
          style={{ transform: `scaleX(calc(${order.filled_percent} / 100))` }}
        />
      </div>
    </div>
  );
}

/** Until when a GTD order lasts, and how long that is. */
function Until({ atMs, isWaiting }: { readonly atMs: number; readonly isWaiting: boolean }) {
  const { t } = useTranslation('spot');
  const leftMs = atMs - useServerNow(isWaiting ? 1000 : undefined);
  return (
    <Figure label={t('order.until')}>
      {formatDate(atMs, 'dayMinute')}
      {isWaiting && leftMs > 0 ? ` · ${t('lasting.left', { span: formatSpan(leftMs) })}` : null}
    </Figure>
  );
}

/** One order. Pressing it opens its details; a waiting one can be cancelled in place. */
export function OrderCard({
  order,
  waitsFor,
  trail,
  onOpen,
  onEdit,
  onCancel,
  cancelling,
}: {
  readonly order: WireOrder;
  /** For stops: the text of their trigger condition. */
  readonly waitsFor?: string | undefined;
  /** For waiting trailing stops: where they stand, as figures of the card. */
  readonly trail?: ReactNode;
  readonly onOpen: () => void;
  readonly onEdit?: (() => void) | undefined;
  readonly onCancel?: (() => void) | undefined;
  readonly cancelling?: boolean | undefined;
}) {
  const { t } = useTranslation(['spot', 'common']);
  const { quote } = coins(order);
  const named = { side: t(`spot:side.${order.side}`), symbol: order.symbol };
  // Nobody pressed anything: the card says by itself why it ended.
  const byClock = order.reason === 'expired' || order.reason === 'cancel_timer' ? order.reason : undefined;
  const terms = [
    ...(order.conversion_id === undefined ? [] : [t('spot:order.conversion')]),
    t(`spot:type.${order.type}`),
    ...(order.trigger_source === 'index' ? [t('spot:source.index')] : []),
    ...(order.post_only ? [t('spot:ticket.postOnly')] : []),
    ...(order.time_in_force === 'GTC' || order.type === 'market' ? [] : [order.time_in_force]),
  ];
  return (
    <li className={cx(styles['card'], 'raised')}>
      <div className="row-2 between">
        <button type="button" className={cx(styles['open'], 'card-button')} onClick={onOpen}>
          <span className={order.side === 'buy' ? 'up' : 'down'}>{t(`spot:side.${order.side}`)}</span>{' '}
          {order.symbol}
          <span className={styles['terms']}>
            {terms.join(' · ')} · {formatDate(order.placed_at_ms, 'dayMinute')}
          </span>
        </button>
        {onEdit ? (
          <button
            type="button"
            className={styles['cancel']}
            aria-label={t('spot:amend.editThis', named)}
            title={t('spot:amend.edit')}
            onClick={onEdit}
          >
            <Pencil size={14} aria-hidden="true" />
          </button>
        ) : null}
        {onCancel ? (
          <button
            type="button"
            className={styles['cancel']}
            disabled={cancelling}
            aria-label={t('spot:order.cancelThis', named)}
            onClick={onCancel}
          >
            <X size={14} aria-hidden="true" />
            {t('common:actions.cancel')}
          </button>
        ) : (
          <span className="flex-none soft text-12">{t(`spot:status.${order.status}`)}</span>
        )}
      </div>
      <dl className={styles['figures']}>
        {trail}
        {order.trigger_price === null || trail !== undefined ? null : (
          <Figure label={t('spot:ticket.trigger')}>{waitsFor ?? formatDecimal(order.trigger_price)}</Figure>
        )}
        <Figure label={t('spot:ticket.price')}>
          {order.price === null ? t('spot:type.market') : `${formatDecimal(order.price)} ${quote}`}
        </Figure>
        {order.average_price === null ? null : (
          <Figure label={t('spot:order.average')}>{`${formatDecimal(order.average_price)} ${quote}`}</Figure>
        )}
        {order.expires_at_ms === null ? null : (
          <Until atMs={order.expires_at_ms} isWaiting={order.status === 'waiting'} />
        )}
      </dl>
      <Progress order={order} />
      {byClock ? <p className="note mt-1">{t(`spot:reason.${byClock}`)}</p> : null}
    </li>
  );
}
