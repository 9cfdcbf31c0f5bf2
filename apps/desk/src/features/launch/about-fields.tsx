import { useState } from 'react';
import { LANGUAGE_NAMES, LANGUAGES } from '@tallystick/protocol/languages';
import { t } from '#i18n/texts.ts';
import { Area, Tabs } from '#ui/field.tsx';
import { withAbout, type About } from './offer-draft.ts';

/** What is said about a coin, language by language. */
export function AboutFields({
  about,
  onChange,
}: {
  readonly about: About;
  readonly onChange: (about: About) => void;
}) {
  const [language, setLanguage] = useState<keyof About>('en');
  const { name, tag } = LANGUAGE_NAMES[language];
  return (
    <div className="stack">
      <Tabs
        label={t('launch.aboutLanguages')}
        value={language}
        options={LANGUAGES.map(value => ({
          value,
          label: `${LANGUAGE_NAMES[value].name}${about[value] === undefined ? ' ·' : ' ✓'}`,
        }))}
        onChange={value => setLanguage(LANGUAGES.find(one => one === value) ?? 'en')}
      />
      <div lang={tag}>
        <Area
          key={language}
          label={t('launch.fields.about', { language: name })}
          help={t('launch.aboutHelp')}
          required={language === 'en'}
          maxLength={600}
          value={about[language] ?? ''}
          onChange={event => onChange(withAbout(about, language, event.target.value))}
        />
      </div>
    </div>
  );
}
