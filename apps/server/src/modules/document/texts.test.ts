import { LANGUAGES } from '@tallystick/protocol';
import { describe, expect, it } from 'vitest';
import { agreementBody, agreementHash } from '../agreement/texts/texts.ts';
import { VERSIONS } from './catalogue.ts';
import { parseDocument, readDocument } from './read-document.ts';

const ALL = Object.entries(VERSIONS).flatMap(([name, versions]) =>
  versions.flatMap((version, at) =>
    LANGUAGES.map(language => ({ name, version, language, isFirst: at === 0 })),
  ),
);

/** People have accepted these texts. To change one, add a new version with its hashes. */
const HASHES: Readonly<Record<string, string>> = {
  'privacy 2026-11-23 zh': '652b2e88f1df7270fbf2501eff37396d3944ed89bd3fe246a89c0e8eff34b562',
  'privacy 2026-11-23 en': '777c08e56d8d5e5a8c8c8ed3b4e69c87ea980271cdc666b0c1e9d776378ed567',
  'privacy 2026-11-23 hk': 'df5d15bbcf72a8556a121149904ca5ae61ac2066535be04fc7c7362cdf04d3a7',
  'privacy 2026-11-23 jp': '654e47b7b8c1a6685ee32a2dcddcd47e1ad8ca46c3cdc433abe1698596a221ac',
  'privacy 2026-11-23 kr': 'fc4b46bc68035a60502512c057db22e6929ec040b3b11ad93e51596b00ea75b1',
  'privacy 2026-11-23 esp': 'dc8f5965d6f033d8ed45932b18e745b3110f9c4bfbbb6b326b82026f5aa16511',
  'privacy 2026-11-23 th': '5734f751b4798209408b3002ed1e689d7107a4930fd9103f74fcbcca1c6d8bf0',
  'privacy 2026-11-23 yn': '656aa36d0ac15cfd0b374b3a5b3477e6678aef38608249a83859864603056bd7',
  'risk 2026-11-23 zh': '845800b8f99e8d06740ceb16a67dce1e35524c2b89f7042939d3378d2ede9d19',
  'risk 2026-11-23 en': '61e3eaa6301ae08702d355c3f4e6c17523e171df59b9dbd2042bd3f958836efd',
  'risk 2026-11-23 hk': 'd43b5536de771d0633ab5a1d64be909ad42f23b6aa14582a805559a7fdeda918',
  'risk 2026-11-23 jp': 'e2bd06b4fb7f35754b6aeccbd47965a672a5163f62d471962e45c7d86f486dcc',
  'risk 2026-11-23 kr': 'ed55337aa859c572b28908067835fa2c34612681ff82842c492efb2fa56e07f2',
  'risk 2026-11-23 esp': 'ed704fe46059c645ddb3d414203a65b9cbbba80a75c5674ec8a9fe04678d7b9e',
  'risk 2026-11-23 th': 'a223e015da7776fa5c45d268cb8487c371228b9bd8a5e1f06da288004b77b8bd',
  'risk 2026-11-23 yn': '0e86e37bcdfb93af8ae2c75715196e700abafb7dee84c229139d3556bccd83a5',
};

describe.each(ALL)('$name $version in $language', ({ name, version, language, isFirst }) => {
  it('says what English says, and is not left in English', async () => {
    const text = await readDocument(name, version, language);
    const english = await readDocument(name, version, 'en');
    const shape = (of: typeof text) => of.sections.map(({ paragraphs }) => paragraphs.length);
    expect(shape(text)).toEqual(shape(english));
    const lines = new Set(agreementBody(english).trim().split('\n'));
    const left = agreementBody(text)
      .trim()
      .split('\n')
      .filter(line => lines.has(line));
    expect(left).toHaveLength(language === 'en' ? lines.size : 0);
    expect(text.changed === null).toBe(isFirst);
  });

  it('is the one that was accepted', async () => {
    const text = await readDocument(name, version, language);
    expect(agreementHash(text)).toBe(HASHES[`${name} ${version} ${language}`]);
  });
});

it('a document says what has changed, or is refused', () => {
  expect(parseDocument('# T\n\n> news\n\n## H\n\np\n\nq\n')).toEqual({
    title: 'T',
    changed: 'news',
    sections: [{ heading: 'H', paragraphs: ['p', 'q'] }],
  });
  expect(() => parseDocument('T\n')).toThrow(/begins with/);
});
