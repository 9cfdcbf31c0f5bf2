import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { CallOutput } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { newIdempotencyKey } from '#lib/api-client.ts';
import { ApiError, errorText } from '#lib/errors.ts';
import { createIntentKeys, sendOnce, type IntentKeys } from '#lib/send-once.ts';
import { formatDecimal } from '#ui/format.ts';
import { showToast } from '#ui/toast.ts';
import { addToHistory, placeOrder } from '../api/orders.ts';
import type { OrderRequest } from '../model/ticket.ts';

type Placed = CallOutput<'POST coin/trade'>;

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));
const isOpen = (error: unknown) => error instanceof ApiError && error.isTransient;

/** One per page visit and not per mounted form: leaving and coming back must not forget an open intent. */
const keys: IntentKeys<OrderRequest> = createIntentKeys(newIdempotencyKey);

export interface PlaceOrder {
  readonly busy: boolean;
  /** It is not known whether the last order arrived: sending the same again is safe. */
  readonly unsure: boolean;
  /** Resolves to true when the server accepted the order. A call while another runs does nothing. */
  readonly place: (request: OrderRequest) => Promise<boolean>;
}

/** Sends orders one at a time and says what became of them. */
export function usePlaceOrder(): PlaceOrder {
  const { t } = useTranslation('spot');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [unsure, setUnsure] = useState(false);
  const running = useRef(false);

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

  const place = useCallback(
    async (request: OrderRequest) => {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      try {
        announce(await sendOnce(request, { keys, place: placeOrder, isOpen, pause }));
        setUnsure(false);
        return true;
      } catch (error) {
        setUnsure(isOpen(error));
        showToast(isOpen(error) ? t('sent.unsure') : errorText(error), 'bad');
        return false;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [announce, t],
  );

  return { busy, unsure, place };
}
