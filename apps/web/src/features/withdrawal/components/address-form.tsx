import { useEffect, useReducer, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { FundingCoin } from '#lib/funding.ts';
import { noProof, PROOF_INPUTS, PROOF_PROBLEMS, proofInput, validateProof } from '#lib/proof.ts';
import { forgetSharedAddress, sharedAddress } from '#lib/shared-address.ts';
import { useForm } from '#lib/use-form.ts';
import { useInput, useSubmit } from '#lib/use-submit.ts';
import { CoinChoice } from '#ui/coin-choice.tsx';
import { TextField } from '#ui/field.tsx';
import { ProofFields, useProofProblemText } from '#ui/proof-fields.tsx';
import { RefusalNote, Refusals } from '#ui/refusal.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { saveAddress } from '../api/withdrawal.ts';
import {
  addressInput,
  hasMemo,
  reduceAddress,
  startAddress,
  validateAddress,
  type AddressProblem,
} from '../model/address-fields.ts';
import { readAddress } from '../model/read-address.ts';
import { AddressSources, type Told } from './address-sources.tsx';

const MAX_ADDRESS = 200;
const MAX_LABEL = 40;
const MAX_MEMO = 20;

/** A new address, with the customer's proof of identity. Needs the namespaces `withdrawal` and `security`. */
export function AddressForm({
  coins,
  coin,
  network,
  needsTwoFactor,
  onSaved,
}: {
  /** Those that can be taken out. */
  readonly coins: readonly FundingCoin[];
  readonly coin: FundingCoin;
  /** The network in the page's URL. */
  readonly network: string | null;
  readonly needsTwoFactor: boolean;
  readonly onSaved: () => void;
}) {
  const { t } = useTranslation('withdrawal');
  const [form, change] = useReducer(reduceAddress, undefined, () =>
    startAddress(coin, network, sharedAddress()),
  );
  useEffect(() => forgetSharedAddress, []);
  const [proof, setProof] = useState(noProof);
  const problems = validateAddress(form);
  const [problem] = problems;
  const proofProblems = validateProof(proof, needsTwoFactor);
  const proofText = useProofProblemText();
  const textOf = (one: AddressProblem | undefined) =>
    one && t(`address.problem.${one.code}`, { ...one.params });
  const { shown, guard } = useForm([...problems, ...proofProblems], {
    unfinished: ['address_required', 'memo_required', ...PROOF_PROBLEMS],
  });
  const problemAt = (field: AddressProblem['field']) =>
    shown(field) ? textOf(problems.find(one => one.field === field)) : undefined;
  const { busy, error, submit, clearError } = useSubmit(async () => {
    await saveAddress({ ...addressInput(form), ...proofInput(proof, needsTwoFactor) });
    onSaved();
  });
  const dispatch = useInput(change, clearError);
  const [told, setTold] = useState<Told>();
  const take = (text: string) => {
    const read = readAddress(text, form.network);
    setTold(text.trim() === '' ? { found: 'empty' } : read);
    if (read.found === 'address') dispatch({ type: 'read', address: read.address, memo: read.memo });
    return read.found;
  };
  return (
    <Refusals error={error} fields={{ ...PROOF_INPUTS, address: 'address', memo: 'memo', label: 'label' }}>
      <form className="stack-4 cols-1" noValidate aria-label={t('address.add')} onSubmit={guard(submit)}>
        <CoinChoice
          label={t('currency')}
          coins={coins}
          chosen={form.coin.currency.id}
          onChoose={id => {
            const next = coins.find(one => one.currency.id === id);
            if (next) dispatch({ type: 'coin', coin: next });
          }}
        />
        <div className="stack-2 cols-1">
          <span className="soft text-13">{t('network')}</span>
          <Segmented
            label={t('network')}
            value={form.network}
            choices={form.coin.withdrawal.map(one => ({ value: one.network, label: one.network }))}
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
          error={problemAt('address')}
          onPaste={event => {
            // A part of an address, or a text without one, goes into the field as it is.
            if (take(event.clipboardData.getData('text')) === 'address') event.preventDefault();
          }}
          onChange={address => dispatch({ type: 'address', address })}
        />
        <AddressSources
          coin={form.coin}
          network={form.network}
          told={told}
          onText={take}
          onDenied={() => setTold({ found: 'denied' })}
          onNetwork={chosen => dispatch({ type: 'network', network: chosen })}
        />
        {hasMemo(form) ? (
          <div className="stack-2 cols-1">
            <TextField
              name="memo"
              label={t('address.memo')}
              hint={t('address.memoHint')}
              inputMode="numeric"
              autoComplete="off"
              maxLength={MAX_MEMO}
              disabled={form.noMemo}
              value={form.memo}
              error={problemAt('memo')}
              onChange={memo => dispatch({ type: 'memo', memo })}
            />
            <Checkbox
              name="no_memo"
              checked={form.noMemo}
              onChange={noMemo => dispatch({ type: 'noMemo', noMemo })}
            >
              {t('address.noMemo')}
            </Checkbox>
          </div>
        ) : null}
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
        <SubmitButton block busy={busy} problem={textOf(problem) ?? proofText(proofProblems[0])}>
          {t('address.save')}
        </SubmitButton>
      </form>
    </Refusals>
  );
}
