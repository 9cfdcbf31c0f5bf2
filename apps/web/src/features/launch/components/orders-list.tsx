import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import type { WireLaunchOrder } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import form from '#ui/form.module.css';
import { MoreButton } from '#ui/more-button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '#ui/states.tsx';
import { ordersQuery } from '../api/launch.ts';
import { amountsText } from '../model/amounts.ts';
import { OrderSheet } from './order-sheet.tsx';
import { StateOfOrder } from './own-order.tsx';
import { Recommended } from './recommended.tsx';

function Value({ order }: { readonly order: WireLaunchOrder }) {
  return (
    <span className={form['recordValue']}>
      <span>
        {order.allocated === null || order.state === 'returned'
          ? amountsText(order.committed)
          : `${formatDecimal(order.allocated)} ${order.code}`}
      </span>
      <StateOfOrder state={order.state} />
    </span>
  );
}

/** What the customer subscribed to, newest first; each opens with all its figures. */
export function OrdersList() {
  const { t } = useTranslation('launch');
  const query = useInfiniteQuery(ordersQuery);
  const { data, error, refetch } = query;
  const [openedId, setOpenedId] = useState<number>();
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows count={4} />;
  }
  const orders = data.pages.flatMap(page => page.items);
  const opened = orders.find(order => order.order_id === openedId);
  if (orders.length === 0) {
    return (
      <div className={form['form']}>
        <EmptyState icon={<ReceiptText size={26} strokeWidth={1.6} />} title={t('order.none')}>
          {t('order.noneText')}
        </EmptyState>
        <Recommended />
      </div>
    );
  }
  return (
    <div className={form['form']}>
      <List label={t('tab.orders')}>
        {orders.map(order => (
          <Row
            key={order.order_id}
            icon={<CoinIcon symbol={order.code} size={28} />}
            title={order.code}
            detail={formatDate(order.created_at_ms, 'dayMinute')}
            value={<Value order={order} />}
            onClick={() => setOpenedId(order.order_id)}
          />
        ))}
      </List>
      <MoreButton query={query}>{t('order.more')}</MoreButton>
      {opened ? <OrderSheet order={opened} onClose={() => setOpenedId(undefined)} /> : null}
    </div>
  );
}
