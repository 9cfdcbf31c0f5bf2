import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { CardList } from '#ui/card-list.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { EmptyState, Pending, Skeleton } from '#ui/states.tsx';
import { ordersQuery } from '../api/launch.ts';
import { OrderCard } from './order-card.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { Recommended } from './recommended.tsx';

/** The customer's orders, newest first. Pressing one shows all its figures. */
export function OrdersList() {
  const { t } = useTranslation('launch');
  const query = useInfiniteQuery(ordersQuery);
  const { data, error, refetch } = query;
  const [openedId, setOpenedId] = useState<number>();
  if (!data) return <Pending error={error} onRetry={refetch} shape={<Skeleton height={232} radius={14} />} />;
  const orders = data.pages.flatMap(page => page.items);
  const opened = orders.find(order => order.order_id === openedId);
  if (orders.length === 0) {
    return (
      <div className="stack-4 cols-1">
        <EmptyState icon={<ReceiptText size={26} strokeWidth={1.6} />} title={t('order.none')}>
          {t('order.noneText')}
        </EmptyState>
        <Recommended />
      </div>
    );
  }
  return (
    <div className="stack-4 cols-1">
      <CardList>
        {orders.map(order => (
          <OrderCard key={order.order_id} order={order} onOpen={() => setOpenedId(order.order_id)} />
        ))}
      </CardList>
      <MoreButton query={query}>{t('order.more')}</MoreButton>
      {opened ? <OrderSheet order={opened} onClose={() => setOpenedId(undefined)} /> : null}
    </div>
  );
}
