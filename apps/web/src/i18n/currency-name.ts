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

/** What many call a coin besides its names, in every language. */
const ALSO_CALLED: ReadonlyMap<string, string> = new Map([['XRP', 'Ripple']]);

/** What a currency is looked for by: its translated name, the exchange's own, and what many call it. */
export function searchedNames(currency: Named): string[] {
  const also = ALSO_CALLED.get(currency.code);
  return [currency.name, currencyName(currency), ...(also === undefined ? [] : [also])];
}

/** Whether one of a currency's names contains `wanted` (lower case). */
export function nameContains(currency: Named, wanted: string): boolean {
  const plain = (name: string) => name.toLocaleLowerCase().replaceAll(' ', '');
  return searchedNames(currency).some(name => plain(name).includes(plain(wanted)));
}
