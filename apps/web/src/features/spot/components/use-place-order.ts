import { useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatDecimal } from '#ui/format.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { useSubmit, type Submit } from '#lib/use-submit.ts';
import { showToast, toastFailure } from '#ui/toast.ts';
import { addToHistory, placeOrder, placeOrderList } from '../api/orders.ts';
import { meaningOf, meaningOfList, type ListToSend, type OrderToSend } from '../model/request.ts';

type Placed = CallOutput<'POST coin/trade'>;

const placing = defineIdempotentCall(
  'POST coin/trade',
  ({ order }: OrderToSend, key) => placeOrder(order, key),
  meaningOf,
);

const placingList = defineIdempotentCall(
  'POST coin/order_list',
  ({ list }: ListToSend, key) => placeOrderList(list, key),
  meaningOfList,
);

/** Sends two linked orders. */
export function usePlaceList(): Submit<ListToSend> {
  const { t } = useTranslation('spot');
  const onDone = () => showToast(t('sent.linked'), 'good');
  return useSubmit(placingList, { onDone, onFailed: toastFailure(t('sent.unsure')) });
}

/** Sends orders one at a time and reports the result. */
export function usePlaceOrder(): Submit<OrderToSend> {
  const { t } = useTranslation('spot');
  const client = useQueryClient();
  const onDone = ({ order }: Placed) => {
    const filled = `${formatDecimal(order.filled_quantity)} ${order.symbol.split('/')[0] ?? ''}`;
    if (order.status === 'waiting') {
      const isPart = order.filled_percent !== '0';
      showToast(
        isPart ? t('sent.part', { filled }) : t(`sent.${order.triggered ? 'resting' : 'armed'}`),
        'good',
      );
      return;
    }
    addToHistory(client, order);
    const price = formatDecimal(order.average_price);
    if (order.average_price === null) showToast(t('sent.nothing'), 'bad');
    else if (order.status === 'completed') showToast(t('sent.filled', { filled, price }), 'good');
    else showToast(t('sent.cut', { filled, price }), 'neutral');
  };
  return useSubmit(placing, { onDone, onFailed: toastFailure(t('sent.unsure')) });
}
