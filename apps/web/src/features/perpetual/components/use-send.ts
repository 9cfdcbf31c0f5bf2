import type { CallOutput } from '@tallystick/protocol';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { formatDecimal } from '#ui/format.ts';
import { showToast, toastFailure } from '#ui/toast.ts';
import { placeOrder, useAskMode } from '../api/orders.ts';
import { openPosition } from '../api/perpetual.ts';
import type { Held } from '../model/held.ts';
import { toOrderRequest, toRequest } from '../model/request.ts';
import type { TicketSummary } from '../model/summary.ts';
import type { Ticket } from '../model/ticket.ts';

const opening = defineIdempotentCall('POST lever/submit', openPosition);
const ordering = defineIdempotentCall('POST lever/order', placeOrder);

/** Sends the form's order, in the way of the customer's position mode, one at a time, and reports what it did. */
export function useSend(contract: WireContract) {
  const { t } = useTranslation('perpetual');
  const askMode = useAskMode(contract.market_id);
  const fail = toastFailure(t('sent.unsure'));
  const count = (lots: number) => formatDecimal(String(lots));
  const announceOpened = ({ position }: CallOutput<'POST lever/submit'>) => {
    const lots = count(position.holding_lots);
    const price = formatDecimal(position.open_price);
    if (position.waiting_lots > 0) {
      showToast(position.holding_lots > 0 ? t('sent.part', { lots }) : t('sent.resting'), 'good');
    } else if (position.holding_lots === 0) showToast(t('sent.nothing'), 'bad');
    else if (position.holding_lots < position.lots) showToast(t('sent.cut', { lots, price }), 'neutral');
    else showToast(t('sent.opened', { lots, price: `${price} ${contract.quote.code}` }), 'good');
  };
  const announceOrder = ({ order }: CallOutput<'POST lever/order'>) => {
    const lots = count(order.filled_lots);
    const price = `${formatDecimal(order.average_price)} ${contract.quote.code}`;
    if (order.waiting_lots > 0) {
      showToast(order.filled_lots > 0 ? t('orders.sent.part', { lots }) : t('sent.resting'), 'good');
    } else if (order.filled_lots === 0) showToast(t('orders.sent.nothing'), 'bad');
    else if (order.status === 'filled') showToast(t('orders.sent.filled', { lots, price }), 'good');
    else showToast(t('orders.sent.cut', { lots, price }), 'neutral');
  };
  const open = useSubmit(opening, { onDone: announceOpened, onFailed: fail });
  const order = useSubmit(ordering, {
    onDone: announceOrder,
    onFailed: (error, unsure) => {
      fail(error, unsure);
      askMode();
    },
  });
  return {
    busy: open.busy || order.busy,
    unsure: open.unsure || order.unsure,
    /** Resolves to true when the exchange has accepted it. */
    send: (ticket: Ticket, summary: TicketSummary, held: Held) =>
      held.mode === 'each'
        ? open.submit(toRequest(ticket, contract, summary))
        : order.submit(toOrderRequest(ticket, contract, summary, held)),
  };
}
