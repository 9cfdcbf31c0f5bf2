import type { ReactNode } from 'react';
import styles from './banner.module.css';

/** A message above everything else on the page. */
export function Banner({
  icon,
  title,
  children,
  action,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <section className={styles['banner']}>
      <span className={styles['icon']}>{icon}</span>
      <div className={styles['main']}>
        <h2 className="warn text-14 leading-20">{title}</h2>
        <p className="bright text-13">{children}</p>
        {action}
      </div>
    </section>
  );
}
