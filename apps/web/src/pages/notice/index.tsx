import { Bell, CheckCheck, Settings2 } from 'lucide-react';
import type { PushTopic } from '@tallystick/protocol/push-message';
import { useState } from 'react';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useNotices, useReadAll } from '#features/notice/api/calls.ts';
import { TOPICS } from '#features/notification/model/topics.ts';
import { NoticeList } from '#features/notice/components/notice-list.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { IconButton, IconLink } from '#ui/button.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { Tabs } from '#ui/segmented.tsx';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';

type Shown = 'all' | PushTopic;

export function Page() {
  const { t } = useTranslation(['notice', 'notification']);
  const isCustomer = useSession() !== undefined;
  const [shown, setShown] = useState<Shown>('all');
  const topic = shown === 'all' ? undefined : shown;
  const query = useNotices(topic);
  const { data, error, refetch, hasNextPage } = query;
  const readAll = useReadAll();
  const [newest] = data?.pages ?? [];
  const notices = data?.pages.flatMap(page => page.items);
  const nameOf = (value: Shown) => (value === 'all' ? t('notice:all') : t(`notification:topics.${value}`));
  const unreadOf = (value: Shown) => (value === 'all' ? newest?.unread : newest?.unread_by_topic[value]) ?? 0;

  return (
    <Frame
      title={t('notice:title')}
      right={
        <>
          {unreadOf(shown) > 0 ? (
            <IconButton
              label={t('notice:readAll')}
              disabled={readAll.isPending}
              onClick={() => readAll.mutate(topic)}
            >
              <CheckCheck size={20} />
            </IconButton>
          ) : null}
          {isCustomer ? (
            <IconLink to={paths.notificationSettings.getHref()} label={t('notification:title')}>
              <Settings2 size={20} strokeWidth={1.7} />
            </IconLink>
          ) : null}
        </>
      }
    >
      <PullToRefresh onRefresh={refetch}>
        <Tabs
          label={t('notice:kinds')}
          panelId="notices"
          value={shown}
          onChange={setShown}
          choices={(isCustomer ? (['all', ...TOPICS] as const) : (['all', 'news'] as const)).map(value => ({
            value,
            label:
              unreadOf(value) > 0
                ? `${nameOf(value)} ${unreadOf(value) > 99 ? '99+' : unreadOf(value)}`
                : nameOf(value),
          }))}
        />
        <div id="notices" role="tabpanel" aria-label={nameOf(shown)}>
          {notices ? <NoticeList notices={notices} /> : null}
          {notices?.length === 0 && !hasNextPage ? (
            <EmptyState icon={<Bell size={26} strokeWidth={1.6} />} title={t('notice:empty')}>
              {t('notice:emptyText')}
            </EmptyState>
          ) : null}
          {notices ? null : <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={5} />} />}
          <MoreButton query={query}>{t('notice:more')}</MoreButton>
        </div>
      </PullToRefresh>
    </Frame>
  );
}
