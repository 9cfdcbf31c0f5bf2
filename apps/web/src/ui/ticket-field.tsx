import { Minus, Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from './class-names.ts';
import { pastedDecimal, shownWhileTyping, typedDecimal } from './typed-decimal.ts';
import styles from './ticket-field.module.css';

/** Characters that fit beside the unit on a narrow phone. */
const LONG = 9;

interface FieldAction {
  /** Read aloud. */
  readonly label: string;
  readonly run: () => void;
}

/** A number field of an order form. Its label is above the number, so that both fit a narrow column in every language. */
export function TicketField({
  label,
  value,
  settled,
  onChange,
  decimals,
  unit,
  wrong,
  onStep,
  onUnit,
  onClear,
  name,
}: {
  readonly label: string;
  /** Canonical decimal string, `''` when empty. */
  readonly value: string;
  /** `value` as it will be used, e.g. rounded to lots; shown instead while the field has no focus. */
  readonly settled?: string | undefined;
  readonly onChange: (value: string) => void;
  readonly decimals: number;
  readonly unit: string;
  readonly wrong: boolean;
  /** Adds − and + buttons. */
  readonly onStep?: ((direction: -1 | 1) => void) | undefined;
  /** Makes the unit a button that switches the order's unit. */
  readonly onUnit?: FieldAction | undefined;
  /** Adds a button that empties the form; shown while the field has a value. */
  readonly onClear?: FieldAction | undefined;
  /** Input name, by which the form finds the field of a problem. */
  readonly name?: string | undefined;
}) {
  const { t } = useTranslation('common');
  const id = useId();
  const [isTyping, setTyping] = useState(false);
  const shown = shownWhileTyping(isTyping || !settled ? value : settled);
  return (
    <div className={cx(styles['box'], wrong && styles['wrong'])}>
      <div className="grow grid">
        <label htmlFor={id} className={styles['label']}>
          {label}
        </label>
        <input
          id={id}
          name={name}
          className={styles['input']}
          type="text"
          inputMode={decimals > 0 ? 'decimal' : 'numeric'}
          autoComplete="off"
          enterKeyHint="done"
          value={shown}
          data-long={shown.length > LONG || undefined}
          aria-invalid={wrong || undefined}
          onFocus={() => setTyping(true)}
          onBlur={() => setTyping(false)}
          onChange={event => onChange(typedDecimal(event.target.value, decimals, value))}
          onPaste={event => {
            event.preventDefault();
            onChange(pastedDecimal(event.clipboardData.getData('text'), decimals, value));
          }}
        />
      </div>
      {onClear && value !== '' ? (
        <button type="button" className={styles['clear']} aria-label={onClear.label} onClick={onClear.run}>
          <X size={14} aria-hidden="true" />
        </button>
      ) : null}
      {onUnit ? (
        <button type="button" className={styles['unitButton']} aria-label={onUnit.label} onClick={onUnit.run}>
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
            aria-label={t('amount.less', { label })}
            onClick={() => onStep(-1)}
          >
            <Minus size={15} aria-hidden="true" />
          </button>
          <button
            type="button"
            className={styles['step']}
            aria-label={t('amount.more', { label })}
            onClick={() => onStep(1)}
          >
            <Plus size={15} aria-hidden="true" />
          </button>
        </span>
      ) : null}
    </div>
  );
}
