import type { DeskOutput } from '@tallystick/protocol/desk';
import { t, word } from '#i18n/texts.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { SLOW_REFRESH_MS } from '#lib/query-client.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Badge, Card, Page } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { Table, type Column } from '#ui/table.tsx';

type Row = DeskOutput<'GET desk/solvency'>['items'][number];

const COLUMNS: readonly Column<Row>[] = [
  { head: t('customers.currency'), render: row => <strong>{row.currency}</strong> },
  {
    head: t('solvency.customers'),
    figure: true,
    render: row => (
      <Part total={row.customers} accounts={row.customer_accounts}>
        {t('solvency.people', { count: row.customers_with_balance })}
      </Part>
    ),
  },
  {
    head: t('solvency.makers'),
    figure: true,
    render: row => <Part total={row.makers} accounts={row.maker_accounts} />,
  },
  {
    head: t('solvency.platform'),
    figure: true,
    render: row => <Part total={row.platform} accounts={row.platform_accounts} />,
  },
  {
    head: t('solvency.outside'),
    figure: true,
    render: row => <Part total={row.outside} accounts={row.outside_accounts} />,
  },
  {
    head: t('solvency.sum'),
    figure: true,
    render: row => (
      <Badge tone={row.sum === '0' ? 'good' : 'bad'}>{row.sum === '0' ? t('solvency.zero') : row.sum}</Badge>
    ),
  },
];

export function SolvencyPage() {
  const solvency = useDesk('GET desk/solvency', {}, { everyMs: SLOW_REFRESH_MS });
  return (
    <Page title={t('nav.solvency')} lead={t('solvency.intro')}>
      <Loaded query={solvency}>
        {({ items, journal_sequence: sequence, journal_hash: hash, at_ms: atMs }) => (
          <Card>
            <p className="quiet">
              {t('solvency.sequence', { sequence: grouped(String(sequence)) })} · {dateTime(atMs)} ·{' '}
              <span className="mono">{hash.slice(0, 16)}…</span>
            </p>
            <Table label={t('nav.solvency')} columns={COLUMNS} rows={items} keyOf={row => row.currency} />
          </Card>
        )}
      </Loaded>
    </Page>
  );
}

function Part({
  total,
  accounts,
  children,
}: {
  readonly total: string;
  readonly accounts: Row['customer_accounts'];
  readonly children?: string;
}) {
  return (
    <div>
      <strong className="whole">{grouped(total)}</strong>
      {children === undefined ? null : <div className="quiet">{children}</div>}
      {accounts
        .filter(one => one.total !== '0')
        .map(one => (
          <div key={one.account} className="quiet breaks">
            {word('accounts', one.account)} <span className="whole">{grouped(one.total)}</span>
          </div>
        ))}
    </div>
  );
}
