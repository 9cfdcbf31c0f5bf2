import { Page as Frame } from '#ui/page.tsx';
import { useLimits } from '#features/limit/api/limit.ts';
import { DailyLimit } from '#features/limit/components/daily-limit.tsx';
import { TakeBreak } from '#features/limit/components/take-break.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { ErrorState, Skeleton } from '#ui/states.tsx';

/** The limits that customers set for themselves, for all products. */
export function Page() {
  const { t } = useTranslation('limit');
  const { data, error, refetch } = useLimits();
  return (
    <Frame title={t('title')} width="narrow">
      <div className="stack-3">
        <p className="lead">{t('lead')}</p>
        {data ? (
          <>
            <DailyLimit limits={data} />
            <TakeBreak limits={data} />
            <p className="lead">{t('always')}</p>
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : (
          <>
            <Skeleton height={300} radius={14} />
            <Skeleton height={200} radius={14} />
          </>
        )}
      </div>
    </Frame>
  );
}
