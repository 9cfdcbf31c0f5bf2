import { Page as Frame } from '#ui/page.tsx';
import { useBankCards } from '#features/bank/api/bank.ts';
import { CardView } from '#features/bank/components/card-view.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Pending, SkeletonRows } from '#ui/states.tsx';

/** The bank cards that withdrawals may go to, masked. */
export function Page() {
  const { t } = useTranslation('bank');
  const { data, error, refetch } = useBankCards();
  return (
    <Frame title={t('title')} width="narrow">
      {data === undefined ? (
        <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={4} />} />
      ) : (
        <CardView cards={data} />
      )}
    </Frame>
  );
}
