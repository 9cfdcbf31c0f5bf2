import type { DeskOutput } from '@tallystick/protocol/desk';
import { t, word } from '#i18n/texts.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { Badge } from '#ui/page.tsx';
import type { Column } from '#ui/table.tsx';

type Profile = DeskOutput<'GET desk/customer'>;

export const BALANCES: readonly Column<Profile['balances'][number]>[] = [
  { head: t('customers.account'), render: balance => word('accounts', balance.account) },
  { head: t('customers.currency'), render: balance => balance.currency.code },
  { head: t('customers.available'), figure: true, render: balance => grouped(balance.available) },
  { head: t('customers.held'), figure: true, render: balance => grouped(balance.frozen) },
  { head: t('customers.escrow'), figure: true, render: balance => grouped(balance.escrow) },
  {
    head: t('customers.worth'),
    figure: true,
    render: balance => (balance.value_usdt === null ? t('states.unknown') : grouped(balance.value_usdt)),
  },
];

export const LEDGER: readonly Column<DeskOutput<'GET desk/customer_ledger'>['items'][number]>[] = [
  { head: t('customers.time'), render: entry => dateTime(entry.at_ms) },
  { head: t('customers.account'), render: entry => word('accounts', entry.account) },
  { head: t('customers.reason'), render: entry => word('ledgerReasons', entry.reason) },
  { head: t('customers.reference'), render: entry => <span className="mono">{entry.reference}</span> },
  {
    head: t('customers.amount'),
    figure: true,
    render: entry => `${grouped(entry.amount)} ${entry.currency}`,
  },
  { head: t('customers.after'), figure: true, render: entry => grouped(entry.balance_after) },
];

export const ORDERS: readonly Column<DeskOutput<'GET desk/customer_orders'>['items'][number]>[] = [
  { head: t('customers.when'), render: order => dateTime(order.placed_at_ms) },
  { head: t('customers.market'), render: order => order.symbol },
  {
    head: t('customers.side'),
    render: order => `${word('sides', order.side)} · ${word('orderTypes', order.type)}`,
  },
  {
    head: t('customers.price'),
    figure: true,
    render: order => (order.price === null ? t('states.unknown') : grouped(order.price)),
  },
  {
    head: t('customers.quantity'),
    figure: true,
    render: order => order.quantity ?? order.budget ?? t('states.unknown'),
  },
  { head: t('customers.filled'), figure: true, render: order => `${order.filled_percent} %` },
  { head: t('customers.state'), render: order => word('orderStates', order.status) },
];

export const SESSIONS: readonly Column<Profile['sessions'][number]>[] = [
  { head: t('customers.device'), render: session => session.device || t('states.unknown') },
  { head: t('customers.address'), render: session => session.address },
  { head: t('customers.seen'), render: session => dateTime(session.last_seen_at_ms) },
  {
    head: t('customers.state'),
    render: session => (
      <Badge tone={session.ended_at_ms === null ? 'good' : 'plain'}>
        {t(session.ended_at_ms === null ? 'customers.open' : 'customers.ended')}
      </Badge>
    ),
  },
];
