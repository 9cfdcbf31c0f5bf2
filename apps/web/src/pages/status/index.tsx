import { Page as Frame } from '#ui/page.tsx';
import { useStatusHistory, useStatusNow } from '#features/status/api/calls.ts';
import { NowCards } from '#features/status/components/now-cards.tsx';
import { PastCards } from '#features/status/components/past-cards.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { ErrorState, SkeletonRows } from '#ui/states.tsx';

/** How the exchange is doing and was, open to everybody. */
export function Page() {
  const { t } = useTranslation('status');
  const now = useStatusNow();
  const history = useStatusHistory();
  return (
    <Frame title={t('title')} width="narrow">
      <div className="stack-4 cols-1">
        {now.data ? <NowCards now={now.data} /> : null}
        {now.error && !now.data ? <ErrorState error={now.error} onRetry={() => void now.refetch()} /> : null}
        {!now.data && !now.error ? <SkeletonRows count={6} /> : null}
        {history.data && now.data ? <PastCards history={history.data} nowMs={now.data.at_ms} /> : null}
        {history.error && !history.data && now.data ? (
          <ErrorState error={history.error} onRetry={() => void history.refetch()} />
        ) : null}
      </div>
    </Frame>
  );
}
