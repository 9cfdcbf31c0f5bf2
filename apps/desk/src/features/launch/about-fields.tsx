import { useState } from 'react';
import { LANGUAGE_NAMES } from '@tallystick/protocol/languages';
import { t } from '#i18n/texts.ts';
import { Area } from '#ui/field.tsx';
import { LanguageTabs } from '#ui/language-tabs.tsx';
import { withAbout, type About } from './offer-draft.ts';

/** A coin's description, language by language. */
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
      <LanguageTabs
        label={t('launch.aboutLanguages')}
        value={language}
        isWritten={one => about[one] !== undefined}
        onChange={setLanguage}
      />
      <div lang={tag}>
        <Area
          key={language}
          label={t('launch.fields.about', { language: name })}
          help={t('launch.aboutHelp')}
          required={language === 'en'}
          maxLength={600}
          value={about[language] ?? ''}
          onChange={text => onChange(withAbout(about, language, text))}
        />
      </div>
    </div>
  );
}
