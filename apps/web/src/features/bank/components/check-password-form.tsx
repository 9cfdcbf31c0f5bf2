import { useState } from 'react';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { ButtonLink } from '#ui/button.tsx';
import { formatDuration } from '#ui/format-time.ts';
import { PinInput } from '#ui/pin-input.tsx';
import { RefusalNote, Refusals } from '#ui/refusal.tsx';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { checkFundPassword, useHasFundPassword } from '../api/bank.ts';
import { keepCheckedPassword } from '../model/checked-password.ts';

const DIGITS = 6;

/** Asks for the fund password before a card is shown or changed. */
export function CheckPasswordForm({ onChecked }: { readonly onChecked: () => void }) {
  const { t } = useTranslation('bank');
  const { data, error, refetch } = useHasFundPassword();
  if (!data) return <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={2} />} />;
  if (!data.has_password) {
    return (
      <EmptyState title={t('check.none')} to={paths.changePayPassword.getHref()} go={t('check.set')}>
        {t('check.noneText')}
      </EmptyState>
    );
  }
  return <Form lockedUntilMs={data.locked_until_ms} onChecked={onChecked} />;
}

function Form({
  lockedUntilMs,
  onChecked,
}: {
  readonly lockedUntilMs: number | null;
  readonly onChecked: () => void;
}) {
  const { t } = useTranslation('bank');
  const [password, setPassword] = useState('');
  const lockedS = useCountdown(lockedUntilMs ?? undefined);
  const { busy, error, submit, clearError } = useSubmit(async () => {
    await checkFundPassword(password);
    keepCheckedPassword(password);
    onChecked();
  });
  const isShort = password.length < DIGITS;
  const problem =
    lockedS > 0
      ? t('check.locked', { time: formatDuration(lockedS * 1000) })
      : isShort
        ? t('check.enter')
        : undefined;
  const { guard } = useForm(problem === undefined ? [] : [{ code: problem, field: 'password' }]);
  return (
    <Refusals error={error} fields={{ password: 'password' }}>
      <form className="stack-4 cols-1" noValidate aria-label={t('check.title')} onSubmit={guard(submit)}>
        <p className="note">{t('check.text')}</p>
        <PinInput
          name="password"
          masked
          first
          label={t('check.password')}
          value={password}
          onChange={digits => {
            clearError();
            setPassword(digits);
          }}
        />
        <RefusalNote />
        <SubmitButton block busy={busy} problem={problem}>
          {t('check.submit')}
        </SubmitButton>
        <ButtonLink tone="plain" size="small" to={paths.changePayPassword.getHref()}>
          {t('check.forgotten')}
        </ButtonLink>
      </form>
    </Refusals>
  );
}
