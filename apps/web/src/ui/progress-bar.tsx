import styles from './progress-bar.module.css';

/** Progress of a transfer; `label` is its accessible name. */
export function ProgressBar({
  value,
  max,
  label,
}: {
  readonly value: number;
  readonly max: number;
  readonly label: string;
}) {
  return <progress className={styles['bar']} max={max} value={value} aria-label={label} />;
}
