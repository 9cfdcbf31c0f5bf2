import { Page as Frame } from '#ui/page.tsx';
import { useAddressBook } from '#features/withdrawal/api/withdrawal.ts';
import { AddressList } from '#features/withdrawal/components/address-list.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Pending, SkeletonRows } from '#ui/states.tsx';

/** The address book. Coins can only be withdrawn to addresses in it. */
export function Page() {
  const { t } = useTranslation('withdrawal');
  const { data, error, refetch } = useAddressBook();
  return (
    <Frame title={t('address.title')} width="narrow">
      {data ? <AddressList book={data} /> : null}
      {data ? null : <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={5} />} />}
    </Frame>
  );
}
