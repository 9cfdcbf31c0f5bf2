import { Fingerprint } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { errorText } from '#lib/errors.ts';
import { passkeysSupported } from '#lib/passkeys.ts';
import { useGuardedSubmit } from '#lib/use-guarded-submit.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast.ts';
import { logInWithPasskey } from '../api/calls.ts';
import { clearDraft } from '../model/draft.ts';
import type { SecondStep } from '../model/second-step.ts';

/** Logs in with finger, face or PIN; not there where the browser cannot. */
export function PasskeyButton({ step, onDone }: { readonly step?: SecondStep; readonly onDone: () => void }) {
  const { t } = useTranslation('account');
  const { busy, submit } = useGuardedSubmit(async () => {
    try {
      if (!(await logInWithPasskey(step))) return;
    } catch (error) {
      showToast(errorText(error), 'bad');
      return;
    }
    clearDraft();
    onDone();
  });
  if (!passkeysSupported()) return null;
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
