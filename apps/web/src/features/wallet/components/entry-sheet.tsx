import type { WireLedgerEntry } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { Sheet } from '#ui/sheet.tsx';
import { originHref } from '../model/origin.ts';

/** The trade behind a change, if there is one. */
function useDealLines({ deal }: WireLedgerEntry): readonly (readonly [string, string | null])[] {
  const { t } = useTranslation('wallet');
  if (deal === null) return [];
  const [base = '', quote = ''] = deal.symbol.split('/');
  const figure = (value: string | null, unit: string | null) =>
    value === null ? null : `${formatDecimal(value)} ${unit}`;
  return [
    [t('deal.pair'), deal.symbol],
    [t('deal.side'), deal.price === null ? null : t(`deal.${deal.side}`)],
    [t('deal.price'), figure(deal.price, quote)],
    [t('deal.quantity'), figure(deal.quantity, base)],
    [t('deal.fee'), figure(deal.fee, deal.fee_currency)],
  ];
}

/** One change of a balance with all digits, its cause, and a link to the cause. */
export function EntrySheet({
  entry,
  onClose,
}: {
  readonly entry: WireLedgerEntry;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('wallet');
  const { currency, deal } = entry;
  const origin = originHref(entry);
  const product = deal === null ? 'origin' : deal.order_id === null ? 'position' : 'order';
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('record.entry')}
      footer={
        origin === undefined ? undefined : (
          <ButtonLink to={origin} block tone="quiet">
            {t(`deal.${product}`)}
          </ButtonLink>
        )
      }
    >
      <KeyValues>
        <KeyValue label={t('record.amount')} strong>
          {formatDecimal(entry.amount, { sign: 'always' })} {currency}
        </KeyValue>
        <KeyValue label={t('record.balanceAfter')}>
          {formatDecimal(entry.balance_after)} {currency}
        </KeyValue>
        <KeyValue label={t('record.account')}>{t(`account.${entry.account}`)}</KeyValue>
        <KeyValue label={t('record.reason')}>{t(`reason.${entry.reason}`)}</KeyValue>
        {useDealLines(entry).map(([label, value]) =>
          value === null ? null : (
            <KeyValue key={label} label={label}>
              {value}
            </KeyValue>
          ),
        )}
        {entry.goodwill === undefined ? null : (
          <>
            <KeyValue label={t('goodwill.why')}>{t(`goodwill.${entry.goodwill.reason}`)}</KeyValue>
            <KeyValue label={t('goodwill.note')}>{entry.goodwill.text}</KeyValue>
          </>
        )}
        <KeyValue label={t('record.time')}>{formatDate(entry.at_ms)}</KeyValue>
        <KeyValue label={t('record.reference')}>{entry.reference}</KeyValue>
        <KeyValue label={t('record.number')}>{entry.entry_id}</KeyValue>
      </KeyValues>
    </Sheet>
  );
}
