import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { t, word } from '#i18n/texts.ts';
import { dateTime } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Field, Tick } from '#ui/field.tsx';
import { Badge, Card, Page } from '#ui/page.tsx';
import { PagedTable } from '#ui/pager.tsx';
import type { Column } from '#ui/table.tsx';

type Row = DeskOutput<'GET desk/customers'>['items'][number];

const COLUMNS: readonly Column<Row>[] = [
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

export function CustomersPage() {
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  const [makers, setMakers] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setQuery(typed.trim());
  };
  return (
    <Page title={t('nav.customers')}>
      <Card>
        <search>
          <form className="row row-bottom" onSubmit={send}>
            <div className="grow">
              <Field
                label={t('customers.find')}
                type="search"
                value={typed}
                onChange={event => setTyped(event.target.value)}
              />
            </div>
            <Button type="submit" tone="main">
              {t('actions.search')}
            </Button>
          </form>
        </search>
        <Tick label={t('customers.withMakers')} checked={makers} onChange={setMakers} />
        <PagedTable
          call="GET desk/customers"
          input={query !== '' ? { query } : makers ? { makers } : {}}
          label={t('nav.customers')}
          columns={COLUMNS}
          keyOf={row => row.id}
          empty={t('customers.none')}
        />
      </Card>
    </Page>
  );
}
