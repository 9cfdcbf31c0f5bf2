import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { HOUR_MS } from '@tallystick/core/durations';
import { useTranslation } from '#i18n/use-translation.ts';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';
import { passkeyObstacle, provePasskey } from '#lib/passkeys.ts';
import { serverClock } from '#lib/server-clock.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from './button.tsx';
import { showRefusal } from './toast.ts';

/** Undefined if the customer changed their mind. */
async function ask(): Promise<string | undefined> {
  const { options } = await callApi('POST user/passkey_proof_options', {});
  return provePasskey(options);
}

/**
 * Asks for a passkey, if the customer has one that counts: a new one waits as long as withdrawals do after a change. An
 * answer is good for one attempt. Needs the namespace `security`.
 */
export function PasskeyProof({
  given,
  onProved,
}: {
  readonly given: boolean;
  readonly onProved: (answer: string) => void;
}) {
  const { t } = useTranslation('security');
  const { data } = useQuery(callQuery('GET user/security', {}));
  const { busy, submit } = useSubmit(ask, {
    onDone(answer) {
      if (answer !== undefined) onProved(answer);
    },
    onFailed: showRefusal,
  });
  const countsFromMs = serverClock.now() - (data?.hold_hours ?? 0) * HOUR_MS;
  const has = data?.passkeys.some(({ created_at_ms: createdAtMs }) => createdAtMs <= countsFromMs) ?? false;
  if (!has || passkeyObstacle() !== undefined) return null;
  return (
    <>
      <Button
        block
        tone="quiet"
        busy={busy}
        icon={<Fingerprint size={18} aria-hidden="true" />}
        onClick={submit}
      >
        {t(given ? 'passkeyProof.again' : 'passkeyProof.ask')}
      </Button>
      <output className="note">{given ? t('passkeyProof.given') : t('passkeyProof.or')}</output>
    </>
  );
}
