import { useCallback, useRef } from 'react';
import { Page as Frame } from '#ui/page.tsx';
import { FeedbackForm } from '#features/help/components/feedback-form.tsx';
import { uploadClaimedPicture, type UploadOptions } from '#features/pictures/api/upload-picture.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { SupportPicture } from './support-picture.tsx';

/** Feedback, for visitors too. */
export function Page() {
  const { t } = useTranslation('help');
  const isVisitor = useSession() === undefined;
  // A picture's claim is enough to send it, without an account.
  const claims = useRef(new Map<number, string>());
  const send = useCallback(async (file: Blob, options: UploadOptions) => {
    const sent = await uploadClaimedPicture(file, options);
    claims.current.set(sent.picture_id, sent.claim);
    return sent;
  }, []);
  const claimOf = useCallback((pictureId: number) => claims.current.get(pictureId) ?? '', []);
  return (
    <Frame title={t('feedbackForm.title')} width="narrow">
      <FeedbackForm
        isVisitor={isVisitor}
        claimOf={claimOf}
        renderPicture={(place, label, dispatch) => (
          <SupportPicture place={place} label={label} dispatch={dispatch} send={send} />
        )}
      />
    </Frame>
  );
}
