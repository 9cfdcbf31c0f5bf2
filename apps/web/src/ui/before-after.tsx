import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './before-after.module.css';

/** A figure as it is and, where something would change it, as it would be. */
export function BeforeAfter({ before, after }: { readonly before: ReactNode; readonly after?: ReactNode }) {
  if (after === undefined || after === before) return <>{before}</>;
  return (
    <span className={styles['change']}>
      <span className="soft weight-500">{before}</span>
      <ArrowRight size={12} aria-hidden="true" className="quiet" />
      <span>{after}</span>
    </span>
  );
}
