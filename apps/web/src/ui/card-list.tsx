import type { ReactNode } from 'react';
import styles from './card-list.module.css';

/** Cards below each other, or in columns where there is room. Children: `<li>`. */
export function CardList({ children }: { readonly children: ReactNode }) {
  return <ul className={styles['cards']}>{children}</ul>;
}

/** The bar above a list: filters at the left, actions for the whole list at the right. */
export function ListBar({ children }: { readonly children: ReactNode }) {
  return <div className={styles['bar']}>{children}</div>;
}
