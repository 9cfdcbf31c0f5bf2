export interface Country {
  /** ISO 3166 code. */
  readonly country: string;
  /** In the customer's language. */
  readonly name: string;
  /** With the plus sign. */
  readonly areaCode: string;
}

/** Countries named and sorted in the customer's language. `tag` is a BCP 47 language tag. */
export function namedCountries(
  items: readonly { readonly country: string; readonly name: string; readonly area_code: string }[],
  tag: string,
): readonly Country[] {
  const names = new Intl.DisplayNames(tag, { type: 'region', fallback: 'none' });
  const order = new Intl.Collator(tag);
  return items
    .map(({ country, name, area_code }) => ({
      country,
      name: regionName(names, country) ?? name,
      areaCode: area_code.startsWith('+') ? area_code : `+${area_code}`,
    }))
    .toSorted((a, b) => order.compare(a.name, b.name));
}

function regionName(names: Intl.DisplayNames, country: string): string | undefined {
  // Codes that are not regions throw; the server's name stands in for them.
  return /^[A-Z]{2}$/.test(country) ? names.of(country) : undefined;
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}

/** Matches the name with or without accents, the ISO code, and the calling code with or without its plus. */
export function searchCountries(countries: readonly Country[], text: string): readonly Country[] {
  const wanted = plain(text.trim());
  if (wanted === '') return countries;
  const digits = wanted.replace(/^\+|^00/, '');
  if (/^\d+$/.test(digits)) return countries.filter(({ areaCode }) => areaCode.slice(1).startsWith(digits));
  return countries.filter(
    ({ name, country }) => plain(name).includes(wanted) || country.toLowerCase() === wanted,
  );
}

/** Heading under which a country is listed: its first letter, or '#' for scripts that sort otherwise. */
export function initialOf(name: string): string {
  const first = plain(name).charAt(0).toUpperCase();
  return /[A-Z]/.test(first) ? first : name.charAt(0);
}
