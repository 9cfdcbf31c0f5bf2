import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { RightButton } from '#ui/button.tsx';
import { Badge } from '#ui/page.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import type { Column } from '#ui/table.tsx';

type Profit = DeskOutput<'GET desk/profit'>;
type Withdrawal = Profit['items'][number];
type Free = Profit['free'][number];

export const FREE_COLUMNS: readonly Column<Free>[] = [
  { head: t('profits.currency'), render: row => <strong>{row.currency}</strong> },
  {
    head: t('profits.funds'),
    figure: true,
    render: row => [row.fees, row.treasury, row.option_pool].map(grouped).join(' · '),
  },
  { head: t('profits.freeAmount'), figure: true, render: row => <strong>{grouped(row.free)}</strong> },
  { head: t('profits.announced'), figure: true, render: row => grouped(row.announced) },
  { head: t('profits.proven'), figure: true, render: row => <Proven proven={row.proven} /> },
];

function Proven({ proven }: Pick<Free, 'proven'>) {
  if (proven === null) return <span className="quiet">{t('profits.unproven')}</span>;
  const { assets, liabilities, at_ms: atMs } = proven;
  return (
    <>
      <span className="whole">
        {grouped(assets)} − {grouped(liabilities)}
      </span>
      <div className="quiet">
        {t('profits.record', {
          liabilities: proven.liabilities_record,
          reserves: proven.reserves_record,
          when: dateTime(atMs),
        })}
      </div>
    </>
  );
}

export const ACCOUNT_COLUMNS: readonly Column<Profit['accounts'][number]>[] = [
  { head: t('profits.name'), render: row => <strong>{row.name}</strong> },
  { head: t('profits.channel'), render: row => word('houseAccounts', row.channel) },
  { head: t('profits.destination'), render: row => <span className="mono breaks">{row.destination}</span> },
  { head: t('profits.opened'), render: row => dateTime(row.opened_at_ms) },
];

const TONES = { announced: 'warn', leaving: 'warn', paid: 'good', withdrawn: 'plain' } as const;

export const WITHDRAWAL_COLUMNS: readonly Column<Withdrawal>[] = [
  { head: t('profits.account'), render: row => <strong>{row.account}</strong> },
  { head: t('profits.from'), render: row => word('houseAccounts', row.from) },
  {
    head: t('profits.amount'),
    figure: true,
    render: row => `${grouped(row.amount)} ${row.currency}`,
  },
  {
    head: t('profits.state'),
    render: row => <Badge tone={TONES[row.state]}>{word('profitStates', row.state)}</Badge>,
    more: row => whyOf(row),
  },
  { head: t('profits.due'), render: row => dateTime(row.ended_at_ms ?? row.due_at_ms) },
  {
    head: t('profits.people'),
    render: row => `${row.made_by}, ${row.confirmed_by}`,
    more: row => (row.state === 'announced' ? <StopButton id={row.id} /> : null),
  },
];

function whyOf({ state, failure, stopped_by: who, stop_reason: reason }: Withdrawal): string | null {
  if (who !== null) return t('profits.stoppedBy', { who, reason: reason ?? '' });
  return state === 'announced' && failure !== null ? t('profits.refused', { code: failure }) : null;
}

function StopButton({ id }: { readonly id: number }) {
  const [stopping, setStopping] = useState(false);
  return (
    <>
      <RightButton right="profit.stop" small tone="danger" onClick={() => setStopping(true)}>
        {t('profits.stop')}
      </RightButton>
      {stopping ? (
        <ReasonDialog
          title={t('profits.stopTitle')}
          text={t('profits.stopText')}
          submit={t('profits.stop')}
          danger
          done={t('profits.stopped')}
          onClose={() => setStopping(false)}
          run={reason => callDesk('POST desk/profit_stop', { id, reason })}
        />
      ) : null}
    </>
  );
}
