import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CallOutput } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatDecimal } from '#ui/format.ts';
import { showToast } from '#ui/toast.ts';
import { defineDeed, useSend, type Send } from '#ui/use-send.ts';
import { addToHistory, placeOrder } from '../api/orders.ts';
import type { OrderRequest } from '../model/ticket.ts';

type Placed = CallOutput<'POST coin/trade'>;

const placing = defineDeed(placeOrder);

/** Sends orders one at a time and says what became of them. */
export function usePlaceOrder(): Send<OrderRequest> {
  const { t } = useTranslation('spot');
  const client = useQueryClient();
  const announce = useCallback(
    ({ order }: Placed) => {
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
    },
    [client, t],
  );

  return useSend(placing, announce, t('sent.unsure'));
}
