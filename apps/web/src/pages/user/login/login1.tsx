import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useGoOn } from '#lib/use-go-on.ts';
import { logInWithCode } from '#features/account/api/calls.ts';
import { AccountLayout } from '#features/account/components/account-layout.tsx';
import { LoginLink } from '#features/account/components/login-link.tsx';
import { PasskeyButton } from '#features/account/components/passkey-button.tsx';
import { useAfterLogin } from '#features/account/components/use-after-login.ts';
import { clearDraft, keepSecondStep, useAccountDraft } from '#features/account/model/draft.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { errorText } from '#i18n/error-text.ts';
import { ApiError } from '#lib/errors.ts';
import { currentSession } from '#lib/session.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { TextField } from '#ui/field.tsx';
import { PinInput } from '#ui/pin-input.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

const DIGITS = 6;

/** The second step of logging in: a code of the authenticator app, a recovery code, or a passkey. */
export function Page() {
  const { t } = useTranslation(['account', 'recovery']);
  const goOn = useGoOn();
  const { query, proceed } = useAfterLogin();
  const { secondStep, target } = useAccountDraft();
  const [way, setWay] = useState<'app' | 'recovery'>('app');
  const [code, setCode] = useState('');

  const { busy, error, submit } = useSubmit(async () => {
    if (!secondStep) return;
    try {
      await logInWithCode(secondStep, code);
    } catch (reason) {
      setCode('');
      if (!(reason instanceof ApiError) || reason.code !== 'second_factor_expired') throw reason;
      keepSecondStep(undefined);
      goOn(paths.login.getHref(query), { replace: true, state: { reason: errorText(reason) } });
      return;
    }
    clearDraft();
    proceed();
  });
  const isReady = secondStep !== undefined;
  useEffect(() => {
    // Opened directly or reloaded: the password comes first.
    if (!isReady && !currentSession()) goOn(paths.login.getHref(query), { replace: true });
  }, [isReady, goOn, query]);

  const isComplete = way === 'app' ? code.length === DIGITS : code.trim() !== '';
  const { blocker, guard } = useForm(isComplete ? [] : [{ code: 'second.enter', field: 'code' } as const]);
  const other = way === 'app' ? 'recovery' : 'app';
  return (
    <AccountLayout
      title={t('second.title')}
      heading={t('second.heading')}
      text={t(way === 'app' ? 'second.text' : 'second.recoveryText')}
      error={error}
      fields={{ two_factor_code: 'code' }}
      onSubmit={guard(submit)}
    >
      {way === 'app' ? (
        <PinInput
          name="code"
          label={t('second.code')}
          autoComplete="one-time-code"
          first
          value={code}
          onChange={setCode}
          // One frame later, because the last digit is not yet in the state.
          onComplete={() => requestAnimationFrame(() => void submit())}
        />
      ) : (
        <TextField
          name="code"
          label={t('second.recovery')}
          placeholder="XXXXX-XXXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={setCode}
        />
      )}
      <SubmitButton block busy={busy} problem={blocker && t(blocker.code)}>
        {t('login.submit')}
      </SubmitButton>
      {error instanceof ApiError && error.code === 'two_factor_locked' ? <LoginLink target={target} /> : null}
      {secondStep?.passkey === true ? <PasskeyButton step={secondStep} onDone={proceed} /> : null}
      <button
        type="button"
        className="quiet-link"
        onClick={() => {
          setWay(other);
          setCode('');
        }}
      >
        {t(way === 'app' ? 'second.lost' : 'second.useApp')}
      </button>
      {way === 'recovery' ? (
        <Link className="quiet-link" to={paths.recovery.getHref(query)}>
          {t('recovery:start')}
        </Link>
      ) : null}
    </AccountLayout>
  );
}
