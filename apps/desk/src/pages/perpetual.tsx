import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { CustomerLink } from '#ui/customer-link.tsx';
import { t, word } from '#i18n/texts.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Badge, Card, Page } from '#ui/page.tsx';
import { PagedTable } from '#ui/pager.tsx';
import { Loaded } from '#ui/states.tsx';
import { StatusActions } from '#ui/status-actions.tsx';
import { Table, type Column } from '#ui/table.tsx';
import { TermsState } from '../features/market/terms-state.tsx';
import { useStatusDialogs, type Stoppable } from '../features/market/status-dialogs.tsx';
import type { Contract } from '../features/perpetual/terms.ts';
import { ContractTermsDialog } from '../features/perpetual/terms-dialog.tsx';

type ContractRow = DeskOutput<'GET desk/perpetuals'>['items'][number];
type Liquidation = DeskOutput<'GET desk/liquidations'>['items'][number];

const LIQUIDATIONS: Column<Liquidation>[] = [
  { head: t('perpetuals.time'), render: row => <span className="no-break">{dateTime(row.at_ms)}</span> },
  {
    head: t('perpetuals.customer'),
    render: row => <CustomerLink id={row.customer_id} />,
  },
  {
    head: t('perpetuals.position'),
    render: row => (
      <span className="no-break">
        {row.symbol} {word('positionSides', row.direction)} {row.multiple}× #{row.position_id}
      </span>
    ),
  },
  { head: t('perpetuals.lots'), figure: true, render: row => grouped(String(row.lots)) },
  { head: t('perpetuals.mark'), figure: true, render: row => grouped(row.mark_price) },
  {
    head: t('perpetuals.ways'),
    figure: true,
    render: row => `${row.book_lots} / ${row.insured_lots} / ${row.deleveraged_lots}`,
  },
  {
    head: t('perpetuals.fund'),
    figure: true,
    render: row => `+${row.liquidation_fee} / −${row.insurance_paid}`,
  },
  { head: t('perpetuals.returned'), figure: true, render: row => row.returned },
];

/** Contracts: terms, stops, the fund behind them and what was liquidated. Nothing here reaches a price or a position. */
export function ContractsPage() {
  const contracts = useDesk('GET desk/perpetuals', {});
  const [edited, setEdited] = useState<Contract | null>(null);
  const { stop, resume, prolong, buttons, dialogs } = useStatusDialogs(
    'perpetual',
    (contracts.data?.items ?? []).map(stoppable),
  );
  const columns: Column<ContractRow>[] = [
    {
      head: t('perpetuals.contract'),
      render: ({ contract }) => <strong className="no-break">{contract.symbol}</strong>,
    },
    {
      head: t('markets.status'),
      render: ({ contract }) => <TermsState of={contract} />,
    },
    {
      head: t('perpetuals.mark'),
      figure: true,
      render: ({ ticker }) => (
        <>
          {ticker.mark === null ? t('states.unknown') : grouped(ticker.mark)}{' '}
          {ticker.stale ? <Badge tone="warn">{t('markets.stale')}</Badge> : null}
        </>
      ),
    },
    {
      head: t('perpetuals.funding'),
      figure: true,
      render: ({ ticker }) => ticker.funding_rate_percent ?? t('states.unknown'),
    },
    {
      head: t('perpetuals.interest'),
      figure: true,
      render: ({ ticker }) => grouped(String(ticker.open_interest_lots)),
    },
    {
      head: t('markets.fees'),
      figure: true,
      render: ({ contract }) => `${contract.maker_fee_percent} / ${contract.taker_fee_percent}`,
    },
    {
      head: t('perpetuals.multiple'),
      figure: true,
      render: ({ contract }) => `${contract.multiples.at(-1) ?? 1}×`,
    },
    {
      head: '',
      render: row => (
        <StatusActions
          status={row.contract.status}
          onEdit={() => setEdited(row.contract)}
          onStop={status => stop(stoppable(row), status)}
          onResume={() => resume(stoppable(row))}
          onProlong={() => prolong(stoppable(row))}
        />
      ),
    },
  ];
  return (
    <Page title={t('nav.contracts')} lead={t('perpetuals.lead')} actions={buttons}>
      <Loaded query={contracts}>
        {({ items, insurance }) => (
          <Card>
            <p>
              {t('perpetuals.insurance', { amount: `${grouped(insurance.balance)} ${insurance.currency}` })}
            </p>
            <Table
              label={t('nav.contracts')}
              columns={columns}
              rows={items}
              keyOf={row => row.contract.market_id}
            />
          </Card>
        )}
      </Loaded>
      <Card title={t('perpetuals.liquidations')}>
        <PagedTable
          call="GET desk/liquidations"
          input={{ limit: 20 }}
          label={t('perpetuals.liquidations')}
          columns={LIQUIDATIONS}
          keyOf={row => row.liquidation_id}
          empty={t('perpetuals.none')}
        />
      </Card>
      {edited === null ? null : <ContractTermsDialog contract={edited} onClose={() => setEdited(null)} />}
      {dialogs}
    </Page>
  );
}

function stoppable({ contract }: ContractRow): Stoppable {
  return { id: contract.market_id, symbol: contract.symbol, status: contract.status };
}
