import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { uploadReserveDocument } from '#lib/api.ts';
import { dateTime } from '#lib/format.ts';
import { Choice, Field, Figure } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';
import { TimeField } from '#ui/time-field.tsx';
import { TakeFile } from './take-file.tsx';

const OWNERS = ['customers', 'house'] as const;

/** What a bank's document says of an account; another person confirms it. */
export function StatementDialog({
  bank,
  onClose,
}: {
  readonly bank: DeskOutput<'GET desk/reserves'>['bank'];
  readonly onClose: () => void;
}) {
  const [account, setAccount] = useState('');
  const [owner, setOwner] = useState<(typeof OWNERS)[number]>('customers');
  const [money, setMoney] = useState(bank.money);
  const [amount, setAmount] = useState('');
  const [rate, setRate] = useState(bank.rate);
  const [asOfMs, setAsOfMs] = useState<number | null>(null);
  const [sha256, setSha256] = useState<string | null>(null);
  const propose = () => {
    const change = {
      account,
      owner,
      currency_id: bank.currency_id,
      money,
      money_amount: amount,
      rate,
      as_of_ms: asOfMs,
      sha256,
    };
    const shown = { account, owner, balance: `${amount} ${money}`, rate };
    const asOf = asOfMs === null ? '' : dateTime(asOfMs);
    return { change, before: null, after: { ...shown, as_of: asOf, sha256 } };
  };
  return (
    <ProposalForm
      title={t('reserves.enter')}
      kind="bank_statement"
      propose={propose}
      disabled={sha256 === null || asOfMs === null}
      goesBack
      onClose={onClose}
    >
      <Field
        label={t('reserves.account')}
        help={t('reserves.accountHelp')}
        value={account}
        maxLength={120}
        required
        onChange={setAccount}
      />
      <Choice
        label={t('reserves.owner')}
        value={owner}
        options={OWNERS.map(name => ({ value: name, label: word('reserveOwners', name) }))}
        onChange={setOwner}
      />
      <Field
        label={t('reserves.money')}
        value={money}
        pattern="[A-Z]{3}"
        required
        onChange={text => setMoney(text.trim().toUpperCase())}
      />
      <Figure label={t('reserves.balance')} value={amount} onChange={setAmount} />
      <Figure
        label={t('reserves.rate', { currency: bank.currency })}
        help={t('reserves.rateHelp')}
        value={rate}
        onChange={setRate}
      />
      <TimeField label={t('reserves.asOf')} atMs={asOfMs} required onChange={setAsOfMs} />
      <TakeFile
        label={t('reserves.chooseDocument')}
        accept="application/pdf,image/png,image/jpeg"
        take={async file => setSha256((await uploadReserveDocument(file)).sha256)}
      >
        {sha256 === null ? null : <p className="quiet breaks">{t('reserves.documentKept', { sha256 })}</p>}
      </TakeFile>
    </ProposalForm>
  );
}
