import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from './class-names.ts';
import { FieldShell, type FieldShellProps } from './field.tsx';
import styles from './field.module.css';
import { pastedDecimal, shownWhileTyping, typedDecimal } from './format.ts';

export interface AmountInputProps extends FieldShellProps {
  /** By which its form finds it. */
  readonly name?: string;
  /** Canonical decimal string ('.' as the mark), '' when empty. Never a number. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Digits accepted after the decimal mark; more are not taken. */
  readonly decimals: number;
  /** Currency or unit after the number. */
  readonly unit?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** Adds − and + buttons; called with the direction. */
  readonly onStep?: ((direction: -1 | 1) => void) | undefined;
  readonly after?: ReactNode;
  readonly onFocus?: () => void;
}

/** A number field for money: comma or point, pasted grouping understood, decimal strings only. */
export function AmountInput({
  name = 'amount',
  label,
  error,
  hint,
  className,
  value,
  onChange,
  decimals,
  unit,
  placeholder,
  disabled,
  onStep,
  after,
  onFocus,
}: AmountInputProps) {
  const { t } = useTranslation('common');
  return (
    <FieldShell label={label} error={error} hint={hint} hideLabel className={className}>
      {({ tied, isWrong }) => (
        <div className={cx(styles['box'], styles['amount'], isWrong && styles['wrong'])}>
          {onStep ? (
            <button
              type="button"
              className={styles['step']}
              aria-label={t('amount.less', { label })}
              disabled={disabled}
              onClick={() => onStep(-1)}
            >
              <Minus size={16} />
            </button>
          ) : null}
          <span className="flex-none quiet text-13" aria-hidden="true">
            {label}
          </span>
          <input
            {...tied}
            name={name}
            className={cx(styles['input'], styles['number'])}
            type="text"
            inputMode={decimals > 0 ? 'decimal' : 'numeric'}
            autoComplete="off"
            value={shownWhileTyping(value)}
            placeholder={placeholder}
            disabled={disabled}
            onFocus={onFocus}
            onChange={event => onChange(typedDecimal(event.target.value, decimals, value))}
            onPaste={event => {
              event.preventDefault();
              onChange(pastedDecimal(event.clipboardData.getData('text'), decimals, value));
            }}
          />
          {unit ? <span className="flex-none quiet text-13">{unit}</span> : null}
          {after}
          {onStep ? (
            <button
              type="button"
              className={styles['step']}
              aria-label={t('amount.more', { label })}
              disabled={disabled}
              onClick={() => onStep(1)}
            >
              <Plus size={16} />
            </button>
          ) : null}
        </div>
      )}
    </FieldShell>
  );
}
