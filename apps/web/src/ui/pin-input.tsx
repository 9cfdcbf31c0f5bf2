import { useRef } from 'react';
import { cx } from './class-names.ts';
import { FieldShell, type FieldShellProps } from './field.tsx';
import styles from './pin-input.module.css';

export interface PinInputProps extends Omit<FieldShellProps, 'className'> {
  readonly name: string;
  readonly value: string;
  /** Digits only, at most `length`. */
  readonly onChange: (digits: string) => void;
  /** Called with all digits as soon as the last one is there. */
  readonly onComplete?: ((digits: string) => void) | undefined;
  readonly length?: number;
  /** Dots instead of digits: for the fund password. */
  readonly masked?: boolean;
  /** `one-time-code` lets phones offer a code from a message. */
  readonly autoComplete?: 'one-time-code' | 'off';
  /** The page begins with this field: typing may start at once. */
  readonly first?: boolean;
}

/** Boxes for a few digits. One real input lies over them, so that typing, pasting and reading aloud work as ever. */
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
              // A sheet moves the focus itself when it opens, after React's autofocus.
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
