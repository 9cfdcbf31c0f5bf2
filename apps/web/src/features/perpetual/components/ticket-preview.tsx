import { formatMinor } from '@tallystick/core/money/decimal';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import { exactAmount, formatAmount, formatPercent, formatPrice, UNKNOWN } from '#ui/format.ts';
import { useMarginType } from '../api/margin-type.ts';
import type { ClosePreview } from '../model/close-preview.ts';
import { contractUnits } from '../model/contract.ts';
import type { TicketSummary } from '../model/summary.ts';
import styles from './ticket-preview.module.css';

/** An amount of the settlement currency with its usual digits, or a dash. */
export function useMoney({ quote }: WireContract): (minor: bigint | null, signed?: boolean) => string {
  return (minor, signed) => {
    if (minor === null) return UNKNOWN;
    const text = formatAmount(formatMinor(minor, quote.decimals), quote.display_decimals);
    return `${signed && minor > 0n ? '+' : ''}${text} ${quote.code}`;
  };
}

/** The same with all digits, for amounts shown next to their sum. */
export function useExactMoney({ quote }: WireContract): (minor: bigint | null, signed?: boolean) => string {
  return (minor, signed) =>
    `${signed && minor !== null && minor > 0n ? '+' : ''}${exactAmount(minor, quote)}`;
}

interface PreviewLine {
  readonly key: 'margin' | 'fee' | 'liquidation' | 'worst';
  readonly label: string;
  readonly value: ReactNode;
}

/** The figures shown wherever a position is opened; a dash while unknown. */
export function usePreviewLines(
  contract: WireContract,
  summary: TicketSummary,
  {
    isNarrow = false,
  }: { /** Leaves out the currency and brackets to save room. */ readonly isNarrow?: boolean } = {},
): readonly PreviewLine[] {
  const { t } = useTranslation('perpetual');
  const { quote } = contract;
  const inFull = useExactMoney(contract);
  const money = (minor: bigint | null) =>
    isNarrow && minor !== null
      ? formatAmount(formatMinor(minor, quote.decimals), quote.decimals)
      : inFull(minor);
  const { liquidation, liquidationPercent, lots } = summary;
  const never = lots !== null && summary.marginMinor !== null && liquidation === null;
  const isCross = useMarginType(contract.market_id) === 'cross';
  const price = liquidation ? formatPrice(liquidation.price, contractUnits(contract).priceDecimals) : UNKNOWN;
  const away = formatPercent(liquidationPercent, { decimals: 1, minDecimals: 1 });
  return [
    { key: 'margin', label: t('preview.margin'), value: money(summary.marginMinor) },
    { key: 'fee', label: t('preview.fee'), value: money(summary.feeMinor) },
    {
      key: 'liquidation',
      label: t('preview.liquidation'),
      value: never ? (
        t(isCross ? 'marginType.notAlone' : 'preview.never')
      ) : (
        <>
          {price}
          {liquidationPercent === null ? null : (
            <span className={styles['aside']}> {isNarrow ? away : `(${away})`}</span>
          )}
        </>
      ),
    },
    { key: 'worst', label: t('preview.worst'), value: money(summary.worstMinor) },
  ];
}

/** What closing brings, right above the button. */
export function ClosingPreview({
  contract,
  closing,
}: {
  readonly contract: WireContract;
  readonly closing: ClosePreview | null;
}) {
  const { t } = useTranslation('perpetual');
  const { quote } = contract;
  const money = (minor: bigint | undefined, signed = false) =>
    minor === undefined
      ? UNKNOWN
      : `${signed && minor > 0n ? '+' : ''}${formatAmount(formatMinor(minor, quote.decimals), quote.decimals)}`;
  const lines = [
    { key: 'fee', label: t('preview.fee'), value: money(closing?.feeMinor) },
    { key: 'result', label: t('orders.realised'), value: money(closing?.resultMinor, true) },
    { key: 'returned', label: t('close.returned'), value: money(closing?.returnedMinor) },
  ] as const;
  return (
    <dl className={styles['preview']} aria-label={t('preview.title')}>
      {lines.map(({ key, label, value }) => (
        <div key={key} className={styles['line']} data-line={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Margin, fee, liquidation price and worst loss, right above the button. */
export function TicketPreview({
  contract,
  summary,
  detailsHref,
}: {
  readonly contract: WireContract;
  readonly summary: TicketSummary;
  readonly detailsHref: string;
}) {
  const { t } = useTranslation('perpetual');
  const lines = usePreviewLines(contract, summary, { isNarrow: true });
  return (
    <dl className={styles['preview']} aria-label={t('preview.title')}>
      {lines.map(({ key, label, value }) => (
        <div key={key} className={cx(styles['line'], key === 'worst' && styles['strong'])} data-line={key}>
          <dt>{key === 'fee' ? <Link to={detailsHref}>{label}</Link> : label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
