import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { dateTime } from '#lib/format.ts';
import { useDesk, useMe } from '#lib/use-desk.ts';
import { Tabs } from '#ui/field.tsx';
import { Card, Page } from '#ui/page.tsx';
import { PagedTable } from '#ui/pager.tsx';
import type { Column } from '#ui/table.tsx';
import { Acknowledge } from '../features/alert/acknowledge.tsx';
import { Choices } from '../features/alert/choices.tsx';
import { ALERT_COLUMNS, RESOLVED, SEEN, type Alert } from '../features/alert/columns.tsx';
import { PushBrowsers } from '../features/push/push-browsers.tsx';

const STATES = ['open', 'resolved'] as const;

const ACKNOWLEDGED: Column<Alert> = {
  head: t('alerts.seen'),
  render: alert => <Acknowledge alert={alert} />,
};

/** Present and past alerts, and which of them the operator wants to receive. */
export function AlertsPage() {
  const { may } = useMe();
  const [state, setState] = useState<(typeof STATES)[number]>('open');
  const newest = useDesk('GET desk/alerts', { limit: 1 });
  const lookedAtMs = newest.data?.looked_at_ms ?? null;
  const seen = may('alert.acknowledge') && state === 'open' ? ACKNOWLEDGED : SEEN;
  return (
    <Page
      title={t('nav.alerts')}
      lead={t('alerts.lead')}
      actions={
        <Tabs
          label={t('nav.alerts')}
          value={state}
          options={STATES.map(value => ({ value, label: t(`alerts.${value}`) }))}
          onChange={setState}
        />
      }
    >
      <Card title={t(`alerts.${state}`)}>
        <PagedTable
          call="GET desk/alerts"
          input={{ state, limit: 20 }}
          label={t(`alerts.${state}`)}
          columns={state === 'open' ? [...ALERT_COLUMNS, seen] : [...ALERT_COLUMNS, RESOLVED, seen]}
          keyOf={alert => alert.id}
          empty={t(state === 'open' ? 'alerts.nothing' : 'alerts.nothingYet')}
        />
        <p className="quiet">
          {lookedAtMs === null ? t('alerts.neverLooked') : t('alerts.looked', { when: dateTime(lookedAtMs) })}
        </p>
      </Card>
      <Choices />
      <PushBrowsers />
    </Page>
  );
}
