import { useInfiniteQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { WireContract, WirePerpetualOrder } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { CardList, ListBar } from '#ui/card-list.tsx';
import { cx } from '#ui/class-names.ts';
import { formatAmount, formatDate, formatDecimal } from '#ui/format.ts';
import { MoreButton } from '#ui/more-button.tsx';
import { EmptyState, Pending, Skeleton } from '#ui/states.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { orderHistoryQuery, useOrderNews } from '../api/orders.ts';
import { contractName } from '../model/contract.ts';
import { directionOf, opposite } from '../model/held.ts';
import cards from './position-card.module.css';

function EndedOrder({ order }: { readonly order: WirePerpetualOrder }) {
  const { t } = useTranslation('perpetual');
  const quote = order.symbol.split('/')[1] ?? '';
  const direction = order.reduce_only ? opposite(directionOf(order)) : directionOf(order);
  const money = (text: string) => `${formatAmount(text, 2)} ${quote}`;
  const lots = (count: number) => formatDecimal(String(count));
  const figures: readonly (readonly [string, string])[] = [
    [t('orders.filled'), `${lots(order.filled_lots)} / ${t('position.lots', { lots: lots(order.lots) })}`],
    [t('ticket.price'), order.price === null ? t('type.market') : `${formatDecimal(order.price)} ${quote}`],
    ...(order.average_price === null
      ? []
      : ([
          [t('orders.average'), `${formatDecimal(order.average_price)} ${quote}`],
          [t('preview.fee'), money(order.fee)],
          [t('orders.realised'), money(order.realised_profit)],
        ] as const)),
    [t('orders.number'), `#${order.order_id}`],
  ];
  return (
    <li className={cx(cards['card'], 'raised')}>
      <div className="row-2 between">
        <span className={cards['open']}>
          <span className="weight-650">
            <span className={direction === 'long' ? 'up' : 'down'}>
              {order.reduce_only ? `${t('action.close')} ` : ''}
              {t(`direction.${direction}`)}
            </span>{' '}
            {contractName(order)}
          </span>
          <span className="note">
            {order.multiple}× · {formatDate(order.placed_at_ms, 'dayMinute')}
          </span>
        </span>
        <span className="text-12 text-end soft">
          {t(order.end_reason === null ? 'ended.filled' : `ended.${order.end_reason}`)}
        </span>
      </div>
      <dl className={cards['figures']}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

/** Orders of hedge and net mode that are over. In the other mode an order is a position. */
export function OrderHistory({ contract }: { readonly contract: WireContract }) {
  const { t } = useTranslation('perpetual');
  const [allContracts, setAllContracts] = useState(true);
  const query = useInfiniteQuery(orderHistoryQuery(allContracts ? undefined : contract.market_id));
  useOrderNews();
  const { data, error, refetch } = query;
  const ended = data?.pages.flatMap(page => page.items);
  return (
    <>
      <ListBar>
        <Checkbox checked={allContracts} onChange={setAllContracts}>
          {t('position.all')}
        </Checkbox>
      </ListBar>
      {error || !ended ? (
        <Pending error={error} onRetry={refetch} shape={<Skeleton height={116} radius={14} />} />
      ) : null}
      {ended?.length === 0 ? (
        <EmptyState icon={<ListChecks size={26} strokeWidth={1.6} />} title={t('orders.none')}>
          {t('orders.noneText')}
        </EmptyState>
      ) : null}
      <CardList>
        {ended?.map(order => (
          <EndedOrder key={order.order_id} order={order} />
        ))}
      </CardList>
      <MoreButton query={query} className="mt-3">
        {t('position.older')}
      </MoreButton>
    </>
  );
}
