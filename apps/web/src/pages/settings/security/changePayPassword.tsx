import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { AccountLayout } from '#features/account/components/account-layout.tsx';
import { Page as Frame } from '#ui/page.tsx';
import { useBack } from '#lib/use-back.ts';
import { changeFundPassword, useSecurity, type Overview } from '#features/security/api/security.ts';
import { AppCodeField } from '#features/security/components/app-code-field.tsx';
import { useHoldText } from '#features/security/components/use-hold-text.ts';
import { useProblemText } from '#features/security/components/use-problem-text.ts';
import { checkFundPasswordChange, type SecurityProblem } from '#features/security/model/forms.ts';
import { sendProofCode } from '#lib/proof-code.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { formatDuration } from '#ui/format-time.ts';
import { PinInput } from '#ui/pin-input.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { SentCodeField } from '#ui/sent-code-field.tsx';
import { Pending, SkeletonRows } from '#ui/states.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { showToast } from '#ui/toast.ts';

export function Page() {
  const { t } = useTranslation('security');
  const { data, error, refetch } = useSecurity();
  if (data) return <FundPasswordForm overview={data} />;
  return (
    <Frame title={t('fund.title')} width="narrow">
      <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={3} />} />
    </Frame>
  );
}

/** Sets the first fund password with a code; changes it with the old one or a code. */
function FundPasswordForm({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation('security');
  const problemText = useProblemText();
  const withHold = useHoldText();
  const back = useBack();
  // As of opening the page: the form must not change its kind once the first password is set.
  const [isFirst] = useState(overview.fund_password_changed_at_ms === null);
  const lockedS = useCountdown(overview.fund_password_locked_until_ms ?? undefined);
  const needsTwoFactor = overview.two_factor_since_ms !== null;
  const [proof, setProof] = useState<'old' | 'code'>(isFirst || lockedS > 0 ? 'code' : 'old');
  const [form, setForm] = useState({ old: '', code: '', password: '', repeat: '', twoFactor: '' });
  const problem = checkFundPasswordChange({ ...form, proof, needsTwoFactor });
  const { guard } = useForm(problem ? [problem] : []);
  const type = (field: keyof typeof form) => (value: string) => setForm({ ...form, [field]: value });
  /** Problems shown at the field, once all six digits are there. The button names missing input. */
  const shown = (field: SecurityProblem['field']) =>
    problem?.field === field && ['pinWeak', 'passwordSame', 'differ'].includes(problem.code)
      ? problemText(problem)
      : undefined;

  const { busy, error, submit } = useSubmit(async () => {
    await changeFundPassword({
      password: form.password,
      re_password: form.repeat,
      two_factor_code: form.twoFactor,
      ...(proof === 'old' ? { old_password: form.old } : { code: form.code }),
    });
    showToast(t('fund.done'), 'good');
    back();
  });
  return (
    <AccountLayout
      title={t('fund.title')}
      heading={t(isFirst ? 'fund.headingFirst' : 'fund.heading')}
      text={isFirst ? t('fund.text') : withHold(t('fund.text'))}
      reason={lockedS > 0 ? t('fund.locked', { time: formatDuration(lockedS * 1000) }) : undefined}
      error={error}
      fields={{
        old_password: 'old',
        code: 'code',
        password: 'password',
        re_password: 'repeat',
        two_factor_code: 'twoFactor',
      }}
      onSubmit={guard(submit)}
    >
      {isFirst ? null : (
        <Segmented
          label={t('fund.how')}
          choices={[
            { value: 'old', label: t('fund.withOld'), disabled: lockedS > 0 },
            { value: 'code', label: t('fund.withCode') },
          ]}
          value={proof}
          onChange={setProof}
        />
      )}
      {proof === 'old' ? (
        <PinInput name="old" masked label={t('fund.old')} value={form.old} onChange={type('old')} />
      ) : (
        <SentCodeField
          label={t('proofCode')}
          value={form.code}
          onChange={type('code')}
          send={() => sendProofCode('fund_password')}
        />
      )}
      <PinInput
        name="password"
        masked
        label={t('fund.new')}
        error={shown('password')}
        value={form.password}
        onChange={type('password')}
      />
      <PinInput
        name="repeat"
        masked
        label={t('fund.repeat')}
        error={shown('repeat')}
        value={form.repeat}
        onChange={type('repeat')}
      />
      {needsTwoFactor ? <AppCodeField value={form.twoFactor} onChange={type('twoFactor')} /> : null}
      <SubmitButton block busy={busy} problem={problemText(problem)}>
        {t(isFirst ? 'fund.headingFirst' : 'fund.heading')}
      </SubmitButton>
    </AccountLayout>
  );
}
