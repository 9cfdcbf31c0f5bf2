import { useMutation } from '@tanstack/react-query';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { dateTime, wholeOf } from '#lib/format.ts';
import { saveFile } from '#lib/save-file.ts';
import { shownAction, shownSubject } from '#lib/words.ts';
import { useNames, type Names } from '#lib/use-names.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Button } from '#ui/button.tsx';
import { Changes } from '#ui/changes.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Choice, Field } from '#ui/field.tsx';
import { Card, Facts, Page } from '#ui/page.tsx';
import { PagedTable } from '#ui/pager.tsx';
import { Problem } from '#ui/states.tsx';
import type { Column } from '#ui/table.tsx';
import { TimeField } from '#ui/time-field.tsx';

type Entry = DeskOutput<'GET desk/audit'>['items'][number];

const NO_FILTER = {
  operator: '',
  action: '',
  subject: '',
  fromMs: null as number | null,
  toMs: null as number | null,
};

const code = (text: string) => <span className="mono">{text}</span>;

export function AuditPage() {
  const [filter, setFilter] = useState(NO_FILTER);
  const [shown, setShown] = useState<Entry | null>(null);
  const set = (change: Partial<typeof NO_FILTER>) => setFilter({ ...filter, ...change });
  const names = useNames();
  const input = inputOf(filter);
  const { data: operators } = useDesk('GET desk/operators', {});
  const exported = useMutation({
    mutationFn: () => callDesk('GET desk/audit_export', input),
    onSuccess: ({ csv }) => saveFile('audit.csv', 'text/csv', csv),
  });
  const check = useMutation({ mutationFn: () => callDesk('GET desk/audit_check', {}) });
  const columns: Column<Entry>[] = [
    { head: t('audit.time'), render: entry => dateTime(entry.at_ms) },
    {
      head: t('audit.operator'),
      render: entry =>
        entry.role === null ? t('audit.system') : `${entry.operator} · ${word('roles', entry.role)}`,
    },
    // In words, and below as in the log, which the filter and the CSV file use.
    {
      head: t('audit.action'),
      render: entry => shownAction(entry.action),
      more: entry => code(entry.action),
    },
    {
      head: t('audit.subject'),
      render: entry => subjectOf(entry, names),
      more: entry => code(entry.subject),
    },
    {
      head: '',
      render: entry => (
        <div className="row row-end">
          <Button small onClick={() => setShown(entry)}>
            {t('actions.view')}
          </Button>
        </div>
      ),
    },
  ];
  return (
    <Page
      title={t('nav.audit')}
      actions={
        <>
          <Button busy={check.isPending} onClick={() => check.mutate()}>
            {t('audit.check')}
          </Button>
          <Button busy={exported.isPending} onClick={() => exported.mutate()}>
            {t('audit.csv')}
          </Button>
        </>
      }
    >
      <Problem error={exported.error ?? check.error} />
      {check.data === undefined ? null : <Verdict verdict={check.data} />}
      <Card>
        <div className="grid-fields">
          <Choice
            label={t('audit.operator')}
            value={filter.operator}
            options={[
              { value: '', label: t('audit.anyone') },
              ...(operators?.items ?? []).map(one => ({ value: String(one.id), label: one.name })),
            ]}
            onChange={operator => set({ operator })}
          />
          <Field
            label={t('audit.action')}
            help={t('audit.filterHelp')}
            value={filter.action}
            onChange={action => set({ action })}
          />
          <Field label={t('audit.subject')} value={filter.subject} onChange={subject => set({ subject })} />
          <TimeField label={t('audit.from')} atMs={filter.fromMs} onChange={fromMs => set({ fromMs })} />
          <TimeField label={t('audit.to')} atMs={filter.toMs} onChange={toMs => set({ toMs })} />
        </div>
        <PagedTable
          call="GET desk/audit"
          input={input}
          label={t('nav.audit')}
          columns={columns}
          keyOf={entry => entry.id}
        />
      </Card>
      {shown === null ? null : <EntryDialog entry={shown} onClose={() => setShown(null)} />}
    </Page>
  );
}

function subjectOf({ subject, before, after, operator, operator_id: id }: Entry, names: Names): string {
  if (subject === `operator:${id}`) return shownSubject(subject, { name: operator });
  // The log has proposals with the proposed values, and decisions with the previous values.
  const change = (after as { change?: unknown } | null)?.change;
  return shownSubject(subject, change ?? before ?? after, names);
}

/** Incomplete input is left out of the query. */
function inputOf(filter: typeof NO_FILTER) {
  const operator = wholeOf(filter.operator);
  const action = filter.action.trim();
  const subject = filter.subject.trim();
  return {
    ...(operator === null ? {} : { operator_id: operator }),
    ...(/^[a-z_]+(\.[a-z_]+)?$/.test(action) ? { action } : {}),
    ...(/^[\w:./-]+$/.test(subject) ? { subject } : {}),
    ...(filter.fromMs === null ? {} : { from_ms: filter.fromMs }),
    ...(filter.toMs === null ? {} : { to_ms: filter.toMs }),
  };
}

function Verdict({ verdict }: { readonly verdict: DeskOutput<'GET desk/audit_check'> }) {
  if (verdict.broken_at !== null) {
    return (
      <p className="problem" role="alert">
        {t('audit.broken', { id: verdict.broken_at })}
      </p>
    );
  }
  return (
    <output className="good">
      {t('audit.checked', { entries: verdict.entries, head: verdict.head.slice(0, 16) })}…
    </output>
  );
}

function EntryDialog({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  const names = useNames();
  return (
    <Dialog title={`${shownAction(entry.action)} · ${subjectOf(entry, names)}`} onClose={onClose} wide>
      <Facts
        facts={[
          [t('audit.operator'), entry.role === null ? t('audit.system') : entry.operator],
          [t('audit.time'), dateTime(entry.at_ms)],
          [t('audit.address'), entry.address],
        ]}
      />
      <Changes before={entry.before} after={entry.after} />
      <p className="mono quiet">
        {t('audit.hash')} {entry.hash}
      </p>
    </Dialog>
  );
}
