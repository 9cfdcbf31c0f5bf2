import { Link } from 'react-router';
import type { WireMarket } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatTicks, unitsOf } from '#lib/market-units.ts';
import { exactAmount, formatPercent, formatPrice, UNKNOWN } from '#ui/format.ts';
import type { TicketSummary } from '../model/summary.ts';
import type { Ticket } from '../model/ticket.ts';
import styles from './ticket-preview.module.css';

interface PreviewProps {
  readonly market: WireMarket;
  readonly ticket: Ticket;
  readonly summary: TicketSummary;
}

/** The figures shown wherever an order is sent; a dash while unknown. */
export function usePreviewLines({ market, ticket, summary }: PreviewProps) {
  const { t } = useTranslation('spot');
  const received = ticket.side === 'buy' ? market.base : market.quote;
  const amount = (minor: bigint | null) => exactAmount(minor, received);
  const percents = summary.feePercents
    .map(percent => formatPercent(percent, { sign: 'never', decimals: 4 }))
    .join(' + ');
  const lines = [
    {
      key: 'fee',
      label: percents ? `${t('preview.fee')} ${percents}` : t('preview.fee'),
      value: amount(summary.feeMinor),
    },
    { key: 'receive', label: t('preview.receive'), value: amount(summary.receiveMinor) },
    {
      key: 'worst',
      label: t('preview.worst'),
      value:
        summary.worstPrice === null
          ? UNKNOWN
          : `${formatPrice(summary.worstPrice, unitsOf(market).priceDecimals)} ${market.quote.code}`,
    },
  ] as const;
  // The price of a list's stop is open, and its limit order's is in the form.
  return ticket.type === 'oco' ? lines.slice(0, 2) : lines;
}

/** Fee, amount received and worst price, right above the button. */
export function TicketPreview({ feesHref, ...props }: PreviewProps & { readonly feesHref: string }) {
  const { t } = useTranslation('spot');
  const lines = usePreviewLines(props);
  // The column is too narrow for two rates; only the confirmation shows them.
  const hasTwoRates = props.summary.feePercents.length > 1;
  const { direction, fireTicks } = props.summary;
  const fires =
    direction === null || fireTicks === null
      ? null
      : `${direction === 'rises' ? '≥' : '≤'} ${formatPrice(formatTicks(fireTicks, unitsOf(props.market)), unitsOf(props.market).priceDecimals)}`;
  return (
    <dl className="stack-tight text-12 leading-17">
      {fires === null ? null : (
        <div className={styles['line']} data-line="fires">
          <dt>{t('when.fires')}</dt>
          <dd>{fires}</dd>
        </div>
      )}
      {lines.map(({ key, label, value }) => (
        <div key={key} className={styles['line']} data-line={key}>
          <dt>
            {key === 'fee' ? <Link to={feesHref}>{hasTwoRates ? t('preview.fee') : label}</Link> : label}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
