import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { noProof, PROOF_INPUTS, proofInput, validateProof } from '#lib/proof.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { TextField } from '#ui/field.tsx';
import styles from '#ui/form.module.css';
import { ProofFields, useProofProblemText } from '#ui/proof-fields.tsx';
import { RefusalNote, Refusals } from '#ui/refusal.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { saveBankCard } from '../api/bank.ts';
import {
  CARD_FIELDS,
  cardInput,
  emptyCard,
  MAX_LENGTHS,
  typeCard,
  validateCard,
  type CardField,
} from '../model/card-fields.ts';
import { checkedPassword, keepCheckedPassword } from '../model/checked-password.ts';

/** The form's inputs by the server's field names. */
const FIELDS = {
  ...PROOF_INPUTS,
  label: 'label',
  ...Object.fromEntries(CARD_FIELDS.map(name => [name, name])),
};
const MAX_LABEL = 40;
const NEEDED: readonly CardField[] = ['holder', 'card_number', 'bank_name'];
const NUMBERS: readonly CardField[] = ['card_number', 'swift', 'account_number'];
const AUTOCOMPLETE: Readonly<Partial<Record<CardField, string>>> = {
  holder: 'name',
  payee_address: 'street-address',
  postal_code: 'postal-code',
};

/** The bank card for withdrawals. Needs the namespaces `bank` and `security`. */
export function CardForm({
  needsTwoFactor,
  onSaved,
}: {
  readonly needsTwoFactor: boolean;
  readonly onSaved: () => void;
}) {
  const { t } = useTranslation('bank');
  const [form, setForm] = useState(emptyCard);
  const [label, setLabel] = useState('');
  const [unfolded, setUnfolded] = useState(false);
  const [proof, setProof] = useState({ ...noProof, password: checkedPassword() });
  const problems = validateCard(form);
  const [cardProblem] = problems;
  const proofProblems = validateProof(proof, needsTwoFactor);
  const { shown, leave, guard } = useForm([...problems, ...proofProblems]);
  const proofText = useProofProblemText();
  const { busy, error, submit } = useSubmit(async () => {
    const named = label.trim() === '' ? {} : { label: label.trim() };
    await saveBankCard({ ...cardInput(form), ...named, ...proofInput(proof, needsTwoFactor) });
    keepCheckedPassword('');
    onSaved();
  });
  const field = (name: CardField) => {
    const problem = shown(name) && problems.find(one => one.field === name);
    return (
      <TextField
        key={name}
        name={name}
        label={t(`fields.${name}`)}
        autoComplete={AUTOCOMPLETE[name] ?? 'off'}
        autoCapitalize={NUMBERS.includes(name) ? 'characters' : 'words'}
        spellCheck={false}
        maxLength={MAX_LENGTHS[name]}
        value={form[name]}
        error={problem && t(`problem.${problem.code}`)}
        onChange={value => setForm(typeCard(form, name, value))}
        onBlur={() => leave(name)}
      />
    );
  };
  const others = CARD_FIELDS.filter(name => !NEEDED.includes(name));
  return (
    <Refusals error={error} fields={FIELDS}>
      <form className="stack-4 cols-1" noValidate aria-label={t('add.title')} onSubmit={guard(submit)}>
        <p className="note">{t('add.text')}</p>
        {NEEDED.map(field)}
        <TextField
          name="label"
          label={t('label')}
          hint={t('labelHint')}
          autoComplete="off"
          maxLength={MAX_LABEL}
          value={label}
          onChange={setLabel}
        />
        <details
          className={styles['more']}
          // Opens the optional part if it has a problem.
          open={unfolded || (cardProblem !== undefined && others.includes(cardProblem.field))}
          onToggle={event => setUnfolded(event.currentTarget.open)}
        >
          <summary>{t('add.abroad')}</summary>
          <div className="stack-4 cols-1">{others.map(field)}</div>
        </details>
        <ProofFields purpose="bank_card" proof={proof} needsTwoFactor={needsTwoFactor} onChange={setProof} />
        <RefusalNote />
        <SubmitButton
          block
          busy={busy}
          problem={cardProblem ? t(`problem.${cardProblem.code}`) : proofText(proofProblems[0])}
        >
          {t('add.save')}
        </SubmitButton>
      </form>
    </Refusals>
  );
}
