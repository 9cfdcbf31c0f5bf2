import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { Area, Field, Figures } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';
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
  const propose = () => {
    const read = changeOf(contract.market_id, draft);
    if ('line' in read) return read;
    const before = changeOf(contract.market_id, draftOf(contract));
    return { change: read.change, before: 'change' in before ? before.change : null, after: read.change };
  };
  const field = (name: keyof Draft) => ({
    label: t(`perpetuals.fields.${name}`),
    value: draft[name],
    required: true,
    onChange: (text: string) => setDraft({ ...draft, [name]: text }),
  });
  const figures = {
    labelOf: (name: keyof Draft) => t(`perpetuals.fields.${name}`),
    values: draft,
    onChange: setDraft,
  };
  return (
    <ProposalForm
      title={t('perpetuals.editTitle', { symbol: contract.symbol })}
      wide
      kind="perpetual"
      propose={propose}
      onClose={onClose}
    >
      <Figures names={PLAIN_TERMS} {...figures} />
      <Figures names={WHOLE_TERMS} inputMode="numeric" pattern="[1-9][0-9]{0,11}" {...figures} />
      <Field {...field('multiples')} />
      <Area {...field('tiers')} help={t('perpetuals.tiersHelp')} />
    </ProposalForm>
  );
}
