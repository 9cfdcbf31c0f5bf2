import { useSearchParams } from 'react-router';
import { Page as Frame } from '#ui/page.tsx';
import { useNotice } from '#features/notice/api/calls.ts';
import { NoticeText } from '#features/notice/components/notice-text.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { EmptyState, ErrorState, SkeletonRows } from '#ui/states.tsx';

export function Page() {
  const { t } = useTranslation('notice');
  const [search] = useSearchParams();
  const text = search.get('id') ?? '';
  const id = /^[1-9]\d{0,14}$/.test(text) ? parseInt(text, 10) : undefined;
  const { data, error, refetch } = useNotice(id);
  return (
    <Frame title={t('one')} documentTitle={data?.title}>
      {data ? <NoticeText notice={data} /> : null}
      {error ? <ErrorState error={error} onRetry={refetch} /> : null}
      {id === undefined ? <EmptyState title={t('empty')} /> : null}
      {id !== undefined && !data && !error ? <SkeletonRows count={3} /> : null}
    </Frame>
  );
}
