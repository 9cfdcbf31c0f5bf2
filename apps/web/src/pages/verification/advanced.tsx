import { useState } from 'react';
import { BadgeCheck } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useGoOn } from '#lib/use-go-on.ts';
import { AdvancedForm, type Side, type SidePictures } from '#features/identity/components/advanced-form.tsx';
import { DocumentSign } from '#features/identity/components/document-signs.tsx';
import { IdentityLoader } from '#features/identity/components/identity-loader.tsx';
import { LevelCard } from '#features/identity/components/level-card.tsx';
import { OwnPicture } from '#features/pictures/components/own-picture.tsx';
import { PictureUpload } from '#features/pictures/components/picture-upload.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';
import { showToast } from '#ui/toast.ts';

const KINDS = { front: 'identity_front', back: 'identity_back', holding: 'identity_holding' } as const;

/** Three pictures of the document and its owner. */
export function Page() {
  const { t } = useTranslation('identity');
  const goOn = useGoOn();
  const [pictures, setPictures] = useState<SidePictures>({});
  const [setters] = useState(() => {
    const setter = (side: Side) => (pictureId: number | undefined) =>
      setPictures(before => ({ ...before, [side]: pictureId }));
    return { front: setter('front'), back: setter('back'), holding: setter('holding') };
  });

  return (
    <Frame title={t('advanced.title')} width="narrow">
      <IdentityLoader
        render={({ level, advanced }) => {
          if (level === 'none') {
            return (
              <EmptyState
                icon={<BadgeCheck size={26} strokeWidth={1.6} />}
                title={t('first.title')}
                action={
                  <ButtonLink size="small" to={paths.verification.getHref()} replace>
                    {t('basic.title')}
                  </ButtonLink>
                }
              >
                {t('first.text')}
              </EmptyState>
            );
          }
          if (advanced.state === 'verified' || advanced.state === 'under_review') {
            return (
              <LevelCard
                step={2}
                name="advanced"
                level={advanced}
                to={paths.verificationAdvanced.getHref()}
                open
              />
            );
          }
          return (
            <AdvancedForm
              advanced={advanced}
              pictures={pictures}
              renderPicture={(side, error) => (
                <PictureUpload
                  kind={KINDS[side]}
                  label={t(`fields.${side}`)}
                  hint={t(`hints.${side}`)}
                  error={error}
                  sign={<DocumentSign side={side} />}
                  onChange={setters[side]}
                />
              )}
              renderKept={(side, pictureId) => (
                <OwnPicture pictureId={pictureId} label={t(`fields.${side}`)} />
              )}
              onSent={() => {
                showToast(t('sentToast'), 'good');
                goOn(paths.verification.getHref(), { replace: true });
              }}
            />
          );
        }}
      />
    </Frame>
  );
}
