import { Check, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { languageTag } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/setup.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { namedCountries, searchCountries } from '#lib/countries.ts';
import { List, Row } from '#ui/card.tsx';
import { TextField } from '#ui/field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState } from '#ui/states.tsx';

export interface CountrySheetProps {
  readonly open: boolean;
  /** ISO 3166 alpha-2; empty while none is chosen. */
  readonly selected: string;
  readonly onSelect: (country: string) => void;
  readonly onClose: () => void;
}

/** All countries to choose one from. Needs the namespace `identity`. */
export function CountrySheet({ open, selected, onSelect, onClose }: CountrySheetProps) {
  const { t } = useTranslation('identity');
  const [text, setText] = useState('');
  const language = useLanguage();
  const countries = useMemo(() => namedCountries(languageTag(language)), [language]);
  const found = useMemo(() => searchCountries(countries, text), [countries, text]);
  return (
    <Sheet open={open} onClose={onClose} title={t('chooseCountry')}>
      <TextField
        label={t('search')}
        hideLabel
        placeholder={t('search')}
        type="search"
        value={text}
        onChange={setText}
        before={<Search size={18} aria-hidden="true" />}
      />
      {found.length === 0 ? <EmptyState title={t('none', { text })} /> : null}
      <List label={t('chooseCountry')}>
        {found.map(({ country, name }) => (
          <Row
            key={country}
            title={name}
            value={country === selected ? <Check size={18} aria-hidden="true" /> : country}
            selected={country === selected}
            onClick={() => {
              setText('');
              onSelect(country);
            }}
          />
        ))}
      </List>
    </Sheet>
  );
}
