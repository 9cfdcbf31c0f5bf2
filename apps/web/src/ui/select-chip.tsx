import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './select-chip.module.css';

/** A chip that shows the chosen option and opens the device's own picker; '' stands for all. */
export function SelectChip({
  label,
  value,
  onChange,
  children,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}) {
  return (
    <span className={cx(styles['chip'], value !== '' && styles['chosen'])}>
      <select
        className={styles['select']}
        aria-label={label}
        value={value}
        onChange={event => onChange(event.target.value)}
      >
        {children}
      </select>
      <ChevronDown size={14} aria-hidden="true" />
    </span>
  );
}
