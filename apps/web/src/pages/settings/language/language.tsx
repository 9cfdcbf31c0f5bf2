import { Check } from 'lucide-react';
import { useState } from 'react';
import { LANGUAGES, LANGUAGE_NAMES, type Language } from '@tallystick/protocol/languages';
import { Page as Frame } from '#ui/page.tsx';
import { changeLanguage, currentLanguage } from '#i18n/setup.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { callApi } from '#lib/api-client.ts';
import { List, Row } from '#ui/card.tsx';
import { showRefusal } from '#ui/toast.ts';

async function choose(language: Language): Promise<void> {
  if (await changeLanguage(language)) await callApi('POST set/lang', { lang: language });
}

export function Page() {
  const { t } = useTranslation('settings');
  const [pending, setPending] = useState<Language | undefined>(undefined);
  const current = pending ?? currentLanguage();
  return (
    <Frame title={t('language')} width="narrow">
      <List label={t('language')}>
        {LANGUAGES.map(language => (
          <Row
            key={language}
            title={<span lang={LANGUAGE_NAMES[language].tag}>{LANGUAGE_NAMES[language].name}</span>}
            selected={language === current}
            value={language === current ? <Check size={18} color="var(--accent)" /> : null}
            onClick={() => {
              setPending(language);
              choose(language)
                .catch((error: unknown) => showRefusal(error))
                .finally(() => setPending(undefined));
            }}
          />
        ))}
      </List>
    </Frame>
  );
}
