import { ChevronRight } from 'lucide-react';
import type { WireLaunchOrder } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { Meter } from '#ui/meter.tsx';
import { releasedPercent } from '../model/amounts.ts';
import styles from './order-card.module.css';
import { OrderSummary, StateOfOrder } from './own-order.tsx';

/** The released part of the allocation, and the time of the next release. */
function Released({ order }: { readonly order: WireLaunchOrder }) {
  const { t } = useTranslation('launch');
  const next = order.next_release;
  return (
    <Meter
      percent={releasedPercent(order)}
      left={`${t('order.released')} ${formatDecimal(order.released)} ${order.code}`}
      {...(next === null ? {} : { right: `${t('order.next')} ${formatDate(next.at_ms, 'dayMinute')}` })}
    />
  );
}

/** One order in the list. Pressing its head shows its details. */
export function OrderCard({
  order,
  onOpen,
}: {
  readonly order: WireLaunchOrder;
  readonly onOpen: () => void;
}) {
  const { t } = useTranslation('launch');
  return (
    <li aria-label={t('order.title', { id: order.order_id })}>
      <Card className="stack-2">
        <button type="button" className={styles['head']} aria-haspopup="dialog" onClick={onOpen}>
          <CoinIcon symbol={order.code} size={32} />
          <span className="grow stack-1px">
            <span className="text-17 leading-22 weight-650">{order.code}</span>
            <span className="note">
              {t('order.title', { id: order.order_id })} · {formatDate(order.created_at_ms, 'dayMinute')}
            </span>
          </span>
          <StateOfOrder state={order.state} />
          <ChevronRight size={18} className={styles['chevron']} aria-hidden="true" />
        </button>
        {order.state === 'passed' ? <Released order={order} /> : null}
        <OrderSummary order={order} />
      </Card>
    </li>
  );
}
