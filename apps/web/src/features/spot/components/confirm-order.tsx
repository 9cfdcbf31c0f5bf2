import type { WireMarket } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { KeyValue } from '#ui/card.tsx';
import { ConfirmSheet } from '#ui/confirm-sheet.tsx';
import { formatDecimal } from '#ui/format.ts';
import { hasPrice, hasTrail, hasTrigger, watches } from '../model/order-types.ts';
import type { TicketSummary } from '../model/summary.ts';
import { EMPTY_TICKET, type Ticket } from '../model/ticket.ts';
import { activationDirection, lastingText, trailText, triggerText } from './order-words.ts';
import { usePreviewLines } from './ticket-preview.tsx';

/** The full order, shown for confirmation before it is sent. */
export function ConfirmOrder({
  open,
  market,
  ticket,
  summary,
  largePercent,
  busy,
  blockedBy,
  onConfirm,
  onClose,
}: {
  readonly open: boolean;
  readonly market: WireMarket;
  readonly ticket: Ticket;
  readonly summary: TicketSummary;
  /** Set when the order moves a large part of everything the customer owns. */
  readonly largePercent: number | null;
  readonly busy: boolean;
  /** Set when the price moved meanwhile and the order is no longer valid. */
  readonly blockedBy: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('spot');
  const lines = usePreviewLines({ market, ticket, summary });
  const base = market.base.code;
  const quote = market.quote.code;
  const action = t(`ticket.${ticket.side}Coin`, { coin: base });
  const how = hasPrice(ticket.type)
    ? ` · ${ticket.postOnly ? t('ticket.postOnly') : ticket.timeInForce}`
    : '';
  const { selfTrade, endsUnfilled, guarded } = ticket.extras;
  const extras = [...(endsUnfilled ? [t('more.ends')] : []), ...(guarded ? [t('more.guarded')] : [])].join(
    ' · ',
  );
  const byBudget = !hasPrice(ticket.type) && ticket.size.unit === 'quote';
  return (
    <ConfirmSheet
      open={open}
      onClose={onClose}
      title={t('confirm.title')}
      tone={ticket.side === 'buy' ? 'up' : 'down'}
      headline={action}
      terms={`${market.symbol} · ${t(`type.${ticket.type}`)}${how}`}
      warning={largePercent === null ? undefined : t('confirm.large', { percent: largePercent })}
      skipLabel={t('confirm.skip')}
      confirmLabel={action}
      busy={busy}
      blockedBy={blockedBy}
      onConfirm={onConfirm}
    >
      {hasTrigger(ticket.type) ? (
        <KeyValue label={t('ticket.trigger')}>
          {triggerText(summary.direction, ticket.trigger, quote, t)}
        </KeyValue>
      ) : null}
      {hasTrail(ticket.type) ? (
        <KeyValue label={t('trail.title')}>{trailText(ticket.side, ticket.trail, quote, t)}</KeyValue>
      ) : null}
      {hasTrail(ticket.type) && ticket.trigger !== '' ? (
        <KeyValue label={t('trail.starts')}>
          {triggerText(activationDirection(ticket.side), ticket.trigger, quote, t)}
        </KeyValue>
      ) : null}
      {watches(ticket.type) ? (
        <KeyValue label={t('source.title')}>{t(`source.${ticket.source}`)}</KeyValue>
      ) : null}
      <KeyValue label={t('ticket.price')}>
        {hasPrice(ticket.type) ? `${formatDecimal(ticket.price)} ${quote}` : t('ticket.marketPrice')}
      </KeyValue>
      {byBudget ? (
        <KeyValue label={t('ticket.budget')}>{`${formatDecimal(ticket.size.text)} ${quote}`}</KeyValue>
      ) : (
        <>
          <KeyValue label={t('ticket.amount')}>{`${formatDecimal(summary.quantityText)} ${base}`}</KeyValue>
          <KeyValue label={t('ticket.total')}>{`${formatDecimal(summary.totalText)} ${quote}`}</KeyValue>
        </>
      )}
      {hasPrice(ticket.type) && ticket.timeInForce === 'GTD' ? (
        <KeyValue label={t('lasting.title')}>{lastingText(ticket.lasting, t)}</KeyValue>
      ) : null}
      {selfTrade === EMPTY_TICKET.extras.selfTrade ? null : (
        <KeyValue label={t('more.selfTrade')}>{t(`more.${selfTrade}`)}</KeyValue>
      )}
      {extras === '' ? null : <KeyValue label={t('more.title')}>{extras}</KeyValue>}
      {lines.map(({ key, label, value }) => (
        <KeyValue key={key} label={label}>
          {value}
        </KeyValue>
      ))}
    </ConfirmSheet>
  );
}
