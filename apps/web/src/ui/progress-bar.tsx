import styles from './progress-bar.module.css';

/** How much of something has arrived; `label` says it in words. */
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
