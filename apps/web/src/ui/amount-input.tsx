import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { FieldShell, type FieldShellProps } from './field.tsx';
import styles from './field.module.css';
import { pastedDecimal, shownWhileTyping, typedDecimal } from './typed-decimal.ts';

export interface AmountInputProps extends FieldShellProps {
  /** Canonical decimal string with '.' as the decimal mark; '' when empty. Never a number. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Digits accepted after the decimal mark; further ones are ignored. */
  readonly decimals: number;
  /** Currency or unit after the number. */
  readonly unit?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly after?: ReactNode;
}

/** A field for amounts. Accepts comma or point, and grouping marks in pasted text; holds a decimal string. */
export function AmountInput({
  label,
  error,
  hint,
  className,
  value,
  onChange,
  decimals,
  unit,
  placeholder,
  after,
}: AmountInputProps) {
  return (
    <FieldShell label={label} error={error} hint={hint} hideLabel className={className}>
      {({ tied, isWrong }) => (
        <div className={cx(styles['box'], styles['amount'], isWrong && styles['wrong'])}>
          <span className="flex-none quiet text-13" aria-hidden="true">
            {label}
          </span>
          <input
            {...tied}
            name="amount"
            className={cx(styles['input'], styles['number'])}
            type="text"
            inputMode={decimals > 0 ? 'decimal' : 'numeric'}
            autoComplete="off"
            value={shownWhileTyping(value)}
            placeholder={placeholder}
            onChange={event => onChange(typedDecimal(event.target.value, decimals, value))}
            onPaste={event => {
              event.preventDefault();
              onChange(pastedDecimal(event.clipboardData.getData('text'), decimals, value));
            }}
          />
          {unit ? <span className="flex-none quiet text-13">{unit}</span> : null}
          {after}
        </div>
      )}
    </FieldShell>
  );
}
