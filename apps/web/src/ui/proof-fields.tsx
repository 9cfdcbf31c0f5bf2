import { useTranslation } from '#i18n/use-translation.ts';
import type { Proof, ProofProblem } from '#lib/proof.ts';
import { sendProofCode, type ProofPurpose } from '#lib/proof-code.ts';
import { TextField } from './field.tsx';
import { PasskeyProof } from './passkey-proof.tsx';
import { PinInput } from './pin-input.tsx';
import { SentCodeField } from './sent-code-field.tsx';

/** Text for what is missing in {@link ProofFields}. Needs the namespace `security`. */
export function useProofProblemText(): (problem: ProofProblem | undefined) => string | undefined {
  const { t } = useTranslation('security');
  return problem => {
    if (problem === undefined) return undefined;
    const words = t(`problems.${problem.code}`);
    // “Enter all six digits” alone does not name the field.
    return problem.code === 'pinIncomplete' ? `${t('fund.title')}: ${words}` : words;
  };
}

/** Fund password, a code to the customer's own contact, and the second factor. Needs the namespace `security`. */
export function ProofFields({
  purpose,
  proof,
  needsTwoFactor,
  onChange,
}: {
  readonly purpose: ProofPurpose;
  readonly proof: Proof;
  readonly needsTwoFactor: boolean;
  readonly onChange: (proof: Proof) => void;
}) {
  const { t } = useTranslation('security');
  return (
    <>
      <PinInput
        name="fundPassword"
        masked
        label={t('fund.title')}
        value={proof.password}
        onChange={password => onChange({ ...proof, password })}
      />
      <SentCodeField
        label={t('proofCode')}
        value={proof.code}
        onChange={code => onChange({ ...proof, code })}
        send={() => sendProofCode(purpose)}
      />
      {needsTwoFactor ? <SecondFactor proof={proof} onChange={onChange} /> : null}
    </>
  );
}

/** The authenticator's code, or a passkey instead of it. */
function SecondFactor({
  proof,
  onChange,
}: {
  readonly proof: Proof;
  readonly onChange: (proof: Proof) => void;
}) {
  const { t } = useTranslation('security');
  return (
    <>
      <PasskeyProof
        given={Boolean(proof.passkey)}
        onProved={passkey => onChange({ ...proof, passkey, twoFactor: '' })}
      />
      {proof.passkey ? null : (
        <TextField
          name="twoFactor"
          label={t('twoFactor.codeOrRecovery')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          value={proof.twoFactor}
          onChange={twoFactor => onChange({ ...proof, twoFactor })}
        />
      )}
    </>
  );
}
