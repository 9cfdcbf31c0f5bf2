import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { compareDecimals } from '#lib/decimal.ts';
import { formatTicks } from '#lib/market-units.ts';
import { KeyValue } from '#ui/card.tsx';
import { ConfirmSheet } from '#ui/confirm-sheet.tsx';
import { formatDecimal, formatPercent, formatPrice } from '#ui/format.ts';
import { useMarginType } from '../api/margin-type.ts';
import { contractName, contractUnits } from '../model/contract.ts';
import type { Held } from '../model/held.ts';
import { hasPrice } from '../model/order-types.ts';
import type { TicketSummary } from '../model/summary.ts';
import type { Ticket } from '../model/ticket.ts';
import { effectText } from './order-effect.tsx';
import { useExactMoney, usePreviewLines } from './ticket-preview.tsx';

/** A liquidation price closer than this, in percent of the mark price, gets a warning. */
const CLOSE_PERCENT = '2';

/** The full order, shown for confirmation before it is sent. */
export function ConfirmPosition({
  contract,
  ticket,
  summary,
  held,
  action,
  busy,
  blockedBy,
  onConfirm,
  onClose,
}: {
  readonly contract: WireContract;
  readonly ticket: Ticket;
  readonly summary: TicketSummary;
  readonly held: Held;
  /** What the button says. */
  readonly action: string;
  readonly busy: boolean;
  /** Set when the price moved meanwhile and the order is no longer valid. */
  readonly blockedBy: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('perpetual');
  const money = useExactMoney(contract);
  const lines = usePreviewLines(contract, summary);
  const marginType = useMarginType(contract.market_id) ?? 'isolated';
  const { closing } = summary;
  const effect = effectText({ ticket, summary, held }, t);
  const units = contractUnits(contract);
  const isLimit = hasPrice(ticket.type);
  const type = t(`type.${ticket.type}`);
  const price = (text: string | null) => `${formatPrice(text, units.priceDecimals)} ${contract.quote.code}`;
  const away = summary.liquidationPercent?.replace('-', '');
  const isClose = away !== undefined && compareDecimals(away, CLOSE_PERCENT) < 0;
  return (
    <ConfirmSheet
      onClose={onClose}
      title={t('confirm.title')}
      tone={ticket.direction === 'long' ? 'up' : 'down'}
      headline={`${closing ? action : t(`direction.${ticket.direction}`)} ${t('position.lots', { lots: formatDecimal(ticket.lots) })}`}
      terms={`${t('name', { contract: contractName(contract) })} · ${type}${closing ? '' : ` · ${t(`marginType.${marginType}`)} ${ticket.leverage}×`}`}
      note={effect}
      warning={isClose ? t('confirm.close', { percent: formatPercent(away, { sign: 'never' }) }) : undefined}
      skipLabel={t('confirm.skip')}
      confirmLabel={action}
      busy={busy}
      blockedBy={blockedBy}
      onConfirm={onConfirm}
    >
      <KeyValue label={t(isLimit ? 'ticket.price' : closing ? 'close.expect' : 'preview.entry')}>
        {price(isLimit ? ticket.price : summary.entryPrice)}
      </KeyValue>
      {summary.worstTicks === null ? null : (
        <KeyValue label={t('preview.worstPrice')}>{price(formatTicks(summary.worstTicks, units))}</KeyValue>
      )}
      {closing ? (
        <>
          <KeyValue label={t('preview.fee')}>{money(closing.feeMinor)}</KeyValue>
          <KeyValue label={t('orders.realised')}>{money(closing.resultMinor, true)}</KeyValue>
          <KeyValue label={t('close.returned')} strong>
            {money(closing.returnedMinor)}
          </KeyValue>
        </>
      ) : (
        <KeyValue label={t('preview.value')}>{money(summary.valueMinor)}</KeyValue>
      )}
      {(closing ? [] : lines).map(({ key, label, value }) => (
        <KeyValue key={key} label={label} strong={key === 'worst'}>
          {value}
        </KeyValue>
      ))}
      {(['takeProfit', 'stopLoss'] as const).map(kind => {
        const stop = summary[kind];
        return stop ? (
          <KeyValue key={kind} label={t(`stops.${kind}`)}>
            {price(stop.price)} · {money(stop.resultMinor, true)}
          </KeyValue>
        ) : null;
      })}
    </ConfirmSheet>
  );
}
