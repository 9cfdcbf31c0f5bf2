import type { DeskOutput } from '@tallystick/protocol/desk';
import { t, word } from '#i18n/texts.ts';
import { dateTime } from '#lib/format.ts';
import { Badge } from '#ui/page.tsx';
import type { Column } from '#ui/table.tsx';
import { Link } from 'react-router';

type Row = DeskOutput<'GET desk/customers'>['items'][number];

/** Of the list of customers. */
export const CUSTOMERS: readonly Column<Row>[] = [
  { head: t('customers.id'), render: row => <Link to={`/customers/${row.id}`}>{row.id}</Link> },
  {
    head: t('customers.name'),
    render: row => (
      <>
        {row.nickname} {row.maker ? <Badge>{t('customers.maker')}</Badge> : null}{' '}
        {row.demo && !row.maker ? <Badge tone="warn">{t('customers.demo')}</Badge> : null}
      </>
    ),
  },
  { head: t('customers.contact'), render: row => row.email ?? row.phone ?? t('states.unknown') },
  { head: t('customers.verification'), render: row => word('verification', row.verification) },
  {
    head: t('customers.status'),
    render: row => (
      <Badge tone={row.frozen ? 'bad' : 'good'}>
        {t(row.frozen ? 'customers.frozen' : 'customers.active')}
      </Badge>
    ),
  },
  { head: t('customers.since'), render: row => dateTime(row.created_at_ms) },
];
