import { useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useWithdrawal } from '#features/withdrawal/api/withdrawal.ts';
import { WithdrawalDetail } from '#features/withdrawal/components/withdrawal-detail.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { HelpLink } from '#ui/help-link.tsx';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';

/** One withdrawal, by the number in the address. */
export function Page() {
  const { t } = useTranslation('withdrawal');
  const [query] = useSearchParams();
  const text = query.get('id') ?? '';
  const id = /^\d{1,15}$/.test(text) ? parseInt(text, 10) : 0;
  const { data, error, refetch } = useWithdrawal(id);
  const isMissing = id === 0 || (data !== undefined && data.withdrawal === undefined);
  return (
    <Frame title={id === 0 ? t('detail.title') : t('detail.one', { id })} width="narrow">
      {data?.withdrawal ? <WithdrawalDetail withdrawal={data.withdrawal} /> : null}
      {data?.withdrawal ? <HelpLink about="withdrawal" id={id} /> : null}
      {isMissing ? (
        <EmptyState
          title={t('detail.missing')}
          to={paths.records.getHref({ kind: 'withdrawals' })}
          go={t('records.title')}
        />
      ) : null}
      {isMissing || data ? null : (
        <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={6} />} />
      )}
    </Frame>
  );
}
