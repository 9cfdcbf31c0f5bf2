import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { dateTime } from '#lib/format.ts';
import { useMe } from '#lib/use-desk.ts';
import { Choice } from '#ui/field.tsx';
import { Badge, Card, Page } from '#ui/page.tsx';
import { PagedTable } from '#ui/pager.tsx';
import type { Column } from '#ui/table.tsx';

type Message = DeskOutput<'GET desk/outbox'>['items'][number];
const STATES = ['queued', 'sent', 'failed', 'shown'] as const;
const TONES = { queued: 'warn', sent: 'good', failed: 'bad', shown: 'plain' } as const;

const COLUMNS: readonly Column<Message>[] = [
  { head: t('audit.time'), render: message => dateTime(message.created_at_ms) },
  { head: t('outbox.recipient'), render: message => message.recipient },
  {
    head: t('outbox.message'),
    render: message => <strong>{message.subject}</strong>,
    more: message => (
      <>
        {message.body}
        {message.error === null ? null : <div className="bad">{message.error}</div>}
      </>
    ),
  },
  {
    head: t('outbox.state'),
    render: message => (
      <Badge tone={TONES[message.state]}>
        {t(`outbox.${message.state}`)}
        {message.tries > 1 ? ` · ${t('outbox.tries', { count: message.tries })}` : ''}
      </Badge>
    ),
  },
];

export function OutboxPage() {
  const { me } = useMe();
  const [state, setState] = useState<Message['state'] | ''>('');
  return (
    <Page title={t('nav.outbox')} lead={me?.mode === 'live' ? t('outbox.hidden') : undefined}>
      <Card>
        <div className="grid-fields">
          <Choice
            label={t('outbox.state')}
            value={state}
            options={[
              { value: '', label: t('outbox.all') },
              ...STATES.map(value => ({ value, label: t(`outbox.${value}`) })),
            ]}
            onChange={setState}
          />
        </div>
        <PagedTable
          call="GET desk/outbox"
          input={state === '' ? {} : { state }}
          label={t('nav.outbox')}
          columns={COLUMNS}
          keyOf={message => message.id}
        />
      </Card>
    </Page>
  );
}
