import { Minus, Plus, X } from 'lucide-react';
import { useId, type Ref } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import { pastedDecimal, shownWhileTyping, typedDecimal } from '#ui/format.ts';
import styles from './ticket-field.module.css';

/**
 * A number field of the order form: the label stands above the number, so that a narrow column has room for both
 * in every language.
 */
export function TicketField({
  label,
  value,
  onChange,
  decimals,
  unit,
  wrong,
  onStep,
  onUnit,
  onClear,
  inputRef,
  placeholder,
}: {
  readonly label: string;
  /** Canonical decimal string, `''` when empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly decimals: number;
  readonly unit: string;
  readonly wrong: boolean;
  /** Adds − and + buttons. */
  readonly onStep?: ((direction: -1 | 1) => void) | undefined;
  /** Makes the unit a button that switches what the order is counted in. */
  readonly onUnit?: (() => void) | undefined;
  /** Adds a button that empties the form; shown while something is typed. */
  readonly onClear?: (() => void) | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly placeholder?: string | undefined;
}) {
  const { t } = useTranslation(['spot', 'common']);
  const id = useId();
  return (
    <div className={cx(styles['box'], wrong && styles['wrong'])}>
      <div className={styles['main']}>
        <label htmlFor={id} className={styles['label']}>
          {label}
        </label>
        <input
          ref={inputRef}
          id={id}
          className={styles['input']}
          type="text"
          inputMode={decimals > 0 ? 'decimal' : 'numeric'}
          autoComplete="off"
          enterKeyHint="done"
          placeholder={placeholder}
          value={shownWhileTyping(value)}
          aria-invalid={wrong || undefined}
          onChange={event => onChange(typedDecimal(event.target.value, decimals))}
          onPaste={event => {
            event.preventDefault();
            onChange(pastedDecimal(event.clipboardData.getData('text'), decimals));
          }}
        />
      </div>
      {onClear && value !== '' ? (
        <button
          type="button"
          className={styles['clear']}
          aria-label={t('spot:ticket.clear')}
          onClick={onClear}
        >
          <X size={14} aria-hidden="true" />
        </button>
      ) : null}
      {onUnit ? (
        <button
          type="button"
          className={styles['unitButton']}
          aria-label={t('spot:ticket.changeUnit', { unit })}
          onClick={onUnit}
        >
          {unit} <span aria-hidden="true">⇅</span>
        </button>
      ) : (
        <span className={styles['unit']}>{unit}</span>
      )}
      {onStep ? (
        <span className={styles['steps']}>
          <button
            type="button"
            className={styles['step']}
            aria-label={t('common:amount.less', { label })}
            onClick={() => onStep(-1)}
          >
            <Minus size={15} aria-hidden="true" />
          </button>
          <button
            type="button"
            className={styles['step']}
            aria-label={t('common:amount.more', { label })}
            onClick={() => onStep(1)}
          >
            <Plus size={15} aria-hidden="true" />
          </button>
        </span>
      ) : null}
    </div>
  );
}
