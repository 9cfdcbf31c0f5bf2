import { useTranslation } from '#i18n/use-translation.ts';
import { formatDecimal, UNKNOWN } from '#ui/format.ts';
import type { Summary } from '../model/ticket.ts';
import styles from './ticket-preview.module.css';

/** Input of the lines. */
type Figures = Pick<Summary, 'stake' | 'payout' | 'neededPercent'>;

/** The figures shown wherever an option is bought; a dash while unknown. */
export function usePreviewLines(
  { stake, payout, neededPercent }: Figures,
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
      value: t('ticket.neededText', {
        percent: neededPercent === undefined ? UNKNOWN : formatDecimal(neededPercent, { decimals: 2 }),
      }),
    },
  ] as const;
}

/** Results of a win, loss or tie, and the break-even chance; right above the buttons. */
export function TicketPreview({
  summary,
  amountOf,
}: {
  readonly summary: Figures;
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
