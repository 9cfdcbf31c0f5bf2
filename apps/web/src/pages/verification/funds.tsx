import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { paths } from '#lib/paths.ts';
import { useGoOn } from '#lib/use-go-on.ts';
import { useSourceOfFunds } from '#features/identity/api/funds.ts';
import { FundsForm } from '#features/identity/components/funds-form.tsx';
import { PictureUpload } from '#features/pictures/components/picture-upload.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Page as Frame } from '#ui/page.tsx';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';
import { showToast } from '#ui/toast.ts';

const PICTURES = [1, 2, 3] as const;

/** Where the customer's money comes from. */
export function Page() {
  const { t } = useTranslation('identity');
  const goOn = useGoOn();
  const { data, error, refetch } = useSourceOfFunds();
  const [pictures, setPictures] = useState<Readonly<Record<number, number | undefined>>>({});
  const [setters] = useState(() =>
    PICTURES.map(number => (id: number | undefined) => setPictures(before => ({ ...before, [number]: id }))),
  );
  const body = () => {
    if (data === undefined) {
      return <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={4} />} />;
    }
    if (data.state !== 'asked') {
      return (
        <EmptyState
          icon={<BadgeCheck size={26} strokeWidth={1.6} />}
          title={t(data.state === 'answered' ? 'funds.answered' : 'funds.notAsked')}
          action={
            <ButtonLink size="small" to={paths.verification.getHref()} replace>
              {t('title')}
            </ButtonLink>
          }
        />
      );
    }
    return (
      <FundsForm
        note={data.note}
        pictures={PICTURES.flatMap(number => pictures[number] ?? [])}
        renderPictures={PICTURES.map((number, at) => (
          <PictureUpload
            key={number}
            kind="source_of_funds"
            label={t('funds.document', { number })}
            onChange={setters[at] ?? (() => undefined)}
          />
        ))}
        onSent={() => {
          showToast(t('sentToast'), 'good');
          goOn(paths.verification.getHref(), { replace: true });
        }}
      />
    );
  };
  return (
    <Frame title={t('funds.title')} width="narrow">
      {body()}
    </Frame>
  );
}
