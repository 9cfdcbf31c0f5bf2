import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldShell } from './field.tsx';
import styles from './field.module.css';

/** A choice from the device's own list. */
export function SelectField({
  label,
  name,
  value,
  onChange,
  children,
}: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The `<option>` elements. */
  readonly children: ReactNode;
}) {
  return (
    <FieldShell label={label} name={name} value={value}>
      {({ tied }) => (
        <span className={styles['choice']}>
          <select
            {...tied}
            name={name}
            className={styles['select']}
            value={value}
            onChange={event => onChange(event.target.value)}
          >
            {children}
          </select>
          <ChevronDown size={18} aria-hidden="true" />
        </span>
      )}
    </FieldShell>
  );
}
