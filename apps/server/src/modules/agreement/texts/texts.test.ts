import { LANGUAGES } from '@tallystick/protocol';
import { describe, expect, it } from 'vitest';
import { agreementBody, agreementHash, AGREEMENT_TEXTS, AGREEMENT_VERSION } from './texts.ts';

/** Hashes of the texts of this version. Whoever changes a text must change the version too. */
const HASHES = {
  zh: '1422acf77049e8718e1e1f33b810d996d04b3256746e9e4383baf03c5ad93fc6',
  en: 'ffb177dcfc0c517d7bc81aed68fc788e649456bdfbb34da52342918219692c8b',
  hk: 'e0e0f6fd6b42f44d49fd59d0bee33d91e69a3a2ba2034d6802e5aae04e2bbb4e',
  jp: '678a93e40c8c75253d91e864deaa8c1a2b2485467bdadeeb6395d63e1e88dd09',
  kr: '878a1ecc7e7e775359584c99ece1dba46e456699344a9928b339677f4b5ae051',
  esp: '4ad1a5aaa6bace2b53bb85c801e7357dcead95adc92743d27f32ae9c64479923',
  th: '6ca2f6273ae93e7c7a820f930bc9e80d91d5adf22480b8d375f575bfed2fcea6',
  yn: 'fb7954d67dc592736d1e9428afd074a38e0e487044dd2ef436c75f9393fabf15',
};

describe.each(LANGUAGES)('the agreement in %s', language => {
  const text = AGREEMENT_TEXTS[language];

  it('says what English says, and is not left in English', () => {
    const shape = (of: typeof text) => of.sections.map(({ paragraphs }) => paragraphs.length);
    expect(shape(text)).toEqual(shape(AGREEMENT_TEXTS.en));
    const english = new Set(agreementBody(AGREEMENT_TEXTS.en).trim().split('\n'));
    const left = agreementBody(text)
      .trim()
      .split('\n')
      .filter(line => english.has(line));
    expect(left).toHaveLength(language === 'en' ? english.size : 0);
  });

  it(`is the one of ${AGREEMENT_VERSION}`, () => {
    expect(agreementHash(text)).toBe(HASHES[language]);
  });
});
