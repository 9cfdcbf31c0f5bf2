import { LANGUAGES } from '@tallystick/protocol';
import { describe, expect, it } from 'vitest';
import { agreementBody, agreementHash, AGREEMENT_TEXTS, AGREEMENT_VERSION } from './texts.ts';

/** Of this version. Who has to change one of these has to change the version as well. */
const HASHES = {
  zh: '353527219644acdab59644334d888374f7b1adf1e62541dfaff7d291158337d0',
  en: 'ffb177dcfc0c517d7bc81aed68fc788e649456bdfbb34da52342918219692c8b',
  hk: 'd63591d74f211fef35217f8dc0a16e301e68591cef62b6bf755cbc1cd233739e',
  jp: '14ea5ffd754fcfe8aa9ddf7decc15a505a360d1a1f958f8bd4de45546a58ae82',
  kr: '83a64d7b164e993e2e52f809fa2037e8d2d998701ce6b0b96a1d15089bcbffe4',
  esp: '4ad1a5aaa6bace2b53bb85c801e7357dcead95adc92743d27f32ae9c64479923',
  th: '6ca2f6273ae93e7c7a820f930bc9e80d91d5adf22480b8d375f575bfed2fcea6',
  yn: '1f98d1ae651c66cdc9bc0af2f841a38b28ff908181c50a068344427778a31126',
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
