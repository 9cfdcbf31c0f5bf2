import type { WireCurrency } from '@tallystick/protocol/wire';
import { translate, type FullKey } from './texts.ts';

type Named = Pick<WireCurrency, 'code' | 'name'>;

/** A currency's name in the current language; without a translation, the name given by the exchange. */
export function currencyName({ code, name }: Named): string {
  const path = `coins.${code}`;
  // If the text is missing or not loaded yet, the path is returned.
  const text = translate(`common:${path}` as FullKey<'common'>);
  return text === path ? name : text;
}

/** Whether a currency's name, translated or given by the exchange, contains `wanted` (lower case). */
export function nameContains(currency: Named, wanted: string): boolean {
  const plain = (name: string) => name.toLocaleLowerCase().replaceAll(' ', '');
  return [currency.name, currencyName(currency)].some(name => plain(name).includes(plain(wanted)));
}
