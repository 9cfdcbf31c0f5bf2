import { ChevronDown } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatDecimal } from '#ui/format.ts';
import type { BookSides } from '../model/trade-preferences.ts';
import styles from './book-controls.module.css';

/** Icons for the sides shown: asks above, bids below. */
function SidesIcon({ sides }: { readonly sides: BookSides }) {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" className={styles['icon']}>
      <rect x="2" y="2" width="14" height="6" rx="1.5" data-on={sides !== 'bids'} data-side="asks" />
      <rect x="2" y="10" width="14" height="6" rx="1.5" data-on={sides !== 'asks'} data-side="bids" />
    </svg>
  );
}

/** Price step and sides, as chips with the system's pickers. */
export function BookControls({
  step,
  steps,
  onStep,
  sides,
  onSides,
}: {
  readonly step: string;
  readonly steps: readonly string[];
  readonly onStep: (step: string) => void;
  readonly sides: BookSides;
  readonly onSides: (sides: BookSides) => void;
}) {
  const { t } = useTranslation('market');
  const choices: readonly BookSides[] = ['both', 'bids', 'asks'];
  return (
    <div className="flex-2 mt-6px">
      <label className={styles['chip']}>
        <span className="nowrap">{formatDecimal(step)}</span>
        <ChevronDown size={14} aria-hidden="true" />
        <select
          className={styles['select']}
          aria-label={t('book.step')}
          value={step}
          onChange={event => onStep(event.target.value)}
        >
          {steps.map(text => (
            <option key={text} value={text}>
              {formatDecimal(text)}
            </option>
          ))}
        </select>
      </label>
      <label className={styles['chip']}>
        <SidesIcon sides={sides} />
        <ChevronDown size={14} aria-hidden="true" />
        <select
          className={styles['select']}
          aria-label={t('book.sides')}
          value={sides}
          onChange={event => onSides(choices.find(choice => choice === event.target.value) ?? 'both')}
        >
          {choices.map(choice => (
            <option key={choice} value={choice}>
              {t(`book.show.${choice}`)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
