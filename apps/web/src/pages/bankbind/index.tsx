import { Page as Frame } from '#ui/page.tsx';
import { useBankCard } from '#features/bank/api/bank.ts';
import { CardView } from '#features/bank/components/card-view.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { ErrorState, SkeletonRows } from '#ui/states.tsx';

/** The bank card that withdrawals go to, masked. */
export function Page() {
  const { t } = useTranslation('bank');
  const { data, error, refetch } = useBankCard();
  return (
    <Frame title={t('title')} width="narrow">
      {data === undefined ? null : <CardView card={data} />}
      {data === undefined && error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <SkeletonRows count={4} /> : null}
    </Frame>
  );
}
