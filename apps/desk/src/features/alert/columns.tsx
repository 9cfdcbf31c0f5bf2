import type { DeskOutput } from '@tallystick/protocol/desk';
import { known, t, word } from '#i18n/texts.ts';
import { dateTime } from '#lib/format.ts';
import type { Column } from '#ui/table.tsx';

export type Alert = DeskOutput<'GET desk/alerts'>['items'][number];

/** `Queue too long: Identity`. */
function nameOf({ kind, subject }: Alert): string {
  const which = known('queues', subject) ?? subject;
  return which === '' ? word('alertKinds', kind) : `${word('alertKinds', kind)}: ${which}`;
}

export const ALERT_COLUMNS: readonly Column<Alert>[] = [
  { head: t('alerts.what'), render: alert => <strong>{nameOf(alert)}</strong> },
  { head: t('alerts.found'), figure: true, render: alert => alert.figure },
  { head: t('alerts.limit'), figure: true, render: alert => alert.limit },
  { head: t('alerts.since'), render: alert => dateTime(alert.since_ms) },
];

export const SEEN: Column<Alert> = {
  head: t('alerts.seen'),
  render: ({ acknowledged_by: by, acknowledged_at_ms: atMs }) =>
    by === null ? '—' : `${by}, ${dateTime(atMs ?? 0)}`,
};

export const RESOLVED: Column<Alert> = {
  head: t('alerts.until'),
  render: alert => dateTime(alert.resolved_at_ms ?? 0),
};
