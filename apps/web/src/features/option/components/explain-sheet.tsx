import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { formatDecimal } from '#ui/format.ts';
import { Sheet } from '#ui/sheet.tsx';
import { asPercent, neededPercent, type Terms } from '../model/ticket.ts';
import styles from './explain-sheet.module.css';

const POINTS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'] as const;

/** The rules in plain words, and what they mean for the odds. */
export function ExplainSheet({
  terms,
  limitsHref,
  onClose,
}: {
  readonly terms: Terms | undefined;
  readonly limitsHref: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('option');
  const time = terms?.times[0];
  const percent = (share: string | undefined) =>
    share === undefined ? '—' : formatDecimal(asPercent(share), { decimals: 2 });
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('explain.title')}
      footer={
        <ButtonLink tone="quiet" to={limitsHref}>
          {t('explain.limits')}
        </ButtonLink>
      }
    >
      <ol className={styles['points']}>
        {POINTS.map(point => (
          <li key={point}>
            {t(`explain.${point}`, {
              payout: percent(time?.payout_rate),
              needed: time ? formatDecimal(neededPercent(time.break_even_chance)) : '—',
            })}
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
