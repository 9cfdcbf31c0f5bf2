import { useMutation } from '@tanstack/react-query';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@tallystick/protocol/languages';
import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { dateTime } from '#lib/format.ts';
import { queryClient } from '#lib/query-client.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Button, RightButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Area, Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { LanguageTabs } from '#ui/language-tabs.tsx';
import { Card, Page } from '#ui/page.tsx';
import { Loaded, Problem } from '#ui/states.tsx';
import { Table, type Column } from '#ui/table.tsx';
import { TimeField } from '#ui/time-field.tsx';

type Incident = DeskOutput<'GET desk/incidents'>['items'][number];
type Texts = NonNullable<Incident['texts']>;

/** Past incidents of the status page, and the operators' words about them. */
export function IncidentsPage() {
  const query = useDesk('GET desk/incidents', {});
  // `new`: an incident that the sampling does not see.
  const [edited, setEdited] = useState<Incident | 'new' | null>(null);
  const columns: Column<Incident>[] = [
    {
      head: t('incidents.what'),
      render: one => <strong>{one.title ?? [one.part, one.subject].filter(Boolean).join(' · ')}</strong>,
      more: one => word('incidentKinds', one.kind),
    },
    { head: t('incidents.from'), render: one => dateTime(one.started_at_ms) },
    {
      head: t('incidents.to'),
      render: one => (one.ended_at_ms === null ? t('incidents.running') : dateTime(one.ended_at_ms)),
    },
    {
      head: '',
      render: one => (
        <RightButton right="status.write" small onClick={() => setEdited(one)}>
          {t('incidents.write')}
        </RightButton>
      ),
    },
  ];
  return (
    <Page
      title={t('nav.incidents')}
      lead={t('incidents.lead')}
      actions={
        <RightButton right="status.write" tone="main" onClick={() => setEdited('new')}>
          {t('incidents.add')}
        </RightButton>
      }
    >
      <Card>
        <Loaded query={query}>
          {data => (
            <Table label={t('nav.incidents')} columns={columns} rows={data.items} keyOf={one => one.id} />
          )}
        </Loaded>
      </Card>
      {edited === null ? null : (
        <Editor incident={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Page>
  );
}

function Editor({ incident, onClose }: { readonly incident: Incident | null; readonly onClose: () => void }) {
  const [language, setLanguage] = useState<Language>('en');
  const [texts, setTexts] = useState<Texts>(
    () =>
      incident?.texts ??
      (Object.fromEntries(LANGUAGES.map(one => [one, { title: '', body: '' }])) as unknown as Texts),
  );
  const [fromMs, setFromMs] = useState(incident?.started_at_ms ?? null);
  const [toMs, setToMs] = useState(incident?.ended_at_ms ?? null);
  const missing = LANGUAGES.filter(one => texts[one].title.trim() === '' || texts[one].body.trim() === '');
  const save = useMutation({
    mutationFn: () =>
      callDesk('POST desk/incident', {
        id: incident?.id ?? null,
        texts,
        started_at_ms: fromMs,
        ended_at_ms: toMs,
      }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const set = (change: Partial<Texts['en']>) =>
    setTexts({ ...texts, [language]: { ...texts[language], ...change } });
  const isNote = incident === null || incident.kind === 'note';
  const shown = texts[language];
  return (
    <Dialog title={t('incidents.write')} onClose={onClose} wide>
      <Form busy={save.isPending} onSend={() => save.mutate(undefined, { onSuccess: onClose })}>
        <LanguageTabs
          label={t('notices.languages')}
          value={language}
          isWritten={one => !missing.includes(one)}
          onChange={setLanguage}
        />
        <div className="stack" lang={LANGUAGE_NAMES[language].tag}>
          <Field
            label={t('notices.title')}
            value={shown.title}
            maxLength={120}
            onChange={title => set({ title })}
          />
          <Area
            label={t('notices.text')}
            rows={5}
            maxLength={2_000}
            value={shown.body}
            onChange={body => set({ body })}
          />
        </div>
        {isNote ? (
          <div className="grid-2">
            <TimeField label={t('incidents.from')} atMs={fromMs} onChange={setFromMs} />
            <TimeField label={t('incidents.to')} atMs={toMs} onChange={setToMs} />
          </div>
        ) : null}
        <Problem error={save.error} />
        <div className="row row-end">
          {missing.length === 0 ? null : (
            <span className="bad">{t('incidents.missing', { languages: missing.join(', ') })}</span>
          )}
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button type="submit" tone="main" busy={save.isPending} disabled={missing.length > 0}>
            {t('incidents.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
