import { useEffect, useState } from 'react';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useGoOn } from '#lib/use-go-on.ts';
import { useAfterLogin } from '#features/account/components/use-after-login.ts';
import { keepSecondStep, useAccountDraft } from '#features/account/model/draft.ts';
import {
  beginRecovery,
  useRecoveryState,
  type Challenge,
  type Recovery,
} from '#features/recovery/api/calls.ts';
import { PapersForm } from '#features/recovery/components/papers-form.tsx';
import { RecoveryProgress } from '#features/recovery/components/recovery-progress.tsx';
import styles from '#features/recovery/components/recovery.module.css';
import { shrinkPicture } from '#features/pictures/model/shrink.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { currentSession } from '#lib/session.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ErrorState, SkeletonRows } from '#ui/states.tsx';
import { FormError } from '#ui/form-error.tsx';

/** For customers who cannot do the second step: they have neither the authenticator app nor recovery codes. */
export function Page() {
  const { t } = useTranslation('recovery');
  const goOn = useGoOn();
  const { query } = useAfterLogin();
  const { secondStep } = useAccountDraft();
  const [challenge, setChallenge] = useState<Challenge>();
  const [sent, setSent] = useState<Recovery>();
  // Beginning a recovery uses up the ticket; later steps do not need it.
  const [ticket] = useState(secondStep?.ticket ?? '');
  const { data, error, refetch } = useRecoveryState(ticket);
  const begin = useSubmit(async () => {
    setChallenge(await beginRecovery(ticket));
    keepSecondStep(undefined);
  });
  useEffect(() => {
    if (ticket === '' && !currentSession()) goOn(paths.login.getHref(query), { replace: true });
  }, [ticket, goOn, query]);

  const recovery = sent ?? (challenge ? null : (data?.recovery ?? null));
  return (
    <Frame title={t('title')} width="narrow">
      <div className="stack-4 cols-1">
        {recovery ? (
          <Card className="stack-4 cols-1">
            <RecoveryProgress recovery={recovery} />
            {sent ? <p className="note">{t('sent')}</p> : null}
          </Card>
        ) : null}
        {challenge && !sent ? (
          <Card>
            <PapersForm challenge={challenge} prepare={shrinkPicture} onSent={setSent} />
          </Card>
        ) : null}
        {error && !challenge ? <ErrorState error={error} onRetry={refetch} /> : null}
        {!data && !error && ticket !== '' ? <SkeletonRows count={5} /> : null}
        {data && !challenge && data.blocked !== 'open' ? (
          <Card className="stack-4 cols-1">
            <p>{t('intro')}</p>
            <ol className={styles['steps']}>
              <li>{t('steps.papers')}</li>
              <li>{t('steps.people')}</li>
              <li>{t('steps.wait', { hours: data.wait_hours })}</li>
              <li>{t('steps.told')}</li>
            </ol>
            {data.blocked ? (
              <output className={styles['warn']}>{t(`blocked.${data.blocked}`)}</output>
            ) : (
              <Button block busy={begin.busy} onClick={begin.submit}>
                {t('begin')}
              </Button>
            )}
            <FormError error={begin.error} className={styles['warn']} />
          </Card>
        ) : null}
      </div>
    </Frame>
  );
}
