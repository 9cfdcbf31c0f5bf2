import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WireConditionalOrder, WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { AskFirst } from '#ui/ask-first.tsx';
import { Button } from '#ui/button.tsx';
import { CardList, ListBar } from '#ui/card-list.tsx';
import { cx } from '#ui/class-names.ts';
import { formatDate } from '#ui/format.ts';
import { useEach } from '#ui/use-each.ts';
import { cancelAllConditional, cancelConditional, useConditionalOrders } from '../api/conditional-orders.ts';
import { contractName } from '../model/contract.ts';
import {
  conditionalDistanceText,
  conditionalName,
  conditionalOrderText,
  conditionalTriggerText,
} from './conditional-words.ts';
import cards from './position-card.module.css';

/** One conditional order; `children`: at its right. */
export function ConditionalCard({
  order,
  children,
}: {
  readonly order: WireConditionalOrder;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation(['conditional', 'common', 'perpetual']);
  const distance = conditionalDistanceText(order);
  return (
    <li className={cx(cards['card'], 'raised')} data-conditional={order.conditional_order_id}>
      <div className="row-2 between">
        <span className={cards['open']}>
          <span className="weight-650">
            <span className={order.side === 'buy' ? 'up' : 'down'}>{conditionalName(order, t)}</span>{' '}
            {contractName(order)}
          </span>
          <span className="note">{formatDate(order.placed_at_ms, 'dayMinute')}</span>
        </span>
        {children}
      </div>
      <dl className={cards['figures']}>
        <div>
          <dt>{t('conditional:fires')}</dt>
          <dd>{conditionalTriggerText(order, t)}</dd>
        </div>
        <div>
          <dt>{t('conditional:placesThen')}</dt>
          <dd>{conditionalOrderText(order, t)}</dd>
        </div>
        {distance === null ? null : (
          <div>
            <dt>{t('conditional:distance')}</dt>
            <dd>{distance}</dd>
          </div>
        )}
        {order.expires_at_ms === null ? null : (
          <div>
            <dt>{t('conditional:until')}</dt>
            <dd>{formatDate(order.expires_at_ms, 'dayMinute')}</dd>
          </div>
        )}
        {order.order_id === null ? null : (
          <div>
            <dt>
              {t(
                order.order_id === order.position_id
                  ? 'perpetual:position.number'
                  : 'perpetual:orders.number',
              )}
            </dt>
            <dd>#{order.order_id}</dd>
          </div>
        )}
      </dl>
    </li>
  );
}

/** Conditional orders that wait, in this contract or in all; nothing if there are none. */
export function ConditionalList({ scope }: { readonly scope: WireContract | undefined }) {
  const { t } = useTranslation(['conditional', 'common', 'perpetual']);
  const orders = useConditionalOrders(scope?.market_id);
  const { running, start } = useEach(cancelConditional, t('perpetual:position.cancelled'));
  if (orders === undefined || orders.length === 0) return null;
  return (
    <section aria-label={t('conditional:list')} className="mt-3">
      <ListBar>
        <h3 className="text-14 weight-600">{t('conditional:list')}</h3>
        <AskFirst
          isOffered
          label={t('perpetual:cancelAll.button')}
          title={t('conditional:cancelAll', { count: orders.length })}
          confirmLabel={t('perpetual:cancelAll.confirm')}
          cancelLabel={t('perpetual:cancelAll.keep')}
          run={async () =>
            t('perpetual:cancelAll.done', { count: await cancelAllConditional(scope?.market_id) })
          }
        >
          {t('conditional:cancelAllText')}
        </AskFirst>
      </ListBar>
      <CardList>
        {orders.map(order => (
          <ConditionalCard key={order.conditional_order_id} order={order}>
            <Button
              tone="quiet"
              size="small"
              busy={running.has(order.conditional_order_id)}
              icon={<X size={14} aria-hidden="true" />}
              aria-label={`${t('common:actions.cancel')}: ${conditionalName(order, t)} ${contractName(order)}, ${conditionalTriggerText(order, t)}`}
              onClick={() => start(order.conditional_order_id)}
            >
              {t('common:actions.cancel')}
            </Button>
          </ConditionalCard>
        ))}
      </CardList>
    </section>
  );
}
