import { CircleCheck } from 'lucide-react';
import { Page as Frame } from '#ui/page.tsx';
import { useAgreement } from '#features/agreement/api/calls.ts';
import styles from '#features/agreement/components/agreement-page.module.css';
import { AgreementText } from '#features/agreement/components/agreement-text.tsx';
import { SignForm } from '#features/agreement/components/sign-form.tsx';
import { uploadPicture } from '#features/pictures/api/upload-picture.ts';
import { OwnPicture } from '#features/pictures/components/own-picture.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { formatDate } from '#ui/format.ts';
import { Pending, SkeletonRows } from '#ui/states.tsx';
import { showToast } from '#ui/toast.ts';

async function uploadSignature(picture: Blob): Promise<number> {
  const { signal } = new AbortController();
  const uploaded = await uploadPicture('signature', picture, { signal, onProgress: () => undefined });
  return uploaded.picture_id;
}

/** The service agreement: its text, signing it, and the signed copy. */
export function Page() {
  const { t } = useTranslation('identity');
  const { data, error, refetch } = useAgreement();
  const signed = data?.signed ?? null;
  const isCurrent = signed !== null && signed.version === data?.version;
  return (
    <Frame title={t('agreement.title')} width="narrow">
      <div className="stack-4">
        {data ? null : <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={6} />} />}
        {signed && isCurrent ? (
          <Card className="stack-2">
            <div className="row-6px accent weight-600">
              <CircleCheck size={18} aria-hidden="true" />
              {t('agreement.signed')}
            </div>
            <OwnPicture pictureId={signed.picture_id} label={t('agreement.yours')} />
            <p className="quiet text-12">
              {t('agreement.signedAt', { at: formatDate(signed.signed_at_ms, 'minute') })}
            </p>
          </Card>
        ) : null}
        {signed && !isCurrent ? <p className={styles['changed']}>{t('agreement.changed')}</p> : null}
        {data ? <AgreementText info={data} /> : null}
        {data && !isCurrent ? (
          <SignForm
            info={data}
            upload={uploadSignature}
            onSigned={() => showToast(t('agreement.done'), 'good')}
          />
        ) : null}
      </div>
    </Frame>
  );
}
