import type { ReactNode } from 'react';
import { t } from '#i18n/texts.ts';
import { cx } from './class-names.ts';

export interface Column<Row> {
  readonly head: string;
  readonly render: (row: Row) => ReactNode;
  /** Details below it. */
  readonly more?: (row: Row) => ReactNode;
  /** Figures, to the right. */
  readonly figure?: boolean;
}

/** A table on a desk, a list of cards on a phone: each cell then bears its column's name. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  empty,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly empty?: string;
}) {
  if (rows.length === 0) return <p className="empty">{empty ?? t('states.empty')}</p>;
  return (
    <div className="table-frame">
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.head} scope="col" className={cx(column.figure && 'figure')}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(column => (
                <td key={column.head} data-head={column.head} className={cx(column.figure && 'figure')}>
                  <div className="cell">
                    {column.render(row)}
                    <Details>{column.more?.(row)}</Details>
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Details({ children }: { readonly children: ReactNode }) {
  const isEmpty = children === undefined || children === null || children === '';
  return isEmpty ? null : <div className="quiet">{children}</div>;
}
