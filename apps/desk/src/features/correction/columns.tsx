import type { DeskOutput } from '@tallystick/protocol/desk';
import { Link } from 'react-router';
import { t, word } from '#i18n/texts.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { Badge } from '#ui/page.tsx';
import type { Column } from '#ui/table.tsx';

type Goodwill = DeskOutput<'GET desk/goodwill'>['items'][number];
type Ceiling = DeskOutput<'GET desk/goodwill'>['ceilings'][number];
export type Reversal = DeskOutput<'GET desk/reversals'>['items'][number];
type Account = DeskOutput<'GET desk/account_links'>['items'][number];

const TONES = {
  paying: 'warn',
  paid: 'good',
  failed: 'bad',
  announced: 'warn',
  objected: 'bad',
  upheld: 'warn',
  reversing: 'warn',
  done: 'good',
  dropped: 'plain',
} as const;

const customer = (id: number) => <Link to={`/customers/${id}`}>{id}</Link>;
/** As operators see it; customers read the text below it. */
const reason = (row: { readonly reason: string }) => word('correctionReasons', row.reason);
const state = (name: keyof typeof TONES) => (
  <Badge tone={TONES[name]}>{word('correctionStates', name)}</Badge>
);

export const CEILING_COLUMNS: Column<Ceiling>[] = [
  { head: t('house.currency'), render: ({ currency }) => <strong>{currency}</strong> },
  { head: t('corrections.leftToday'), figure: true, render: row => grouped(row.left_today) },
  { head: t('fields.daily'), figure: true, render: row => grouped(row.daily) },
  { head: t('fields.per_customer'), figure: true, render: row => grouped(row.per_customer) },
  { head: t('house.treasury'), figure: true, render: row => grouped(row.treasury) },
];

export const GOODWILL_COLUMNS: Column<Goodwill>[] = [
  { head: t('corrections.customer'), render: row => customer(row.customer_id) },
  {
    head: t('house.amount'),
    figure: true,
    render: row => `${grouped(row.amount)} ${row.currency}`,
  },
  { head: t('fields.reason'), render: reason, more: row => row.text },
  {
    head: t('approvals.state'),
    render: row => state(row.state),
    more: row => dateTime(row.confirmed_at_ms),
  },
  { head: t('corrections.people'), render: row => `${row.made_by}, ${row.confirmed_by}` },
];

export const REVERSAL_COLUMNS: Column<Reversal>[] = [
  {
    head: t('corrections.deposit'),
    render: row => <Link to={`/queues/deposit/${row.deposit_id}`}>{row.deposit_id}</Link>,
    more: row => t('corrections.whose', { id: row.customer_id }),
  },
  {
    head: t('house.amount'),
    figure: true,
    render: row => `${grouped(row.amount)} ${row.currency}`,
    more: row => t('corrections.of', { amount: grouped(row.deposit_amount) }),
  },
  {
    head: t('fields.reason'),
    render: row => (
      <>
        {reason(row)}
        <div className="quiet">{row.text}</div>
        {row.objection === null ? null : <div>{t('corrections.objection', { text: row.objection })}</div>}
      </>
    ),
  },
  {
    head: t('approvals.state'),
    render: row => state(row.state),
    more: row =>
      row.lapses_at_ms !== null && row.state === 'objected'
        ? t('corrections.lapses', { when: dateTime(row.lapses_at_ms) })
        : t('corrections.due', { when: dateTime(row.due_at_ms) }),
  },
  { head: t('corrections.people'), render: row => `${row.made_by}, ${row.confirmed_by}` },
];

export const ACCOUNT_COLUMNS: Column<Account>[] = [
  { head: t('corrections.operator'), render: row => row.operator },
  { head: t('corrections.customer'), render: row => customer(row.customer_id) },
  { head: t('corrections.declaredBy'), render: row => row.declared_by },
  { head: t('approvals.when'), render: row => dateTime(row.declared_at_ms) },
];
