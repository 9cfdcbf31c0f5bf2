import type { ReactNode } from 'react';
import { List } from '#ui/card.tsx';
import styles from './settings-group.module.css';

/** A heading and its rows. */
export function SettingsGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mb-5">
      <h2 className={styles['title']}>{title}</h2>
      <List>{children}</List>
    </section>
  );
}
