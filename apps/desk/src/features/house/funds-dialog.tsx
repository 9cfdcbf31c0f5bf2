import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { wholeOf } from '#lib/format.ts';
import { Choice, Field } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';

type House = DeskOutput<'GET desk/house'>;

/** Source, fund and amount of a transfer. */
export function FundsDialog({
  currencies,
  sources,
  funds,
  onClose,
}: {
  readonly currencies: House['items'];
  readonly sources: House['sources'];
  readonly funds: House['funds'];
  readonly onClose: () => void;
}) {
  const usual = currencies.find(({ currency }) => currency === 'USDT') ?? currencies[0];
  const [from, setFrom] = useState(String(sources[0] ?? ''));
  const [to, setTo] = useState(String(funds[0] ?? ''));
  const [currencyId, setCurrencyId] = useState(String(usual?.currency_id ?? ''));
  const [amount, setAmount] = useState('');
  const [ready, setReady] = useState(false);
  if (ready) {
    const currency = currencies.find(one => String(one.currency_id) === currencyId)?.currency;
    return (
      <ProposeDialog
        kind="house_funds"
        change={{ from, to, currency_id: wholeOf(currencyId), amount }}
        before={null}
        after={{ from, to, amount, currency }}
        onClose={onClose}
      />
    );
  }
  const named = (names: readonly string[]) =>
    names.map(name => ({ value: name, label: word('houseAccounts', name) }));
  return (
    <ProposalForm title={t('house.move')} onClose={onClose} onReady={() => setReady(true)}>
      <p className="quiet">{t('house.moveText')}</p>
      <Choice label={t('house.from')} value={from} options={named(sources)} onChange={setFrom} />
      <Choice label={t('house.to')} value={to} options={named(funds)} onChange={setTo} />
      <Choice
        label={t('house.currency')}
        value={currencyId}
        options={currencies.map(one => ({ value: String(one.currency_id), label: one.currency }))}
        onChange={setCurrencyId}
      />
      <Field
        label={t('house.amount')}
        value={amount}
        inputMode="decimal"
        required
        onChange={event => setAmount(event.target.value.trim())}
      />
    </ProposalForm>
  );
}
