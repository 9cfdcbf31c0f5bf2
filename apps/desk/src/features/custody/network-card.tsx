import type { DeskOutput } from '@tallystick/protocol/desk';
import { t, word } from '#i18n/texts.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { Badge, Card, Facts } from '#ui/page.tsx';
import { Table, type Column } from '#ui/table.tsx';

export type CustodyNetwork = DeskOutput<'GET desk/custody'>['items'][number];
type Currency = CustodyNetwork['currencies'][number];

const shown = (amount: string | null) =>
  amount === null ? t('states.unknown') : <strong className="whole">{grouped(amount)}</strong>;

const COLUMNS: readonly Column<Currency>[] = [
  { head: t('customers.currency'), render: row => <strong>{row.currency}</strong> },
  { head: t('custody.ledger'), figure: true, render: row => shown(row.ledger) },
  {
    head: t('custody.hot'),
    figure: true,
    render: row => shown(row.hot),
    more: row =>
      row.refill !== null
        ? t('custody.refill', { amount: grouped(row.refill) })
        : row.to_cold !== null
          ? t('custody.tooMuch', { amount: grouped(row.to_cold) })
          : undefined,
  },
  { head: t('custody.cold'), figure: true, render: row => shown(row.cold) },
  { head: t('custody.deposits'), figure: true, render: row => shown(row.deposits) },
  {
    head: t('custody.explained'),
    figure: true,
    render: row =>
      row.explained.length === 0
        ? t('custody.nothing')
        : row.explained.map(one => (
            <div key={one.name} className="quiet breaks">
              {word('custodyExplanations', one.name)} <span className="whole">{grouped(one.amount)}</span>
            </div>
          )),
  },
  {
    head: t('custody.unexplained'),
    figure: true,
    render: row =>
      row.unexplained === null ? (
        t('states.unknown')
      ) : (
        <Badge tone={row.unexplained === '0' ? 'good' : 'bad'}>
          {row.unexplained === '0' ? t('custody.nothing') : grouped(row.unexplained)}
        </Badge>
      ),
  },
];

/** What lies at a chain, and where: beside the ledger. */
export function NetworkCard({ network }: { readonly network: CustodyNetwork }) {
  const { block, compared_at_ms: atMs, failure } = network;
  return (
    <Card title={network.network}>
      {failure === null ? null : <p className="bad">{t('custody.failure', { why: failure })}</p>}
      <Facts
        facts={[
          [t('custody.hotAddress'), <Address key="hot">{network.hot_address}</Address>],
          [
            t('custody.coldAddresses'),
            network.cold_addresses.length === 0
              ? t('custody.none')
              : network.cold_addresses.map(one => <Address key={one}>{one}</Address>),
          ],
          [t('custody.ceiling'), `${network.fee_ceiling} ${network.coin}`],
          [
            t('custody.compared'),
            block === null || atMs === null
              ? t('custody.never')
              : t('custody.atBlock', { block, when: dateTime(atMs) }),
          ],
        ]}
      />
      <Table
        label={network.network}
        columns={COLUMNS}
        rows={network.currencies}
        keyOf={row => row.currency_id}
      />
    </Card>
  );
}

function Address({ children }: { readonly children: string }) {
  return <div className="mono breaks">{children}</div>;
}
