import { useRef } from 'react';
import { cx } from './class-names.ts';
import { FieldShell, type FieldShellProps } from './field.tsx';
import styles from './pin-input.module.css';

export interface PinInputProps extends Omit<FieldShellProps, 'className'> {
  readonly name: string;
  readonly value: string;
  /** Digits only, at most `length`. */
  readonly onChange: (digits: string) => void;
  /** Called with all digits when the last one is entered. */
  readonly onComplete?: ((digits: string) => void) | undefined;
  readonly length?: number;
  /** Shows dots instead of digits, for the fund password. */
  readonly masked?: boolean;
  /** `one-time-code` lets phones suggest a code from a text message. */
  readonly autoComplete?: 'one-time-code' | 'off';
  /** Focuses the field when the page opens. */
  readonly first?: boolean;
}

/** Boxes for a few digits. One real input lies over them, so that typing, pasting and screen readers work. */
export function PinInput(props: PinInputProps) {
  const { label, error, hint, hideLabel, name, value, onChange, onComplete } = props;
  const { length = 6, masked = false, autoComplete = 'off', first = false } = props;
  const input = useRef<HTMLInputElement>(null);
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, length);
    onChange(digits);
    if (digits.length === length && digits !== value) onComplete?.(digits);
  };
  return (
    <FieldShell label={label} error={error} hint={hint} hideLabel={hideLabel} name={name} value={value}>
      {({ tied, isWrong }) => (
        <div className={cx(styles['pin'], isWrong && styles['wrong'])}>
          <input
            ref={element => {
              // An opening sheet moves the focus after React's autofocus, so this waits a frame.
              if (element && first && input.current === null) requestAnimationFrame(() => element.focus());
              input.current = element;
            }}
            {...tied}
            name={name}
            className={styles['input']}
            type={masked ? 'password' : 'text'}
            inputMode="numeric"
            autoComplete={autoComplete}
            value={value}
            onChange={event => type(event.target.value)}
          />
          <div className={styles['boxes']} aria-hidden="true">
            {Array.from({ length }, (_, index) => (
              <span
                key={index}
                className={styles['box']}
                data-next={index === Math.min(value.length, length - 1)}
              >
                {index < value.length ? (masked ? '•' : value[index]) : ''}
              </span>
            ))}
          </div>
        </div>
      )}
    </FieldShell>
  );
}
