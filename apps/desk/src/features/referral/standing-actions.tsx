import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { useMe } from '#lib/use-desk.ts';
import { Button } from '#ui/button.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';

/** Stops a promoter at once, or proposes to reinstate them. */
export function StandingActions({
  customerId,
  standing,
}: {
  readonly customerId: number;
  readonly standing: 'open' | 'stopped' | 'house';
}) {
  const { may } = useMe();
  const [asked, setAsked] = useState(false);
  const close = () => setAsked(false);
  const isStop = standing === 'open';
  if (standing === 'house' || !may(isStop ? 'referral.stop' : 'referral.resume_propose')) return null;
  return (
    <>
      <Button small tone={isStop ? 'danger' : 'quiet'} onClick={() => setAsked(true)}>
        {t(isStop ? 'referral.stop' : 'referral.resume')}
      </Button>
      {asked && isStop ? (
        <ReasonDialog
          title={t('referral.stopTitle', { id: customerId })}
          text={t('referral.stopText')}
          submit={t('referral.stop')}
          danger
          done={t('referral.stopped')}
          onClose={close}
          run={reason => callDesk('POST desk/referral_stop', { customer_id: customerId, reason })}
        />
      ) : null}
      {asked && !isStop ? (
        <ProposeDialog
          kind="referral_resume"
          change={{ customer_id: customerId }}
          before={{ standing }}
          after={{ standing: 'open' }}
          onClose={close}
        />
      ) : null}
    </>
  );
}
