import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { wholeOf } from '#lib/format.ts';
import { CurrencyChoice, usualCurrency } from '#ui/currency-choice.tsx';
import { Choice, Field, Figure } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';

type Profit = DeskOutput<'GET desk/profit'>;
const SOURCES = ['treasury', 'fees', 'option_pool'] as const;

/** Account, source and amount of a withdrawal. */
export function WithdrawDialog({
  profit,
  onClose,
}: {
  readonly profit: Profit;
  readonly onClose: () => void;
}) {
  const [accountId, setAccountId] = useState(String(profit.accounts[0]?.id ?? ''));
  const [from, setFrom] = useState<string>(SOURCES[0]);
  const [currencyId, setCurrencyId] = useState(usualCurrency(profit.free));
  const [amount, setAmount] = useState('');
  const account = profit.accounts.find(({ id }) => String(id) === accountId);
  const propose = () => {
    const currency = profit.free.find(one => String(one.currency_id) === currencyId)?.currency;
    return {
      change: { account_id: wholeOf(accountId), from, currency_id: wholeOf(currencyId), amount },
      before: null,
      after: { account: account?.name, destination: account?.destination, from, amount, currency },
    };
  };
  return (
    <ProposalForm
      title={t('profits.withdraw')}
      kind="profit_withdrawal"
      propose={propose}
      disabled={account === undefined}
      onClose={onClose}
    >
      <p className="quiet">{t('profits.withdrawText')}</p>
      <Choice
        label={t('profits.account')}
        value={accountId}
        options={profit.accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={setAccountId}
      />
      <Choice
        label={t('profits.from')}
        value={from}
        options={SOURCES.map(name => ({ value: name, label: word('houseAccounts', name) }))}
        onChange={setFrom}
      />
      <CurrencyChoice currencies={profit.free} value={currencyId} onChange={setCurrencyId} />
      <Figure label={t('profits.amount')} value={amount} onChange={setAmount} />
    </ProposalForm>
  );
}

/** Name and destination of an account of the company. */
export function AccountDialog({
  profit,
  onClose,
}: {
  readonly profit: Profit;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [channel, setChannel] = useState<string>(profit.channels.find(one => one === 'bank') ?? '');
  const [destination, setDestination] = useState('');
  const propose = () => {
    const change = { name: name.trim(), channel, destination: destination.trim() };
    return { change, before: null, after: change };
  };
  return (
    <ProposalForm title={t('profits.addAccount')} kind="company_account" propose={propose} onClose={onClose}>
      <p className="quiet">{t('profits.accountText')}</p>
      <Field
        label={t('profits.name')}
        value={name}
        required
        minLength={3}
        maxLength={100}
        onChange={setName}
      />
      <Choice
        label={t('profits.channel')}
        value={channel}
        options={profit.channels.map(one => ({ value: one, label: word('houseAccounts', one) }))}
        onChange={setChannel}
      />
      <Field
        label={t('profits.destination')}
        value={destination}
        required
        maxLength={200}
        onChange={setDestination}
      />
    </ProposalForm>
  );
}
