import { useTranslation } from '#i18n/use-translation.ts';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { CopyBox } from '#ui/copy-box.tsx';
import { formatDecimal } from '#ui/format.ts';
import type { BankDetails } from '../api/deposit.ts';

/** The bank account to transfer to, and the exchange rate. */
export function BankAccount({ bank }: { readonly bank: BankDetails }) {
  const { t } = useTranslation('deposit');
  const lines = [
    ['holder', bank.holder],
    ['bankName', bank.bank_name],
    ['accountNumber', bank.account_number],
    ['swift', bank.swift],
    ['reference', bank.reference],
  ] as const;
  return (
    <>
      <p className="note">{t('bankLead')}</p>
      <div className="stack-2 cols-1">
        {lines
          .filter(([, text]) => text !== '')
          .map(([key, text]) => (
            <CopyBox key={key} label={t(`bankDetails.${key}`)} text={text} />
          ))}
      </div>
      {bank.note === '' ? null : <p className="note">{bank.note}</p>}
      <KeyValues className="sums">
        <KeyValue label={t('rate')}>
          1 USDT = {formatDecimal(bank.rate)} {bank.currency}
        </KeyValue>
        <KeyValue label={t('minimum')}>
          {formatDecimal(bank.minimum)} {bank.currency}
        </KeyValue>
      </KeyValues>
    </>
  );
}
