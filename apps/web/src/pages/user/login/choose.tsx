import { Check, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Page as Frame } from '#ui/page.tsx';
import { useBack } from '#lib/use-back.ts';
import { CountryList } from '#features/account/components/country-list.tsx';
import { changeTarget, useAccountDraft } from '#features/account/model/draft.ts';
import { languageTag } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/setup.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { namedCountries, searchCountries } from '#lib/countries.ts';
import { TextField } from '#ui/field.tsx';
import { EmptyState } from '#ui/states.tsx';

/** Country calling code. Returns to the form it was opened from. */
export function Page() {
  const { t } = useTranslation('account');
  const back = useBack();
  const { target } = useAccountDraft();
  const [text, setText] = useState('');
  const language = useLanguage();
  const countries = useMemo(() => namedCountries(languageTag(language)), [language]);
  const found = useMemo(() => searchCountries(countries, text), [countries, text]);

  return (
    <Frame title={t('choose.title')} width="narrow">
      <TextField
        label={t('choose.search')}
        hideLabel
        placeholder={t('choose.search')}
        type="search"
        value={text}
        onChange={setText}
        before={<Search size={18} aria-hidden="true" />}
      />
      {found.length === 0 ? (
        <EmptyState icon={<Search size={24} strokeWidth={1.6} />} title={t('choose.none', { text })}>
          {t('choose.noneText')}
        </EmptyState>
      ) : null}
      <CountryList
        countries={found}
        selected={target.country}
        selectedMark={<Check size={18} />}
        grouped={text === ''}
        onSelect={country => {
          changeTarget({ country });
          back();
        }}
      />
    </Frame>
  );
}
