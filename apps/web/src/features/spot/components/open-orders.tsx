import { ListChecks } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { WireMarket, WireOrder } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { errorText } from '#lib/errors.ts';
import { tickersTopic } from '#realtime/topics.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { formatDecimal } from '#ui/format.ts';
import { EmptyState, Skeleton } from '#ui/states.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { showToast } from '#ui/toast.ts';
import { cancelAllOrders, cancelOrder } from '../api/orders.ts';
import { firesAbove, listWaiting } from '../model/own-orders.ts';
import styles from './open-orders.module.css';
import { OrderCard } from './order-card.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { useWaitingOrders } from './use-own-orders.ts';

/** Which of the listed orders are being cancelled; each can be asked for once. */
function useCancel() {
  const { t } = useTranslation('spot');
  const [running, setRunning] = useState<ReadonlySet<number>>(new Set());
  const cancel = (order: WireOrder) => {
    if (running.has(order.order_id)) return;
    setRunning(ids => new Set([...ids, order.order_id]));
    cancelOrder(order.order_id)
      .then(
        () => showToast(t('order.cancelled'), 'good'),
        (error: unknown) => showToast(errorText(error), 'bad'),
      )
      .finally(() => {
        setRunning(ids => new Set([...ids].filter(id => id !== order.order_id)));
      })
      .catch(() => undefined);
  };
  return { running, cancel };
}

function CancelAll({ market, count }: { readonly market: WireMarket | undefined; readonly count: number }) {
  const { t } = useTranslation('spot');
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const scope = market ? 'market' : 'all';
  const params = { count, symbol: market?.symbol ?? '' };
  const run = async () => {
    setBusy(true);
    try {
      const cancelled = await cancelAllOrders(market?.id);
      showToast(t('cancelAll.done', { count: cancelled }), 'good');
    } catch (error) {
      showToast(errorText(error), 'bad');
    } finally {
      setBusy(false);
      setOpen(false);
    }
  };
  return (
    <>
      {count === 0 ? null : (
        <Button tone="plain" size="small" onClick={() => setOpen(true)}>
          {t(`cancelAll.${scope}.button`, params)}
        </Button>
      )}
      <Confirm
        open={open}
        title={t(`cancelAll.${scope}.title`, params)}
        confirmLabel={t('cancelAll.confirm')}
        cancelLabel={t('cancelAll.keep')}
        tone="danger"
        busy={busy}
        onConfirm={() => void run()}
        onClose={() => setOpen(false)}
      >
        {t(`cancelAll.${scope}.text`, params)}
      </Confirm>
    </>
  );
}

/** Waiting orders of this market, or of all, with what cancelling them would reach. */
export function OpenOrders({ market }: { readonly market: WireMarket }) {
  const { t } = useTranslation('spot');
  const orders = useWaitingOrders();
  const [allMarkets, setAllMarkets] = useState(false);
  const [openId, setOpenId] = useState<number>();
  const { running, cancel } = useCancel();
  const scope = allMarkets ? undefined : market;
  const shown = useMemo(() => listWaiting(orders?.values() ?? [], scope?.id), [orders, scope]);
  const opened = openId === undefined ? undefined : orders?.get(openId);

  const waitsFor = (order: WireOrder) => {
    const last = tickersTopic().read()?.get(order.market_id)?.last ?? null;
    const above = firesAbove(order, last);
    const price = formatDecimal(order.trigger_price);
    return above === undefined ? undefined : `${above ? '≥' : '≤'} ${price}`;
  };

  return (
    <>
      <div className={styles['bar']}>
        <Checkbox checked={allMarkets} onChange={setAllMarkets}>
          {t('order.allMarkets')}
        </Checkbox>
        <CancelAll market={scope} count={shown.length} />
      </div>
      {orders === undefined ? <Skeleton height={116} radius={14} /> : null}
      {orders && shown.length === 0 ? (
        <EmptyState icon={<ListChecks size={26} strokeWidth={1.6} />} title={t('order.noneOpen')}>
          {t('order.noneOpenText')}
        </EmptyState>
      ) : null}
      <ul>
        {shown.map(order => (
          <OrderCard
            key={order.order_id}
            order={order}
            waitsFor={waitsFor(order)}
            onOpen={() => setOpenId(order.order_id)}
            onCancel={() => cancel(order)}
            cancelling={running.has(order.order_id)}
          />
        ))}
      </ul>
      {opened ? <OrderSheet order={opened} onClose={() => setOpenId(undefined)} /> : null}
    </>
  );
}
