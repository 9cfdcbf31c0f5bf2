import type { TextareaHTMLAttributes } from 'react';
import { cx } from './class-names.ts';
import { FieldShell, type FieldShellProps } from './field.tsx';
import { useRefusal } from './refusal.tsx';
import styles from './text-area.module.css';

type NativeArea = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value' | 'className'>;

export interface TextAreaProps extends FieldShellProps, NativeArea {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Text of several lines; it grows with what is written where browsers can. */
export function TextArea({
  label,
  error: problem,
  hint,
  hideLabel,
  className,
  value,
  onChange,
  ...area
}: TextAreaProps) {
  const refusal = useRefusal(area.name, value);
  const error = problem ?? refusal;
  return (
    <FieldShell label={label} error={error} hint={hint} hideLabel={hideLabel} className={className}>
      {({ id, describedBy }) => (
        <textarea
          rows={5}
          {...area}
          id={id}
          className={cx(styles['area'], error && styles['wrong'])}
          value={value}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </FieldShell>
  );
}
