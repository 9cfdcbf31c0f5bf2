import type { DeskOutput } from '@tallystick/protocol/desk';
import { Link } from 'react-router';
import { t, word } from '#i18n/texts.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { Badge } from '#ui/page.tsx';
import type { Column } from '#ui/table.tsx';

export type Batch = DeskOutput<'GET desk/custody_batch'>;
type Summary = DeskOutput<'GET desk/custody_batches'>['items'][number];
type Item = Batch['contents'][number];
type Transaction = Batch['transactions'][number];
type Deviation = Batch['deviations'][number];

const TONES = {
  draft: 'plain',
  exported: 'warn',
  signed: 'warn',
  broadcasting: 'warn',
  sent: 'warn',
  confirmed: 'good',
  failed: 'bad',
  cancelled: 'plain',
} as const;

export function BatchState({ state }: { readonly state: Summary['state'] }) {
  return <Badge tone={TONES[state]}>{word('custodyBatchStates', state)}</Badge>;
}

export const totalsOf = ({ totals }: Pick<Summary, 'totals'>): string =>
  totals.map(one => `${grouped(one.amount)} ${one.currency}`).join(', ');

export const BATCH_COLUMNS: readonly Column<Summary>[] = [
  {
    head: t('custody.batches'),
    render: row => <Link to={`/custody/${row.id}`}>{t('custody.batch', { id: row.id })}</Link>,
    more: row => row.network,
  },
  {
    head: t('custody.what'),
    render: row => word('custodyKinds', row.kind),
    more: row => t('custody.items', { count: row.items }),
  },
  { head: t('custody.amount'), figure: true, render: totalsOf },
  {
    head: t('custody.fee'),
    figure: true,
    render: row =>
      row.fee_paid === '0'
        ? t('custody.feeMost', { amount: row.fee_most, coin: row.coin })
        : t('custody.feePaid', { amount: row.fee_paid, coin: row.coin }),
  },
  {
    head: t('custody.state'),
    render: row => (
      <>
        <BatchState state={row.state} />{' '}
        {row.refused ? <Badge tone="bad">{t('custody.deviations')}</Badge> : null}
      </>
    ),
    more: row => t('custody.version', { version: row.version }),
  },
  {
    head: t('custody.by'),
    render: row => [row.created_by, row.sent_by].filter(name => name !== null).join(', '),
    more: row => dateTime(row.created_at_ms),
  },
];

export const ITEM_COLUMNS: readonly Column<Item>[] = [
  {
    head: t('custody.withdrawal'),
    render: row =>
      row.withdrawal_id === null ? (
        t('states.unknown')
      ) : (
        <Link to={`/queues/withdrawal/${row.withdrawal_id}`}>{row.withdrawal_id}</Link>
      ),
  },
  { head: t('custody.amount'), figure: true, render: row => `${grouped(row.amount)} ${row.currency}` },
  { head: t('custody.from'), render: row => <span className="mono breaks">{row.sender}</span> },
  {
    head: t('custody.to'),
    render: row =>
      row.recipient === '' ? (
        <span className="quiet">{t('custody.hidden')}</span>
      ) : (
        <span className="mono breaks">{row.recipient}</span>
      ),
    more: row => (row.memo === null ? undefined : t('custody.memo', { memo: row.memo })),
  },
  {
    head: t('custody.state'),
    render: row => word('custodyItemStates', row.state),
    more: row => (row.left_out ? t('custody.leftOut') : undefined),
  },
];

export const TRANSACTION_COLUMNS: readonly Column<Transaction>[] = [
  { head: t('custody.what'), render: row => t('custody.version', { version: row.version }) },
  {
    head: t('custody.transaction'),
    render: row =>
      row.transaction_id === null || row.explorer_url === null ? (
        <span className="quiet">{t('custody.notSigned')}</span>
      ) : (
        <a className="mono breaks" href={row.explorer_url} target="_blank" rel="noreferrer">
          {row.transaction_id}
        </a>
      ),
    more: row => (row.item_ids.length === 0 ? t('custody.takesPlace') : undefined),
  },
  {
    head: t('custody.fee'),
    figure: true,
    render: row => row.fee ?? row.fee_most,
  },
  { head: t('custody.state'), render: row => word('custodyTransactionStates', row.state) },
];

export const DEVIATION_COLUMNS: readonly Column<Deviation>[] = [
  {
    head: t('custody.place'),
    render: row => (row.place === null ? t('custody.wholeFile') : String(row.place + 1)),
  },
  { head: t('custody.difference'), render: row => word('custodyDeviations', row.code) },
  { head: t('custody.expected'), render: row => <span className="mono breaks">{row.expected}</span> },
  { head: t('custody.found'), render: row => <span className="mono breaks">{row.found}</span> },
];
