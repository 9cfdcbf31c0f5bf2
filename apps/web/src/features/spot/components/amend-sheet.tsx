import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useId, useState } from 'react';
import type { WireMarket, WireOrder } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { stepPrice, unitsOf } from '#lib/market-units.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { BeforeAfter } from '#ui/before-after.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { exactAmount, formatDecimal, UNKNOWN } from '#ui/format.ts';
import { FormError } from '#ui/form-error.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { TicketField } from '#ui/ticket-field.tsx';
import { showToast } from '#ui/toast.ts';
import { addToHistory, amendOrder } from '../api/orders.ts';
import { assessAmendment, ticketOf, toAmendRequest, type AmendRequest } from '../model/amend.ts';
import { hasPrice, hasTrigger } from '../model/order-types.ts';
import type { TicketContext } from '../model/summary.ts';
import type { Ticket } from '../model/ticket.ts';
import { UNFINISHED } from '../model/validate.ts';
import { triggerText } from './order-words.ts';
import { problemText } from './problem-text.ts';
import { useJudged, useMarketBalances } from './use-ticket.ts';

/** With when the order last changed: back at the same figures later, the same change is another one. */
interface ToAmend {
  readonly request: AmendRequest;
  readonly ofMs: number;
}

const amending = defineIdempotentCall('POST coin/amend', ({ request }: ToAmend, key) =>
  amendOrder(request, key),
);

/** Changes a waiting order. Shows what the change does to its money and its turn before it is sent. */
export function AmendSheet({
  order,
  market,
  hasEnded,
  onClose,
}: {
  /** As it is now: it may be filled in part meanwhile. */
  readonly order: WireOrder;
  readonly market: WireMarket;
  readonly hasEnded: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['spot', 'common']);
  const client = useQueryClient();
  const formId = useId();
  const [ticket, setTicket] = useState<Ticket>(() => ticketOf(order));
  const available = useMarketBalances(market);
  const judge = useCallback(
    (context: TicketContext) => assessAmendment(order, ticket, context),
    [order, ticket],
  );
  const amendment = useJudged(market, available, judge);
  const { summary, problems, isChanged } = amendment;
  const form = useForm(isChanged ? problems : [], { unfinished: UNFINISHED });
  const { busy, unsure, error, submit, clearError } = useSubmit(amending, {
    onDone: ({ order: changed, fills }) => {
      if (changed.status !== 'waiting') addToHistory(client, changed);
      const filled = `${formatDecimal(changed.filled_quantity)} ${market.base.code}`;
      showToast(fills.length > 0 ? t('spot:amend.traded', { filled }) : t('spot:amend.done'), 'good');
      onClose();
    },
  });

  const { priceDecimals, quantityDecimals, quoteDecimals } = unitsOf(market);
  const base = market.base.code;
  const quote = market.quote.code;
  const held = order.side === 'buy' ? market.quote : market.base;
  const byBudget = order.quantity === null;
  const change = (part: Partial<Ticket>) => {
    clearError();
    setTicket({ ...ticket, ...part });
  };
  const first = form.blocker;
  const isWrong = (field: string) => first?.field === field;
  const price = (text: string | null) => (text ? `${formatDecimal(text)} ${quote}` : UNKNOWN);
  const size = (text: string | null) =>
    text ? `${formatDecimal(text)} ${byBudget ? quote : base}` : UNKNOWN;
  const { keepsPlace, tradesAtOnce } = amendment;
  const place = keepsPlace === null ? 'stop' : keepsPlace ? 'keeps' : 'loses';
  const label = hasEnded
    ? t('spot:amend.ended')
    : !isChanged
      ? t('spot:amend.unchanged')
      : first
        ? problemText(first, t)
        : t('spot:amend.save');

  const send = () => {
    if (!busy && !hasEnded && isChanged) {
      void submit({ request: toAmendRequest(order, summary, market), ofMs: order.updated_at_ms });
    }
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('spot:amend.title')}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('common:actions.back')}
          </Button>
          <Button type="submit" form={formId} busy={busy} disabled={hasEnded || !isChanged}>
            {label}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="stack-2"
        aria-label={t('spot:amend.title')}
        noValidate
        onSubmit={form.guard(send)}
      >
        <p className="weight-500">
          <span className={order.side === 'buy' ? 'up' : 'down'}>{t(`spot:side.${order.side}`)}</span>{' '}
          {order.symbol} · {t(`spot:type.${order.type}`)}
        </p>
        {hasTrigger(ticket.type) ? (
          <TicketField
            label={t('spot:ticket.triggerIn', { currency: quote })}
            name="trigger"
            value={ticket.trigger}
            // The direction stays the order's own.
            onChange={trigger => change({ trigger })}
            decimals={priceDecimals}
            unit={quote}
            wrong={isWrong('trigger')}
          />
        ) : null}
        {hasPrice(ticket.type) ? (
          <TicketField
            label={t('spot:ticket.priceIn', { currency: quote })}
            name="price"
            value={ticket.price}
            onChange={price => change({ price })}
            decimals={priceDecimals}
            unit={quote}
            wrong={isWrong('price')}
            onStep={by => change({ price: stepPrice(ticket.price, by, unitsOf(market)) })}
          />
        ) : null}
        <TicketField
          label={byBudget ? t('spot:ticket.budget') : t('spot:ticket.amount')}
          name="size"
          value={ticket.size.text}
          onChange={text => change({ size: { ...ticket.size, text } })}
          decimals={byBudget ? quoteDecimals : quantityDecimals}
          unit={byBudget ? quote : base}
          wrong={isWrong('size')}
        />
        <KeyValues className="sums mt-1">
          {hasTrigger(ticket.type) && order.trigger_price !== null ? (
            <KeyValue label={t('spot:ticket.trigger')}>
              {triggerText(summary.direction, ticket.trigger || order.trigger_price, quote, t)}
            </KeyValue>
          ) : null}
          {hasPrice(ticket.type) ? (
            <KeyValue label={t('spot:ticket.price')}>
              <BeforeAfter before={price(order.price)} after={price(ticket.price)} />
            </KeyValue>
          ) : null}
          <KeyValue label={byBudget ? t('spot:ticket.budget') : t('spot:ticket.amount')}>
            <BeforeAfter before={size(order.quantity ?? order.budget)} after={size(ticket.size.text)} />
          </KeyValue>
          {byBudget ? null : (
            <KeyValue label={t('spot:order.filled')}>{size(order.filled_quantity)}</KeyValue>
          )}
          <KeyValue label={t('spot:order.frozen')}>
            <BeforeAfter
              before={exactAmount(amendment.frozenMinor, held)}
              after={exactAmount(amendment.frozenAfterMinor, held)}
            />
          </KeyValue>
        </KeyValues>
        {isChanged && !hasEnded ? (
          <output className="note block">
            {t(`spot:amend.${place}`)}
            {tradesAtOnce === null
              ? null
              : ` ${t('spot:amend.atOnce', { amount: `${formatDecimal(tradesAtOnce)} ${base}` })}`}
          </output>
        ) : null}
        <FormError error={error} unsure={unsure && t('spot:amend.unsure')} />
      </form>
    </Sheet>
  );
}
