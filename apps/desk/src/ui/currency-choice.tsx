import { t } from '#i18n/texts.ts';
import { Choice } from './field.tsx';

type Currencies = readonly { readonly currency_id: number; readonly currency: string }[];

/** USDT, or else the first one, as the value of the choice. */
export function usualCurrency(currencies: Currencies): string {
  const usual = currencies.find(({ currency }) => currency === 'USDT') ?? currencies[0];
  return String(usual?.currency_id ?? '');
}

export function CurrencyChoice({
  currencies,
  value,
  onChange,
}: {
  readonly currencies: Currencies;
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  const options = currencies.map(one => ({ value: String(one.currency_id), label: one.currency }));
  return <Choice label={t('house.currency')} value={value} options={options} onChange={onChange} />;
}
