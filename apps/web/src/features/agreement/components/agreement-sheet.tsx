import { useTranslation } from '#i18n/use-translation.ts';
import { Sheet } from '#ui/sheet.tsx';
import { Pending, SkeletonRows } from '#ui/states.tsx';
import { useAgreement } from '../api/calls.ts';
import { AgreementText } from './agreement-text.tsx';

/** The service agreement in a sheet over a form, which keeps its input. */
export function AgreementSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('identity');
  const { data, error, refetch } = useAgreement();
  return (
    <Sheet open onClose={onClose} title={t('agreement.title')}>
      {data ? (
        <AgreementText info={data} />
      ) : (
        <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={6} />} />
      )}
    </Sheet>
  );
}
