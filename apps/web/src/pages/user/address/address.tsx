import { useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useGoOn } from '#lib/use-go-on.ts';
import { useAddressBook } from '#features/withdrawal/api/withdrawal.ts';
import { AddressDetail } from '#features/withdrawal/components/address-detail.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';

/** One withdrawal address, by the id in the page's address. */
export function Page() {
  const { t } = useTranslation('withdrawal');
  const goOn = useGoOn();
  const [query] = useSearchParams();
  const { data, error, refetch } = useAddressBook();
  const address = data?.items.find(one => String(one.address_id) === query.get('id'));
  return (
    <Frame title={t('address.one')} width="narrow">
      {address ? (
        <AddressDetail
          address={address}
          onRemoved={() => goOn(paths.addresses.getHref(), { replace: true })}
        />
      ) : null}
      {data && !address ? (
        <EmptyState title={t('address.missing')} to={paths.addresses.getHref()} go={t('address.title')} />
      ) : null}
      {data ? null : <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={4} />} />}
    </Frame>
  );
}
