import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { Area, Field } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';
import { changeOf, draftOf, WHOLE_TERMS, PLAIN_TERMS, type Contract, type Draft } from './terms.ts';

/** Fees, limits, tiers and funding terms. Tick and lot of a contract never change. */
export function ContractTermsDialog({
  contract,
  onClose,
}: {
  readonly contract: Contract;
  readonly onClose: () => void;
}) {
  const [draft, setDraft] = useState(() => draftOf(contract));
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const [change, setChange] = useState<Readonly<Record<string, unknown>> | null>(null);
  const set = (name: keyof Draft, text: string) => setDraft({ ...draft, [name]: text });
  const send = () => {
    const read = changeOf(contract.market_id, draft);
    if ('line' in read) setUnreadable(read.line);
    else setChange(read.change);
  };
  if (change !== null) {
    const before = changeOf(contract.market_id, draftOf(contract));
    return (
      <ProposeDialog
        kind="perpetual"
        change={change}
        before={'change' in before ? before.change : null}
        after={change}
        onClose={onClose}
      />
    );
  }
  return (
    <ProposalForm
      title={t('perpetuals.editTitle', { symbol: contract.symbol })}
      wide
      onClose={onClose}
      onReady={send}
    >
      {PLAIN_TERMS.map(name => (
        <Field
          key={name}
          label={t(`perpetuals.fields.${name}`)}
          value={draft[name]}
          inputMode="decimal"
          required
          onChange={event => set(name, event.target.value.trim())}
        />
      ))}
      {WHOLE_TERMS.map(name => (
        <Field
          key={name}
          label={t(`perpetuals.fields.${name}`)}
          value={draft[name]}
          inputMode="numeric"
          pattern="[1-9][0-9]{0,11}"
          required
          onChange={event => set(name, event.target.value.trim())}
        />
      ))}
      <Field
        label={t('perpetuals.fields.multiples')}
        value={draft.multiples}
        required
        onChange={event => set('multiples', event.target.value)}
      />
      <Area
        label={t('perpetuals.fields.tiers')}
        help={t('perpetuals.tiersHelp')}
        value={draft.tiers}
        required
        onChange={event => set('tiers', event.target.value)}
      />
      {unreadable === null ? null : (
        <p role="alert" className="bad">
          {t('options.unreadable', { line: unreadable })}
        </p>
      )}
    </ProposalForm>
  );
}
