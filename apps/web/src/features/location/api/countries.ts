import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { languageTag } from '#i18n/languages.ts';
import { currentLanguage } from '#i18n/setup.ts';
import { callApi } from '#lib/api-client.ts';

export interface NamedCountry {
  /** ISO 3166 alpha-2. */
  readonly code: string;
  readonly name: string;
}

/** All countries, named and sorted in the customer's language. */
export function useCountries() {
  const { data, error, refetch } = useQuery({
    queryKey: ['countries'],
    queryFn: ({ signal }) => callApi('POST area_code', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const tag = languageTag(currentLanguage());
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames(tag, { type: 'region' });
    const order = new Intl.Collator(tag);
    return data?.items
      .map(({ country, name }): NamedCountry => ({ code: country, name: names.of(country) ?? name }))
      .toSorted((a, b) => order.compare(a.name, b.name));
  }, [data, tag]);
  return { countries, error, refetch };
}

/** In the customer's language; empty for none. */
export function countryName(code: string): string {
  if (code === '') return '';
  return new Intl.DisplayNames(languageTag(currentLanguage()), { type: 'region' }).of(code) ?? code;
}
