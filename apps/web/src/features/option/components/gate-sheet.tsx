import { useTranslation } from '#i18n/use-translation.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';

/** Only verified customers buy with real money: offers verification, or practice meanwhile. */
export function GateSheet({
  isUnderReview,
  verificationHref,
  onPractise,
  onClose,
}: {
  readonly isUnderReview: boolean;
  readonly verificationHref: string;
  readonly onPractise: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('option');
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('gate.title')}
      footer={
        <>
          <Button tone="quiet" onClick={onPractise}>
            {t('gate.practise')}
          </Button>
          <ButtonLink to={verificationHref}>{t(isUnderReview ? 'gate.see' : 'gate.go')}</ButtonLink>
        </>
      }
    >
      <p className="lead">{t(isUnderReview ? 'gate.review' : 'gate.text')}</p>
    </Sheet>
  );
}
