import { Page as Frame } from '#ui/page.tsx';
import { useBankCard } from '#features/bank/api/bank.ts';
import { CardView } from '#features/bank/components/card-view.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Pending, SkeletonRows } from '#ui/states.tsx';

/** The bank card that withdrawals go to, masked. */
export function Page() {
  const { t } = useTranslation('bank');
  const { data, error, refetch } = useBankCard();
  return (
    <Frame title={t('title')} width="narrow">
      {data === undefined ? (
        <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={4} />} />
      ) : (
        <CardView card={data} />
      )}
    </Frame>
  );
}
