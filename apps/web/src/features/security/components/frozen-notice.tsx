import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { sendProofCode } from '#lib/proof-code.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { Button } from '#ui/button.tsx';
import { formatDuration } from '#ui/format-time.ts';
import { SentCodeField } from '#ui/sent-code-field.tsx';
import { showToast } from '#ui/toast.ts';
import { unfreezeAccount, type Overview } from '../api/security.ts';
import { checkTwoFactor, CODE_DIGITS } from '../model/forms.ts';
import { AppCodeField } from './app-code-field.tsx';
import { Banner } from './banner.tsx';
import { SheetForm } from './sheet-form.tsx';

/** The account is frozen: when and how that ends. */
export function FrozenNotice({
  frozen,
  needsTwoFactor,
}: {
  readonly frozen: NonNullable<Overview['frozen']>;
  readonly needsTwoFactor: boolean;
}) {
  const { t } = useTranslation('security');
  const seconds = useCountdown(frozen.unfreeze_from_ms);
  const [open, setOpen] = useState(false);
  const isOurs = frozen.by === 'customer';
  const when = !isOurs
    ? t('frozen.desk')
    : seconds > 0
      ? t('frozen.wait', { time: formatDuration(seconds * 1000) })
      : '';
  return (
    <Banner
      icon={<Snowflake size={18} aria-hidden="true" />}
      title={t('frozen.title')}
      action={
        isOurs && seconds === 0 ? (
          <Button size="small" onClick={() => setOpen(true)}>
            {t('frozen.lift')}
          </Button>
        ) : null
      }
    >
      {t('frozen.text')} {when}
      {open ? <LiftSheet needsTwoFactor={needsTwoFactor} onClose={() => setOpen(false)} /> : null}
    </Banner>
  );
}

function LiftSheet({ needsTwoFactor, onClose }: { needsTwoFactor: boolean; onClose: () => void }) {
  const { t } = useTranslation('security');
  const [code, setCode] = useState('');
  const [twoFactor, setTwoFactor] = useState('');
  const problem =
    code.length < CODE_DIGITS
      ? ({ code: 'enterCode', field: 'code' } as const)
      : checkTwoFactor({ needsTwoFactor, twoFactor });
  return (
    <SheetForm
      title={t('frozen.lift')}
      submitLabel={t('frozen.lift')}
      problem={problem}
      onClose={onClose}
      onSend={async () => {
        await unfreezeAccount(code, twoFactor);
        showToast(t('frozen.lifted'), 'good');
        onClose();
      }}
    >
      <SentCodeField
        label={t('proofCode')}
        value={code}
        onChange={setCode}
        send={() => sendProofCode('unfreeze')}
      />
      {needsTwoFactor ? <AppCodeField value={twoFactor} onChange={setTwoFactor} /> : null}
    </SheetForm>
  );
}
