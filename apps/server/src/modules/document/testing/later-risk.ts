import { LANGUAGES } from '@tallystick/protocol';
import type { Catalogue, DocumentVersion } from '../catalogue.ts';

/** The shipped texts, and another version of the risks, valid from the beginning (UTC) of the day in its name. */
export function withLaterRisk(shipped: Catalogue, version: string): Catalogue {
  const [first] = shipped.risk;
  if (first === undefined) throw new Error('there is no first version');
  const texts = Object.fromEntries(
    LANGUAGES.map(language => {
      const text = first.texts[language];
      const more = { heading: `New ${language}`, paragraphs: [`Words of ${language}`] };
      return [language, { ...text, changed: `Changed ${language}`, sections: [...text.sections, more] }];
    }),
  ) as unknown as DocumentVersion['texts'];
  return { ...shipped, risk: [first, { version, fromMs: Date.parse(`${version}T00:00:00Z`), texts }] };
}
