import { Check, Hourglass, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import styles from './verdict.module.css';

export type VerdictLook = 'right' | 'wrong' | 'waiting' | 'working';

const ICONS = { right: Check, wrong: X, waiting: Hourglass, working: Hourglass } as const;

/** The overall result, at the top of the page. */
export function Verdict({
  look,
  title,
  children,
  note,
}: {
  readonly look: VerdictLook;
  readonly title: string;
  readonly children: ReactNode;
  readonly note?: string | undefined;
}) {
  const Icon = ICONS[look];
  return (
    <output className={cx(styles['verdict'], 'raised')} data-look={look}>
      <span className={styles['disc']} aria-hidden="true">
        <Icon size={30} strokeWidth={2.4} />
      </span>
      <h2 className={styles['title']}>{title}</h2>
      <p className={styles['text']}>{children}</p>
      {note === undefined ? null : <p className={styles['note']}>{note}</p>}
    </output>
  );
}
