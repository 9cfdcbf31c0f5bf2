import type { WireCurrency } from '@tallystick/protocol/wire';
import { translate, type FullKey } from './texts.ts';

type Named = Pick<WireCurrency, 'code' | 'name'>;

/** What a currency is called in the current language; the exchange's own name for one that we have no word for. */
export function currencyName({ code, name }: Named): string {
  const path = `coins.${code}`;
  // No such text, or none loaded yet: the path stands in.
  const text = translate(`common:${path}` as FullKey<'common'>);
  return text === path ? name : text;
}

/** Whether a currency's name, in this language or the exchange's own, contains what is searched for in lower case. */
export function nameContains(currency: Named, wanted: string): boolean {
  const plain = (name: string) => name.toLocaleLowerCase().replaceAll(' ', '');
  return [currency.name, currencyName(currency)].some(name => plain(name).includes(plain(wanted)));
}
