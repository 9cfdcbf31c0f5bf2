import { useMutation } from '@tanstack/react-query';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { grouped } from '#lib/format.ts';
import { saveFile } from '#lib/save-file.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Card, Facts } from '#ui/page.tsx';
import { Loaded, Problem } from '#ui/states.tsx';
import { Table, type Column } from '#ui/table.tsx';
import { dayText, periodOf, usualPeriod, type Period } from './period.ts';

type Day = DeskOutput<'GET desk/referral_report'>['days'][number];

const COLUMNS: readonly Column<Day>[] = [
  { head: t('referral.day'), render: row => dayText(row.utc_day) },
  { head: t('referral.amount'), figure: true, render: row => `${grouped(row.amount)} ${row.currency}` },
  { head: t('referral.fills'), figure: true, render: row => grouped(String(row.fills)) },
  { head: t('referral.earners'), figure: true, render: row => grouped(String(row.promoters)) },
  { head: t('referral.payers'), figure: true, render: row => grouped(String(row.people)) },
];

/** Rebates of a period, day by day, and the same as a file. */
export function PeriodReport({ nowMs }: { /** The exchange's time. */ readonly nowMs: number }) {
  const [{ from, to }, setPeriod] = useState(() => usualPeriod(nowMs));
  const period = periodOf(from, to);
  const exported = useMutation({
    mutationFn: (wish: Period) => callDesk('GET desk/referral_export', wish),
    onSuccess: ({ csv }) => saveFile(`referral-${from}-${to}.csv`, 'text/csv', csv),
  });
  return (
    <Card
      title={t('referral.report')}
      actions={
        <Button
          busy={exported.isPending}
          disabled={period === null}
          onClick={() => (period === null ? undefined : exported.mutate(period))}
        >
          {t('referral.csv')}
        </Button>
      }
    >
      <div className="grid-fields">
        <Field
          label={t('referral.from')}
          value={from}
          placeholder="2026-01-31"
          onChange={typed => setPeriod({ from: typed.trim(), to })}
        />
        <Field
          label={t('referral.to')}
          value={to}
          placeholder="2026-01-31"
          onChange={typed => setPeriod({ from, to: typed.trim() })}
        />
      </div>
      <Problem error={exported.error} />
      {exported.data?.complete === false ? (
        <p className="bad">{t('referral.cut', { rows: exported.data.rows })}</p>
      ) : null}
      {period === null ? <p className="bad">{t('referral.wrongPeriod')}</p> : <Days period={period} />}
    </Card>
  );
}

function Days({ period }: { readonly period: Period }) {
  const report = useDesk('GET desk/referral_report', period);
  return (
    <Loaded query={report}>
      {({ days, totals, promoters, invited }) => (
        <>
          <Facts
            facts={[
              [t('referral.people'), t('referral.peopleText', { promoters, invited })],
              [
                t('referral.total'),
                totals.map(({ currency, amount }) => `${grouped(amount)} ${currency}`).join(' + ') || '0',
              ],
            ]}
          />
          <Table
            label={t('referral.report')}
            columns={COLUMNS}
            rows={days}
            keyOf={row => `${row.utc_day} ${row.currency}`}
            empty={t('referral.nothing')}
          />
        </>
      )}
    </Loaded>
  );
}
