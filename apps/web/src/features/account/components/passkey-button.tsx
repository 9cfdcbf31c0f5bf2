import { Fingerprint } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { passkeyObstacle } from '#lib/passkeys.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { PasskeyNote } from '#ui/passkey-note.tsx';
import { showRefusal } from '#ui/toast.ts';
import { logInWithPasskey } from '../api/calls.ts';
import { clearDraft } from '../model/draft.ts';
import type { SecondStep } from '../model/second-step.ts';

/** Logs in with finger, face or PIN. If impossible it is hidden; a second step shows a note if the page's address is the reason. */
export function PasskeyButton({ step, onDone }: { readonly step?: SecondStep; readonly onDone: () => void }) {
  const { t } = useTranslation('account');
  const { busy, submit } = useSubmit(() => logInWithPasskey(step), {
    onDone(isIn) {
      if (!isIn) return;
      clearDraft();
      onDone();
    },
    onFailed: showRefusal,
  });
  const obstacle = passkeyObstacle();
  if (obstacle !== undefined) return step && obstacle === 'address' ? <PasskeyNote /> : null;
  return (
    <Button
      block
      tone="quiet"
      busy={busy}
      icon={<Fingerprint size={18} aria-hidden="true" />}
      onClick={submit}
    >
      {t('second.passkey')}
    </Button>
  );
}
