import { Check, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';
import { TextField } from '#ui/field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '#ui/states.tsx';
import { useCountries } from '../api/countries.ts';
import { searchNames } from '../model/place.ts';

export interface CountrySheetProps {
  readonly open: boolean;
  /** ISO 3166 alpha-2; empty while none is chosen. */
  readonly selected: string;
  readonly onSelect: (code: string) => void;
  readonly onClose: () => void;
}

/** All countries to choose one from. Needs the namespace `identity`. */
export function CountrySheet({ open, selected, onSelect, onClose }: CountrySheetProps) {
  const { t } = useTranslation('identity');
  const { countries, error, refetch } = useCountries();
  const [text, setText] = useState('');
  const found = useMemo(() => {
    const names = searchNames(countries?.map(({ name }) => name) ?? [], text);
    const wanted = new Set(names);
    return (
      countries?.filter(({ name, code }) => wanted.has(name) || code === text.trim().toUpperCase()) ?? []
    );
  }, [countries, text]);
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
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!countries && !error ? <SkeletonRows count={6} /> : null}
      {countries && found.length === 0 ? <EmptyState title={t('none', { text })} /> : null}
      <List label={t('chooseCountry')}>
        {found.map(({ code, name }) => (
          <Row
            key={code}
            title={name}
            value={code === selected ? <Check size={18} aria-hidden="true" /> : code}
            selected={code === selected}
            onClick={() => {
              setText('');
              onSelect(code);
            }}
          />
        ))}
      </List>
    </Sheet>
  );
}
