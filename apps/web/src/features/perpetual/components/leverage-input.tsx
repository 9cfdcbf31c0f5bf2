import { Minus, Plus } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { RangeInput } from '#ui/range-input.tsx';
import { Chips } from '#ui/segmented.tsx';
import styles from './leverage-sheet.module.css';

/** The most common values, as chips. The slider has every whole number. */
const CHIPS = 6;

function chipsOf(leverages: readonly number[]): readonly number[] {
  if (leverages.length <= CHIPS) return leverages;
  const step = (leverages.length - 1) / (CHIPS - 1);
  return Array.from({ length: CHIPS }, (_, index) => leverages[Math.round(index * step)] ?? 1);
}

/** Any whole leverage: step by step, with the slider, or one of the contract's shortcuts. */
export function LeverageInput({
  shortcuts,
  most,
  value,
  onChange,
}: {
  /** Ascending. */
  readonly shortcuts: readonly number[];
  readonly most: number;
  readonly value: number;
  readonly onChange: (leverage: number) => void;
}) {
  const { t } = useTranslation('perpetual');
  const at = (next: number) => onChange(Math.min(Math.max(next, 1), most));
  return (
    <>
      <div className={styles['head']}>
        <button
          type="button"
          className={styles['step']}
          aria-label={t('leverage.less')}
          disabled={value <= 1}
          onClick={() => at(value - 1)}
        >
          <Minus size={18} aria-hidden="true" />
        </button>
        <output className={styles['number']}>{value}×</output>
        <button
          type="button"
          className={styles['step']}
          aria-label={t('leverage.more')}
          disabled={value >= most}
          onClick={() => at(value + 1)}
        >
          <Plus size={18} aria-hidden="true" />
        </button>
      </div>
      <RangeInput
        max={most - 1}
        value={value - 1}
        aria-label={t('leverage.title')}
        aria-valuetext={`${value}×`}
        onChange={next => at(next + 1)}
      />
      <Chips
        label={t('leverage.list')}
        value={String(value)}
        onChange={next => at(shortcuts.find(one => String(one) === next) ?? value)}
        choices={chipsOf(shortcuts.filter(one => one <= most)).map(one => ({
          value: String(one),
          label: `${one}×`,
        }))}
      />
    </>
  );
}
