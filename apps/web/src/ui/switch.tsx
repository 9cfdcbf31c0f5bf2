import type { ReactNode } from 'react';
import styles from './switch.module.css';

/** An on/off switch that takes effect at once. */
export function Switch({
  label,
  checked,
  onChange,
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <input
      type="checkbox"
      role="switch"
      className={styles['switch']}
      aria-label={label}
      checked={checked}
      aria-checked={checked}
      onChange={event => onChange(event.target.checked)}
    />
  );
}

/** A checkbox with its label. */
export function Checkbox({
  checked,
  onChange,
  name,
  children,
}: {
  readonly checked: boolean;
  readonly name?: string;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <label className={styles['tick']}>
      <input
        type="checkbox"
        className={styles['box']}
        name={name}
        checked={checked}
        onChange={event => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
