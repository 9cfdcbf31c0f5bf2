import type { ReactNode } from 'react';
import styles from './timeline.module.css';

export interface TimelineStep {
  readonly key: string;
  readonly title: string;
  readonly detail?: ReactNode;
  /** `now`: in progress. `bad`: failed here. */
  readonly state: 'done' | 'now' | 'todo' | 'bad';
}

/** Past, present and future steps, from top to bottom. */
export function Timeline({
  label,
  steps,
}: {
  readonly label: string;
  readonly steps: readonly TimelineStep[];
}) {
  return (
    <ol className="grid" aria-label={label}>
      {steps.map(({ key, title, detail, state }) => (
        <li
          key={key}
          className={styles['step']}
          data-state={state}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span className={styles['dot']} aria-hidden="true" />
          <span className="grow stack-tight">
            <span className={styles['title']}>{title}</span>
            {detail ? <span className="note break-anywhere">{detail}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
