import { useTranslation } from '#i18n/use-translation.ts';
import { formatDecimal, UNKNOWN } from '#ui/format.ts';
import type { Summary } from '../model/ticket.ts';
import styles from './ticket-preview.module.css';

/** The same figures wherever an option is about to be bought; what is not known yet is a dash. */
export function usePreviewLines(
  { stake, payout, neededPercent }: Summary,
  amountOf: (value: string | undefined) => string | undefined,
) {
  const { t } = useTranslation('option');
  return [
    { key: 'right', label: t('ticket.right'), value: amountOf(payout) ?? UNKNOWN },
    { key: 'wrong', label: t('ticket.wrong'), value: amountOf(stake) ?? UNKNOWN },
    {
      key: 'even',
      label: t('ticket.even'),
      value: amountOf(stake) ?? UNKNOWN,
    },
    {
      key: 'needed',
      label: t('ticket.needed'),
      value:
        neededPercent === undefined
          ? UNKNOWN
          : t('ticket.neededText', { percent: formatDecimal(neededPercent, { decimals: 2 }) }),
    },
  ] as const;
}

/** What comes of it if right, wrong or equal, and how often one must be right; right above the buttons. */
export function TicketPreview({
  summary,
  amountOf,
}: {
  readonly summary: Summary;
  readonly amountOf: (value: string | undefined) => string | undefined;
}) {
  const lines = usePreviewLines(summary, amountOf);
  return (
    <dl className={styles['preview']}>
      {lines.map(({ key, label, value }) => (
        <div key={key} className={styles['line']} data-key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
