import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { wholeOf } from '#lib/format.ts';
import { CurrencyChoice, usualCurrency } from '#ui/currency-choice.tsx';
import { Choice, Figure } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';

/** Source, fund and amount of a transfer. */
export function FundsDialog({
  house: { items: currencies, sources, funds },
  onClose,
}: {
  readonly house: DeskOutput<'GET desk/house'>;
  readonly onClose: () => void;
}) {
  const [from, setFrom] = useState(String(sources[0] ?? ''));
  const [to, setTo] = useState(String(funds[0] ?? ''));
  const [currencyId, setCurrencyId] = useState(usualCurrency(currencies));
  const [amount, setAmount] = useState('');
  const propose = () => {
    const currency = currencies.find(one => String(one.currency_id) === currencyId)?.currency;
    return {
      change: { from, to, currency_id: wholeOf(currencyId), amount },
      before: null,
      after: { from, to, amount, currency },
    };
  };
  const named = (names: readonly string[]) =>
    names.map(name => ({ value: name, label: word('houseAccounts', name) }));
  return (
    <ProposalForm title={t('house.move')} kind="house_funds" propose={propose} onClose={onClose}>
      <p className="quiet">{t('house.moveText')}</p>
      <Choice label={t('house.from')} value={from} options={named(sources)} onChange={setFrom} />
      <Choice label={t('house.to')} value={to} options={named(funds)} onChange={setTo} />
      <CurrencyChoice currencies={currencies} value={currencyId} onChange={setCurrencyId} />
      <Figure label={t('house.amount')} value={amount} onChange={setAmount} />
    </ProposalForm>
  );
}
