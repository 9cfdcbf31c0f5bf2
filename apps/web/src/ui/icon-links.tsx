import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { cx } from './class-names.ts';
import styles from './icon-links.module.css';

/** Links, four in a row, each an icon above its name. `main` highlights the first one. */
export function IconLinks({
  links,
  main = false,
}: {
  readonly links: readonly (readonly [to: string, name: string, icon: LucideIcon])[];
  readonly main?: boolean;
}) {
  return (
    <ul className={cx(styles['links'], links.length > 4 && styles['many'])}>
      {links.map(([to, name, Icon], index) => (
        <li key={to}>
          <Link to={to} className={styles['link']}>
            <span className={styles['disc']} data-main={main && index === 0} aria-hidden="true">
              <Icon size={20} strokeWidth={1.8} />
            </span>
            <span className="caption">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
