import { ListChecks, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { AskFirst } from '#ui/ask-first.tsx';
import { Button } from '#ui/button.tsx';
import { CardList, ListBar } from '#ui/card-list.tsx';
import { cx } from '#ui/class-names.ts';
import { formatAmount, formatDate, formatDecimal } from '#ui/format.ts';
import { EmptyState, Skeleton } from '#ui/states.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { useEach } from '#ui/use-each.ts';
import { cancelAllWaiting, cancelWaiting, useOpenPositions } from '../api/perpetual.ts';
import { contractName } from '../model/contract.ts';
import { listOrders, type WaitingOrder } from '../model/positions.ts';
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
  const { position, closes } = order;
  const quote = position.symbol.split('/')[1] ?? '';
  const name = `${t(`perpetual:direction.${position.direction}`)} ${contractName(position)}`;
  return (
    <li className={cx(cards['card'], 'raised')}>
      <div className="row-2 between">
        <span className={cards['open']}>
          <span className="weight-650">
            <span className={position.direction === 'long' ? 'up' : 'down'}>
              {closes ? `${t('perpetual:action.close')} ` : ''}
              {t(`perpetual:direction.${position.direction}`)}
            </span>{' '}
            {contractName(position)}
          </span>
          <span className="note">
            {closes ? '' : `${position.multiple}× · `}
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
            {closes || order.lots === position.lots ? '' : ` / ${formatDecimal(String(position.lots))}`}
          </dd>
        </div>
        <div>
          <dt>{t('perpetual:ticket.price')}</dt>
          <dd>
            {formatDecimal(order.price)} {quote}
          </dd>
        </div>
        {closes ? null : (
          <div>
            <dt>{t('perpetual:preview.needed')}</dt>
            <dd>
              {formatAmount(position.waiting_margin, 2)} {quote}
            </dd>
          </div>
        )}
        {position.take_profit_price === null && position.stop_loss_price === null ? null : (
          <div>
            <dt>{t('perpetual:ticket.stops')}</dt>
            <dd>
              {formatDecimal(position.take_profit_price)} / {formatDecimal(position.stop_loss_price)}
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
  const positions = useOpenPositions();
  const [allContracts, setAllContracts] = useState(true);
  const { running, start } = useEach(cancelWaiting, t('position.cancelled'));
  const scope = allContracts ? undefined : contract;
  const shown = useMemo(
    () => listOrders(positions?.values() ?? ([] as WirePosition[]), scope?.market_id),
    [positions, scope],
  );
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
      {positions === undefined ? <Skeleton height={116} radius={14} /> : null}
      {positions && shown.length === 0 ? (
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
