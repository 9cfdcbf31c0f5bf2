import { TriangleAlert } from 'lucide-react';
import type { WireMarket } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { changeSettings, useSettings } from '#lib/settings.ts';
import { Button } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDecimal } from '#ui/format.ts';
import { Sheet } from '#ui/sheet.tsx';
import { Checkbox } from '#ui/switch.tsx';
import type { TicketSummary } from '../model/summary.ts';
import { hasPrice, hasTrigger, type Ticket } from '../model/ticket.ts';
import styles from './confirm-order.module.css';
import { usePreviewLines } from './ticket-preview.tsx';

/** The order once more, in full, before it is sent. */
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
  /** The price moved while the customer was reading, and the order cannot go as it is. */
  readonly blockedBy: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['spot', 'common']);
  const { confirmOrders } = useSettings();
  const lines = usePreviewLines({ market, ticket, summary });
  const base = market.base.code;
  const quote = market.quote.code;
  const deed = t(`spot:ticket.${ticket.side}Coin`, { coin: base });
  const byBudget = !hasPrice(ticket.type) && ticket.size.unit === 'quote';
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('spot:confirm.title')}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('common:actions.back')}
          </Button>
          <Button
            tone={ticket.side === 'buy' ? 'up' : 'down'}
            busy={busy}
            disabled={blockedBy !== undefined}
            onClick={onConfirm}
          >
            {blockedBy ?? deed}
          </Button>
        </>
      }
    >
      <p className={styles['headline']}>
        <span className={ticket.side === 'buy' ? 'up' : 'down'}>{deed}</span>
        <span className={styles['type']}>
          {market.symbol} · {t(`spot:type.${ticket.type}`)}
          {hasPrice(ticket.type)
            ? ` · ${ticket.postOnly ? t('spot:ticket.postOnly') : ticket.timeInForce}`
            : ''}
        </span>
      </p>
      <KeyValues className={styles['figures'] ?? ''}>
        {hasTrigger(ticket.type) ? (
          <KeyValue label={t('spot:ticket.trigger')}>{`${formatDecimal(ticket.trigger)} ${quote}`}</KeyValue>
        ) : null}
        <KeyValue label={t('spot:ticket.price')}>
          {hasPrice(ticket.type) ? `${formatDecimal(ticket.price)} ${quote}` : t('spot:ticket.marketPrice')}
        </KeyValue>
        {byBudget ? (
          <KeyValue label={t('spot:ticket.budget')}>{`${formatDecimal(ticket.size.text)} ${quote}`}</KeyValue>
        ) : (
          <>
            <KeyValue
              label={t('spot:ticket.amount')}
            >{`${formatDecimal(summary.quantityText)} ${base}`}</KeyValue>
            <KeyValue
              label={t('spot:ticket.total')}
            >{`${formatDecimal(summary.totalText)} ${quote}`}</KeyValue>
          </>
        )}
        {lines.map(({ key, label, value }) => (
          <KeyValue key={key} label={label}>
            {value}
          </KeyValue>
        ))}
      </KeyValues>
      {largePercent === null ? null : (
        <p className={styles['warning']} role="alert">
          <TriangleAlert size={18} aria-hidden="true" />
          {t('spot:confirm.large', { percent: largePercent })}
        </p>
      )}
      <Checkbox checked={!confirmOrders} onChange={skip => changeSettings({ confirmOrders: !skip })}>
        {t('spot:confirm.skip')}
      </Checkbox>
    </Sheet>
  );
}
