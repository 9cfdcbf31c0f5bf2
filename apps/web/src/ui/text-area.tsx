import type { TextareaHTMLAttributes } from 'react';
import { cx } from './class-names.ts';
import { FieldShell, type FieldShellProps } from './field.tsx';
import styles from './field.module.css';

type NativeArea = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value' | 'className'>;

export interface TextAreaProps extends FieldShellProps, NativeArea {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field for several lines; it grows with its content where browsers support that. */
export function TextArea({
  label,
  error,
  hint,
  hideLabel,
  className,
  value,
  onChange,
  ...area
}: TextAreaProps) {
  const shell = { label, error, hint, hideLabel, className, name: area.name, value };
  return (
    <FieldShell {...shell}>
      {({ tied, isWrong }) => (
        <textarea
          rows={5}
          {...area}
          {...tied}
          className={cx(styles['area'], isWrong && styles['wrong'])}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </FieldShell>
  );
}
