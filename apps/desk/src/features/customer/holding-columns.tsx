import type { DeskOutput } from '@tallystick/protocol/desk';
import { t, word } from '#i18n/texts.ts';
import { dateTime, grouped } from '#lib/format.ts';
import type { Column } from '#ui/table.tsx';

type Position = DeskOutput<'GET desk/customer_positions'>['items'][number];
type Option = DeskOutput<'GET desk/customer_options'>['items'][number];
type TrustOrder = DeskOutput<'GET desk/customer_trust_orders'>['items'][number];
type LaunchOrder = DeskOutput<'GET desk/customer_launch_orders'>['items'][number];
type Deposit = DeskOutput<'GET desk/customer_deposits'>['items'][number];
type Withdrawal = DeskOutput<'GET desk/customer_withdrawals'>['items'][number];

function known(decimal: string | null): string {
  return decimal === null ? t('states.unknown') : grouped(decimal);
}

function time(atMs: number | null): string {
  return atMs === null ? t('states.unknown') : dateTime(atMs);
}

export const POSITIONS: readonly Column<Position>[] = [
  { head: t('customers.when'), render: row => dateTime(row.placed_at_ms) },
  {
    head: t('perpetuals.position'),
    render: row => `${row.symbol} ${word('positionSides', row.direction)} ${row.multiple}×`,
    more: row => `#${row.position_id} · ${word('orderTypes', row.type)}`,
  },
  {
    head: t('perpetuals.lots'),
    figure: true,
    render: row => grouped(String(row.status === 'holding' ? row.holding_lots : row.lots)),
    more: row => `${known(row.open_price ?? row.price)} → ${known(row.close_price ?? row.mark_price)}`,
  },
  {
    head: t('customers.margin'),
    figure: true,
    render: row => grouped(row.status === 'pending' ? row.waiting_margin : row.margin),
    more: row => `${row.margin_ratio_percent ?? t('states.unknown')} %`,
  },
  { head: t('customers.liquidationPrice'), figure: true, render: row => known(row.liquidation_price) },
  {
    head: t('customers.profit'),
    figure: true,
    render: row => grouped(row.net_profit),
    more: row => t('customers.stillOpen', { amount: grouped(row.unrealised_profit) }),
  },
  {
    head: t('customers.state'),
    render: row => word('positionStates', row.status),
    more: row => (row.close_reason === null ? '' : word('closeReasons', row.close_reason)),
  },
];

export const OPTIONS: readonly Column<Option>[] = [
  { head: t('customers.bought'), render: row => dateTime(row.bought_at_ms) },
  {
    head: t('customers.option'),
    render: row => `${row.symbol} ${word('optionDirections', row.direction)}`,
    more: row => `#${row.option_id} · ${t('customers.seconds', { count: row.seconds })}`,
  },
  { head: t('customers.stake'), figure: true, render: row => `${grouped(row.stake)} ${row.currency}` },
  {
    head: t('customers.ticks'),
    figure: true,
    render: row => `${known(row.entry?.price ?? null)} → ${known(row.exit?.price ?? null)}`,
    more: row => `#${row.entry?.tick ?? '…'} → #${row.exit?.tick ?? '…'}`,
  },
  { head: t('customers.payout'), figure: true, render: row => known(row.payout) },
  {
    head: t('customers.state'),
    render: row => word('optionStates', row.outcome ?? row.state),
    more: row => (row.result === null ? time(row.delivery_at_ms) : word('optionResults', row.result)),
  },
];

export const TRUST_ORDERS: readonly Column<TrustOrder>[] = [
  { head: t('customers.bought'), render: row => dateTime(row.bought_at_ms) },
  {
    head: t('trust.product'),
    render: row => `${row.product_id} · ${t('trust.days', { count: row.cycle_days })}`,
    more: row => `#${row.order_id} · ${t('customers.perDay', { percent: row.daily_yield_percent })}`,
  },
  { head: t('customers.amount'), figure: true, render: row => `${grouped(row.amount)} ${row.currency.code}` },
  {
    head: t('customers.interest'),
    figure: true,
    render: row => `${grouped(row.earned)} / ${grouped(row.promised)}`,
  },
  { head: t('customers.completes'), render: row => time(row.ended_at_ms ?? row.completes_at_ms) },
  {
    head: t('customers.state'),
    render: row => word('trustOrderStates', row.state),
    more: row => (row.penalty === null ? '' : t('customers.penalty', { amount: grouped(row.penalty) })),
  },
];

export const LAUNCH_ORDERS: readonly Column<LaunchOrder>[] = [
  { head: t('launch.at'), render: row => dateTime(row.created_at_ms) },
  { head: t('customers.coin'), render: row => row.code, more: row => `#${row.order_id}` },
  {
    head: t('launch.committed'),
    figure: true,
    render: row => `${grouped(row.value)} ${row.quote_code}`,
    more: row => row.committed.map(amountOf).join(', '),
  },
  { head: t('launch.allocated'), figure: true, render: row => known(row.allocated) },
  { head: t('customers.returned'), figure: true, render: row => row.refunded.map(amountOf).join(', ') },
  {
    head: t('launch.released'),
    figure: true,
    render: row => grouped(row.released),
    more: row => time(row.next_release?.at_ms ?? null),
  },
  { head: t('customers.state'), render: row => word('launchOrderStates', row.state) },
];

export const DEPOSITS: readonly Column<Deposit>[] = [
  { head: t('customers.time'), render: row => dateTime(row.created_at_ms) },
  { head: t('customers.way'), render: row => word('channels', row.channel), more: row => row.network },
  {
    head: t('customers.amount'),
    figure: true,
    render: row => `${grouped(row.amount)} ${row.currency}`,
    more: row => (row.paid_amount === null ? '' : `${grouped(row.paid_amount)} ${row.paid_currency ?? ''}`),
  },
  { head: t('customers.transaction'), render: row => transactionOf(row.transaction_id) },
  { head: t('customers.state'), render: row => word('queueStates', row.state), more: row => row.reason },
];

export const WITHDRAWALS: readonly Column<Withdrawal>[] = [
  { head: t('customers.time'), render: row => dateTime(row.created_at_ms) },
  { head: t('customers.way'), render: row => word('channels', row.channel), more: row => row.network },
  {
    head: t('customers.amount'),
    figure: true,
    render: row => `${grouped(row.amount)} ${row.currency}`,
    more: row => t('customers.fee', { amount: grouped(row.fee) }),
  },
  {
    head: t('customers.receives'),
    figure: true,
    render: row => `${grouped(row.receive)} ${row.receive_currency}`,
  },
  { head: t('customers.transaction'), render: row => transactionOf(row.transaction_id) },
  { head: t('customers.state'), render: row => word('queueStates', row.state), more: row => row.reason },
];

function amountOf({ amount, code }: { readonly amount: string; readonly code: string }): string {
  return `${grouped(amount)} ${code}`;
}

function transactionOf(id: string | null) {
  return id === null ? t('states.unknown') : <span className="mono">{id}</span>;
}
