import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { dateTime } from '#lib/format.ts';
import { RightButton } from '#ui/button.tsx';
import { Badge, Card, Page } from '#ui/page.tsx';
import { PagedTable } from '#ui/pager.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';
import type { Column } from '#ui/table.tsx';
import { NoticeEditor } from '../features/notice/notice-editor.tsx';

type Notice = DeskOutput<'GET desk/notices'>['items'][number];

export function NoticesPage() {
  // `new`: an empty editor.
  const [edited, setEdited] = useState<Notice | 'new' | null>(null);
  const [removed, setRemoved] = useState<Notice | null>(null);
  const columns: Column<Notice>[] = [
    {
      head: t('notices.title'),
      render: notice => <strong>{notice.texts.en.title}</strong>,
      more: notice => notice.texts.en.summary,
    },
    { head: t('notices.languages'), render: notice => Object.keys(notice.texts).join(' ') },
    {
      head: t('notices.published'),
      render: notice => (
        <>
          {dateTime(notice.published_at_ms)}{' '}
          {notice.scheduled ? <Badge tone="warn">{t('notices.scheduled')}</Badge> : null}
        </>
      ),
    },
    {
      head: '',
      render: notice => (
        <div className="row row-end">
          <RightButton right="notice.propose" small onClick={() => setEdited(notice)}>
            {t('actions.edit')}
          </RightButton>
          <RightButton right="notice.propose" small tone="danger" onClick={() => setRemoved(notice)}>
            {t('actions.remove')}
          </RightButton>
        </div>
      ),
    },
  ];
  return (
    <Page
      title={t('nav.notices')}
      actions={
        <RightButton right="notice.propose" tone="main" onClick={() => setEdited('new')}>
          {t('notices.create')}
        </RightButton>
      }
    >
      <Card>
        <PagedTable
          call="GET desk/notices"
          input={{}}
          label={t('nav.notices')}
          columns={columns}
          keyOf={notice => notice.id}
          empty={t('notices.none')}
        />
      </Card>
      {edited === null ? null : (
        <NoticeEditor notice={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {removed === null ? null : (
        <ProposeDialog
          kind="notice"
          change={{
            notice_id: removed.id,
            remove: true,
            published_at_ms: removed.published_at_ms,
            texts: removed.texts,
            listing: removed.listing,
          }}
          before={{ [t('notices.title')]: removed.texts.en.title }}
          after={null}
          onClose={() => setRemoved(null)}
        />
      )}
    </Page>
  );
}
