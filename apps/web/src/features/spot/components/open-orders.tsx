import { ListChecks } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { WireMarket, WireOrder } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { tickersTopic } from '#realtime/topics.ts';
import { AskFirst } from '#ui/ask-first.tsx';
import { CardList, ListBar } from '#ui/card-list.tsx';
import { formatDecimal } from '#ui/format.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState, Skeleton } from '#ui/states.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { useEach } from '#ui/use-each.ts';
import { cancelAllOrders, cancelOrder } from '../api/orders.ts';
import { firesAbove, listWaiting } from '../model/own-orders.ts';
import { CancelTimer } from './cancel-timer.tsx';
import { OrderCard } from './order-card.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { TrailFigures } from './trail-figures.tsx';
import { useWaitingOrders } from './use-own-orders.ts';

const AmendSheet = lazy(async () => ({ default: (await import('./amend-sheet.tsx')).AmendSheet }));

interface Edited {
  readonly order: WireOrder;
  readonly market: WireMarket;
}

/** Waiting orders of this market, or of all, with buttons to change and cancel them. */
export function OpenOrders({
  market,
  markets,
}: {
  readonly market: WireMarket;
  readonly markets: readonly WireMarket[];
}) {
  const { t } = useTranslation('spot');
  const orders = useWaitingOrders();
  const [allMarkets, setAllMarkets] = useState(false);
  const [openId, setOpenId] = useState<number>();
  const [edited, setEdited] = useState<Edited>();
  const { running, start } = useEach(cancelOrder, t('order.cancelled'));
  const scope = allMarkets ? undefined : market;
  const reach = scope ? 'market' : 'all';
  const shown = useMemo(() => listWaiting(orders?.values() ?? [], scope?.id), [orders, scope]);
  const params = { count: shown.length, symbol: scope?.symbol ?? '' };
  const opened = openId === undefined ? undefined : orders?.get(openId);

  const editor = (order: WireOrder) => {
    const of = markets.find(({ id }) => id === order.market_id);
    // The form has no trail to change.
    if (!of || order.type === 'trailing_stop') return undefined;
    return () => {
      setOpenId(undefined);
      setEdited({ order, market: of });
    };
  };
  const live = edited && orders?.get(edited.order.order_id);
  const waitsFor = (order: WireOrder) => {
    const last = tickersTopic().read()?.get(order.market_id)?.last ?? null;
    const above = firesAbove(order, last);
    const price = formatDecimal(order.trigger_price);
    return above === undefined ? undefined : `${above ? '≥' : '≤'} ${price}`;
  };
  const trailOf = (order: WireOrder) => {
    const of = markets.find(({ id }) => id === order.market_id);
    return of && order.type === 'trailing_stop' && !order.triggered ? (
      <TrailFigures order={order} market={of} />
    ) : undefined;
  };

  return (
    <>
      <ListBar>
        <Checkbox checked={allMarkets} onChange={setAllMarkets}>
          {t('order.allMarkets')}
        </Checkbox>
        <AskFirst
          isOffered={shown.length > 0}
          label={t(`cancelAll.${reach}.button`, params)}
          title={t(`cancelAll.${reach}.title`, params)}
          confirmLabel={t('cancelAll.confirm')}
          cancelLabel={t('cancelAll.keep')}
          run={async () => t('cancelAll.done', { count: await cancelAllOrders(scope?.id) })}
        >
          {t(`cancelAll.${reach}.text`, params)}
        </AskFirst>
      </ListBar>
      <CancelTimer market={market} />
      {orders === undefined ? <Skeleton height={116} radius={14} /> : null}
      {orders && shown.length === 0 ? (
        <EmptyState
          icon={<ListChecks size={26} strokeWidth={1.6} />}
          title={orders.size > 0 ? t('order.noneHere', params) : t('order.noneOpen')}
          // The tab counts those of all pairs.
          action={
            orders.size > 0 ? (
              <Button size="small" tone="quiet" onClick={() => setAllMarkets(true)}>
                {t('order.elsewhere', { count: orders.size })}
              </Button>
            ) : null
          }
        >
          {t('order.noneOpenText')}
        </EmptyState>
      ) : null}
      <CardList>
        {shown.map(order => (
          <OrderCard
            key={order.order_id}
            order={order}
            waitsFor={waitsFor(order)}
            trail={trailOf(order)}
            onOpen={() => setOpenId(order.order_id)}
            onEdit={editor(order)}
            onCancel={() => start(order.order_id)}
            cancelling={running.has(order.order_id)}
          />
        ))}
      </CardList>
      {opened ? (
        <OrderSheet order={opened} onClose={() => setOpenId(undefined)} onEdit={editor(opened)} />
      ) : null}
      {edited ? (
        <Suspense fallback={null}>
          <AmendSheet
            key={edited.order.order_id}
            order={live ?? edited.order}
            market={edited.market}
            hasEnded={orders !== undefined && !live}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
