import { ListChecks, X } from 'lucide-react';
import { useState } from 'react';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { AskFirst } from '#ui/ask-first.tsx';
import { Button } from '#ui/button.tsx';
import { CardList, ListBar } from '#ui/card-list.tsx';
import { cx } from '#ui/class-names.ts';
import { formatAmount, formatDate, formatDecimal } from '#ui/format.ts';
import { EmptyState, Skeleton } from '#ui/states.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { useEach } from '#ui/use-each.ts';
import { cancelWaiting, useWaitingOrders } from '../api/orders.ts';
import { cancelAllWaiting } from '../api/perpetual.ts';
import { contractName } from '../model/contract.ts';
import type { WaitingOrder } from '../model/waiting.ts';
import cards from './position-card.module.css';

function OrderCard({
  order,
  busy,
  onCancel,
}: {
  readonly order: WaitingOrder;
  readonly busy: boolean;
  readonly onCancel: () => void;
}) {
  const { t } = useTranslation(['perpetual', 'common']);
  const { direction, closes } = order;
  const quote = order.symbol.split('/')[1] ?? '';
  const what = `${closes ? `${t('perpetual:action.close')} ` : ''}${t(`perpetual:direction.${direction}`)}`;
  const name = `${what} ${contractName(order)}, ${formatDecimal(order.price)}`;
  return (
    <li className={cx(cards['card'], 'raised')}>
      <div className="row-2 between">
        <span className={cards['open']}>
          <span className="weight-650">
            <span className={direction === 'long' ? 'up' : 'down'}>{what}</span> {contractName(order)}
          </span>
          <span className="note">
            {closes ? '' : `${order.multiple}× · `}
            {formatDate(order.placedAtMs, 'dayMinute')}
          </span>
        </span>
        <Button
          tone="quiet"
          size="small"
          busy={busy}
          icon={<X size={14} aria-hidden="true" />}
          aria-label={`${t('common:actions.cancel')}: ${name}`}
          onClick={onCancel}
        >
          {t('common:actions.cancel')}
        </Button>
      </div>
      <dl className={cards['figures']}>
        <div>
          <dt>{t('perpetual:position.size')}</dt>
          <dd>
            {t('perpetual:position.lots', { lots: formatDecimal(String(order.lots)) })}
            {order.lots === order.ordered ? '' : ` / ${formatDecimal(String(order.ordered))}`}
          </dd>
        </div>
        <div>
          <dt>{t('perpetual:ticket.price')}</dt>
          <dd>
            {formatDecimal(order.price)} {quote}
          </dd>
        </div>
        {order.margin === null ? null : (
          <div>
            <dt>{t('perpetual:preview.needed')}</dt>
            <dd>
              {formatAmount(order.margin, 2)} {quote}
            </dd>
          </div>
        )}
        {order.takeProfit === null && order.stopLoss === null ? null : (
          <div>
            <dt>{t('perpetual:ticket.stops')}</dt>
            <dd>
              {formatDecimal(order.takeProfit)} / {formatDecimal(order.stopLoss)}
            </dd>
          </div>
        )}
      </dl>
    </li>
  );
}

/** Resting orders to open or to close, in this contract or in all. */
export function WaitingOrders({ contract }: { readonly contract: WireContract }) {
  const { t } = useTranslation('perpetual');
  const [allContracts, setAllContracts] = useState(true);
  const scope = allContracts ? undefined : contract;
  const orders = useWaitingOrders(scope?.market_id);
  const shown = orders ?? [];
  const cancel = async (orderId: number) => {
    const order = shown.find(one => one.orderId === orderId);
    if (order) await cancelWaiting(order);
  };
  const { running, start } = useEach(cancel, t('position.cancelled'));
  return (
    <>
      <ListBar>
        <Checkbox checked={allContracts} onChange={setAllContracts}>
          {t('position.all')}
        </Checkbox>
        <AskFirst
          isOffered={shown.length > 0}
          label={t('cancelAll.button')}
          title={t('cancelAll.title', { count: shown.length })}
          confirmLabel={t('cancelAll.confirm')}
          cancelLabel={t('cancelAll.keep')}
          run={async () => t('cancelAll.done', { count: await cancelAllWaiting(scope?.market_id) })}
        >
          {scope ? t('cancelAll.market', { contract: contractName(scope) }) : t('cancelAll.all')}
        </AskFirst>
      </ListBar>
      {orders === undefined ? <Skeleton height={116} radius={14} /> : null}
      {orders?.length === 0 ? (
        <EmptyState icon={<ListChecks size={26} strokeWidth={1.6} />} title={t('position.noneOrders')}>
          {t('position.noneOrdersText')}
        </EmptyState>
      ) : null}
      <CardList>
        {shown.map(order => (
          <OrderCard
            key={order.orderId}
            order={order}
            busy={running.has(order.orderId)}
            onCancel={() => start(order.orderId)}
          />
        ))}
      </CardList>
    </>
  );
}
