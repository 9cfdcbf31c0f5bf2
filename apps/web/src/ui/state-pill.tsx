import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './state-pill.module.css';

export type StateTone = 'good' | 'wait' | 'bad' | 'quiet';

/** The state of an application in one word. */
export function StatePill({ tone, children }: { readonly tone: StateTone; readonly children: ReactNode }) {
  return <span className={cx(styles['pill'], styles[tone])}>{children}</span>;
}
