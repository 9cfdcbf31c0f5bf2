import { Bell, CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { Page as Frame } from '#app/shell/page.tsx';
import { useNotices, useReadAll } from '#features/notice/api/calls.ts';
import { NoticeList } from '#features/notice/components/notice-list.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from '#ui/button.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { Tabs } from '#ui/segmented.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '#ui/states.tsx';

type Kind = 'all' | 'announcement' | 'message';

export function Page() {
  const { t } = useTranslation('notice');
  const [kind, setKind] = useState<Kind>('all');
  const query = useNotices();
  const { data, error, refetch, hasNextPage } = query;
  const readAll = useReadAll();
  const notices = data?.pages
    .flatMap(page => page.items)
    .filter(({ kind: its }) => kind === 'all' || its === kind);

  return (
    <Frame
      title={t('title')}
      right={
        data?.pages[0]?.unread ? (
          <IconButton label={t('readAll')} disabled={readAll.isPending} onClick={() => readAll.mutate()}>
            <CheckCheck size={20} />
          </IconButton>
        ) : null
      }
    >
      <PullToRefresh onRefresh={refetch}>
        <Tabs
          label={t('kinds')}
          panelId="notices"
          value={kind}
          onChange={setKind}
          choices={(['all', 'announcement', 'message'] as const).map(value => ({ value, label: t(value) }))}
        />
        <div id="notices" role="tabpanel" aria-label={t(kind)}>
          {notices ? <NoticeList notices={notices} /> : null}
          {notices?.length === 0 && !hasNextPage ? (
            <EmptyState icon={<Bell size={26} strokeWidth={1.6} />} title={t('empty')}>
              {t('emptyText')}
            </EmptyState>
          ) : null}
          {!notices && !error ? <SkeletonRows count={5} /> : null}
          {!notices && error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
          <MoreButton query={query}>{t('more')}</MoreButton>
        </div>
      </PullToRefresh>
    </Frame>
  );
}
