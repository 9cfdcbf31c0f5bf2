import styles from './countdown-ring.module.css';

/** Remaining seconds as a ring that empties. */
export function CountdownRing({
  seconds,
  total,
  label,
}: {
  readonly seconds: number;
  readonly total: number;
  readonly label: string;
}) {
  const gone = total === 0 ? 100 : 100 - (Math.min(seconds, total) / total) * 100;
  return (
    <span className={styles['ring']} role="timer" aria-label={label}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <circle className={styles['track']} cx="16" cy="16" r="14" />
        <circle
          className={styles['left']}
          cx="16"
          cy="16"
          r="14"
          pathLength={100}
          strokeDasharray={100}
          strokeDashoffset={gone}
        />
      </svg>
      <span aria-hidden="true">{seconds}</span>
    </span>
  );
}
