import { useEffect, useReducer, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { COINS, fundingIdOf } from '#lib/funding.ts';
import { noProof, PROOF_INPUTS, PROOF_PROBLEMS, proofInput, validateProof } from '#lib/proof.ts';
import { forgetSharedAddress, sharedAddress } from '#lib/shared-address.ts';
import { useForm } from '#lib/use-form.ts';
import { useInput, useSubmit } from '#lib/use-submit.ts';
import { TextField } from '#ui/field.tsx';
import { ProofFields, useProofProblemText } from '#ui/proof-fields.tsx';
import { RefusalNote, Refusals } from '#ui/refusal.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { saveAddress } from '../api/withdrawal.ts';
import {
  addressInput,
  networksOf,
  reduceAddress,
  startAddress,
  validateAddress,
} from '../model/address-fields.ts';
import { AddressSources } from './address-sources.tsx';

const MAX_ADDRESS = 200;
const MAX_LABEL = 40;

/** A new address, with the customer's proof of identity. Needs the namespaces `withdrawal` and `security`. */
export function AddressForm({
  currencyId,
  network,
  needsTwoFactor,
  onSaved,
}: {
  readonly currencyId: number;
  /** The network in the page's URL. */
  readonly network: string | null;
  readonly needsTwoFactor: boolean;
  readonly onSaved: () => void;
}) {
  const { t } = useTranslation('withdrawal');
  const [form, change] = useReducer(reduceAddress, undefined, () =>
    startAddress(currencyId, network, sharedAddress()),
  );
  useEffect(() => forgetSharedAddress, []);
  const [proof, setProof] = useState(noProof);
  const problem = validateAddress(form);
  const proofProblems = validateProof(proof, needsTwoFactor);
  const proofText = useProofProblemText();
  const problemText = problem ? t(`address.problem.${problem.code}`, { ...problem.params }) : undefined;
  const { shown, guard } = useForm(problem ? [problem, ...proofProblems] : proofProblems, {
    unfinished: ['address_required', ...PROOF_PROBLEMS],
  });
  const { busy, error, submit, clearError } = useSubmit(async () => {
    await saveAddress({ ...addressInput(form), ...proofInput(proof, needsTwoFactor) });
    onSaved();
  });
  const dispatch = useInput(change, clearError);
  return (
    <Refusals error={error} fields={{ ...PROOF_INPUTS, address: 'address', label: 'label' }}>
      <form className="stack-4 cols-1" noValidate aria-label={t('address.add')} onSubmit={guard(submit)}>
        <div className="stack-2 cols-1">
          <span className="soft text-13">{t('currency')}</span>
          <Segmented
            label={t('currency')}
            value={String(form.currencyId)}
            choices={COINS.map(({ id, code }) => ({ value: String(id), label: code }))}
            onChange={id => dispatch({ type: 'currency', currencyId: fundingIdOf(id) })}
          />
        </div>
        <div className="stack-2 cols-1">
          <span className="soft text-13">{t('network')}</span>
          <Segmented
            label={t('network')}
            value={form.network}
            choices={networksOf(form.currencyId).map(value => ({ value, label: value }))}
            onChange={value => dispatch({ type: 'network', network: value })}
          />
        </div>
        <TextField
          name="address"
          label={t('address.one')}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={MAX_ADDRESS}
          value={form.address}
          error={shown('address') ? problemText : undefined}
          onChange={address => dispatch({ type: 'address', address })}
        />
        <AddressSources
          currencyId={form.currencyId}
          network={form.network}
          onAddress={address => dispatch({ type: 'address', address })}
          onNetwork={chosen => dispatch({ type: 'network', network: chosen })}
        />
        <TextField
          name="label"
          label={t('address.label')}
          hint={t('address.labelHint')}
          maxLength={MAX_LABEL}
          value={form.label}
          onChange={label => dispatch({ type: 'label', label })}
        />
        <ProofFields purpose="address" proof={proof} needsTwoFactor={needsTwoFactor} onChange={setProof} />
        <RefusalNote />
        <SubmitButton block busy={busy} problem={problemText ?? proofText(proofProblems[0])}>
          {t('address.save')}
        </SubmitButton>
      </form>
    </Refusals>
  );
}
