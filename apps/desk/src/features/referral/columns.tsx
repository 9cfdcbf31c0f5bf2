import type { DeskOutput } from '@tallystick/protocol/desk';
import { t, word } from '#i18n/texts.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { CustomerLink } from '#ui/customer-link.tsx';
import { Badge } from '#ui/page.tsx';
import type { Column } from '#ui/table.tsx';
import { StandingActions } from './standing-actions.tsx';

type Promoter = DeskOutput<'GET desk/referral'>['items'][number];
type Pair = DeskOutput<'GET desk/referral_flags'>['items'][number];

const TONES = { open: 'good', stopped: 'bad', house: 'plain' } as const;

function Standing({ standing }: { readonly standing: Promoter['standing'] }) {
  return <Badge tone={TONES[standing]}>{word('referralStandings', standing)}</Badge>;
}

function Person({ id, nickname }: { readonly id: number; readonly nickname: string }) {
  return (
    <>
      <CustomerLink id={id} /> {nickname}
    </>
  );
}

export const PROMOTER_COLUMNS: readonly Column<Promoter>[] = [
  { head: t('referral.customer'), render: row => <Person id={row.customer_id} nickname={row.nickname} /> },
  { head: t('referral.invited'), figure: true, render: row => grouped(String(row.invited)) },
  {
    head: t('referral.earned'),
    figure: true,
    render: row =>
      row.earned.map(({ currency, amount }) => `${grouped(amount)} ${currency}`).join(' + ') || '—',
  },
  { head: t('referral.worth'), figure: true, render: row => grouped(row.earned_usdt) },
  { head: t('referral.standing'), render: row => <Standing standing={row.standing} /> },
  {
    head: t('referral.against'),
    render: ({ flags }) =>
      flags.length === 0 ? '—' : flags.map(({ kind }) => word('referralFlags', kind)).join(', '),
  },
  {
    head: '',
    render: row => (
      <div className="row row-end">
        <StandingActions customerId={row.customer_id} standing={row.standing} />
      </div>
    ),
  },
];

export const PAIR_COLUMNS: readonly Column<Pair>[] = [
  { head: t('referral.promoter'), render: row => <Person id={row.promoter_id} nickname={row.promoter} /> },
  { head: t('referral.customer'), render: row => <Person id={row.customer_id} nickname={row.customer} /> },
  {
    head: t('referral.reasons'),
    render: row => row.kinds.map(kind => word('referralFlags', kind)).join(', '),
  },
  { head: t('referral.registered'), render: row => dateTime(row.registered_at_ms) },
  { head: t('referral.standing'), render: row => <Standing standing={row.standing} /> },
];
