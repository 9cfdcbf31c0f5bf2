import styles from './day-field.module.css';

/** A day (`2026-11-21`, '' for none) with the phone's own picker; its label stands inside. */
export function DayField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  return (
    <label className={styles['day']}>
      <span>{label}</span>
      <input type="date" value={value} onChange={event => onChange(event.target.value)} />
    </label>
  );
}
