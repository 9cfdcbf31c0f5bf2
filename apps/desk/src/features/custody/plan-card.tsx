import type { DeskInput, DeskOutput } from '@tallystick/protocol/desk';
import { Link, useNavigate } from 'react-router';
import { t, word } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { grouped } from '#lib/format.ts';
import { SLOW_REFRESH_MS } from '#lib/query-client.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Badge, Card } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { Table, type Column } from '#ui/table.tsx';
import { toast } from '#ui/toast.tsx';
import type { CustodyNetwork } from './network-card.tsx';
import { RunButton } from './run-button.tsx';

type Kind = DeskInput<'POST desk/custody_build'>['kind'];
type Payout = DeskOutput<'GET desk/custody_plan'>['payouts'][number];
type Sweep = DeskOutput<'GET desk/custody_plan'>['sweeps'][number];

const PAYOUTS: readonly Column<Payout>[] = [
  {
    head: t('custody.withdrawal'),
    render: row => <Link to={`/queues/withdrawal/${row.withdrawal_id}`}>{row.withdrawal_id}</Link>,
  },
  {
    head: t('custody.customer'),
    render: row => <Link to={`/customers/${row.customer_id}`}>{row.customer_id}</Link>,
  },
  { head: t('custody.amount'), figure: true, render: row => `${grouped(row.amount)} ${row.currency}` },
  {
    head: t('custody.state'),
    render: row =>
      row.held === null ? (
        <Badge tone="good">{t('custody.ready')}</Badge>
      ) : (
        <Badge tone="warn">{word('custodyHeld', row.held)}</Badge>
      ),
  },
];

/** @param coin what gas is paid in */
const sweepColumns = (coin: string): readonly Column<Sweep>[] => [
  { head: t('custody.address'), render: row => <span className="mono breaks">{row.address}</span> },
  {
    head: t('custody.customer'),
    render: row => <Link to={`/customers/${row.customer_id}`}>{row.customer_id}</Link>,
  },
  { head: t('custody.amount'), figure: true, render: row => `${grouped(row.amount)} ${row.currency}` },
  { head: t('custody.to'), render: row => t(`custody.${row.to}`) },
  {
    head: t('custody.gas'),
    render: row =>
      row.gas_short === null
        ? t('custody.gasThere')
        : t('custody.gasShort', { amount: grouped(row.gas_short), coin }),
  },
  {
    head: t('custody.state'),
    render: row =>
      row.in_batch ? (
        <Badge>{t('custody.inBatch')}</Badge>
      ) : row.gas_short === null ? (
        <Badge tone="good">{t('custody.ready')}</Badge>
      ) : (
        <Badge tone="warn">{t('custody.needsGas')}</Badge>
      ),
  },
];

/** What could be moved, and the buttons that put it into a batch. */
export function PlanCard({ network }: { readonly network: CustodyNetwork }) {
  const plan = useDesk('GET desk/custody_plan', { network: network.network }, { everyMs: SLOW_REFRESH_MS });
  return (
    <Card title={t('custody.plan', { network: network.network })}>
      <Loaded query={plan}>
        {({ payouts, sweeps }) => {
          const open = sweeps.filter(one => !one.in_batch);
          const kinds: readonly Kind[] = [
            ...(payouts.some(one => one.held === null) ? (['payout'] as const) : []),
            ...(open.some(one => one.gas_short !== null) ? (['gas'] as const) : []),
            ...(open.some(one => one.gas_short === null) ? (['sweep'] as const) : []),
            ...(network.currencies.some(one => one.to_cold !== null) ? (['to_cold'] as const) : []),
          ];
          return (
            <>
              <div className="row">
                {kinds.map(kind => (
                  <Build key={kind} network={network} kind={kind} />
                ))}
              </div>
              <h3>{t('custody.payouts')}</h3>
              <Table
                label={t('custody.payouts')}
                columns={PAYOUTS}
                rows={payouts}
                keyOf={row => row.withdrawal_id}
                empty={t('custody.noPayouts')}
              />
              <h3>{t('custody.sweeps')}</h3>
              <Table
                label={t('custody.sweeps')}
                columns={sweepColumns(network.coin)}
                rows={sweeps}
                keyOf={row => `${row.address} ${row.currency}`}
                empty={t('custody.noSweeps')}
              />
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

function Build({ network, kind }: { readonly network: CustodyNetwork; readonly kind: Kind }) {
  const navigate = useNavigate();
  const run = async (): Promise<void> => {
    const { id } = await callDesk('POST desk/custody_build', { network: network.network, kind });
    toast(t('custody.built'));
    await navigate(`/custody/${id}`);
  };
  return (
    <RunButton tone={kind === 'payout' ? 'main' : 'quiet'} run={run}>
      {t(`custody.build.${kind}`)}
    </RunButton>
  );
}
