import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './before-after.module.css';

/** A figure's present value and, if given, the value after a planned change. */
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
