import type { DeskOutput } from '@tallystick/protocol/desk';
import { Link } from 'react-router';
import { t, word } from '#i18n/texts.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { SLOW_REFRESH_MS } from '#lib/query-client.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Badge, Card, Page } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { Table, type Column } from '#ui/table.tsx';

type Row = DeskOutput<'GET desk/books_reconciliation'>['items'][number];

const COLUMNS: readonly Column<Row>[] = [
  { head: t('reconciled.place'), render: row => <strong>{word('houseAccounts', row.channel)}</strong> },
  { head: t('reconciled.currency'), render: row => row.currency },
  { head: t('reconciled.ledger'), figure: true, render: row => grouped(row.ledger) },
  {
    head: t('reconciled.found'),
    figure: true,
    render: ({ found }) =>
      found === null ? <span className="quiet">{t('reconciled.notLooked')}</span> : grouped(found),
  },
  { head: t('reconciled.unexplained'), figure: true, render: row => <Unexplained row={row} /> },
  {
    head: t('reconciled.asOf'),
    render: row => (row.as_of_ms === null ? t('states.unknown') : dateTime(row.as_of_ms)),
  },
];

function Unexplained({ row: { unexplained, case: open } }: { readonly row: Row }) {
  if (unexplained === null) return t('states.unknown');
  return (
    <>
      <Badge tone={unexplained === '0' ? 'good' : 'bad'}>
        {unexplained === '0' ? t('reconciled.agrees') : grouped(unexplained)}
      </Badge>
      {open === null ? null : (
        <div>
          <Link to={`/queues/${open}`}>{t('reconciled.case')}</Link>
        </div>
      )}
    </>
  );
}

/** Chains and bank beside the ledger; what differs is a case for two people. */
export function ReconciliationPage() {
  const compared = useDesk('GET desk/books_reconciliation', {}, { everyMs: SLOW_REFRESH_MS });
  return (
    <Page title={t('nav.reconciliation')} lead={t('reconciled.lead')}>
      <Loaded query={compared}>
        {({ items }) => (
          <Card>
            <Table
              label={t('nav.reconciliation')}
              columns={COLUMNS}
              rows={items}
              keyOf={row => `${row.channel} ${row.currency}`}
              empty={t('reconciled.none')}
            />
          </Card>
        )}
      </Loaded>
    </Page>
  );
}
