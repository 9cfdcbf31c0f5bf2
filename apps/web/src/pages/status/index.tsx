import { Page as Frame } from '#ui/page.tsx';
import { useStatusHistory, useStatusNow } from '#features/status/api/calls.ts';
import { NowCards } from '#features/status/components/now-cards.tsx';
import { PastCards } from '#features/status/components/past-cards.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Pending, SkeletonRows } from '#ui/states.tsx';

/** The exchange's present and past status, open to everybody. */
export function Page() {
  const { t } = useTranslation('status');
  const now = useStatusNow();
  const history = useStatusHistory();
  return (
    <Frame title={t('title')} width="narrow">
      <div className="stack-4 cols-1">
        {now.data ? (
          <NowCards now={now.data} />
        ) : (
          <Pending error={now.error} onRetry={now.refetch} shape={<SkeletonRows count={6} />} />
        )}
        {history.data && now.data ? <PastCards history={history.data} nowMs={now.data.at_ms} /> : null}
        {history.data || !now.data ? null : (
          <Pending error={history.error} onRetry={history.refetch} shape={null} />
        )}
      </div>
    </Frame>
  );
}
