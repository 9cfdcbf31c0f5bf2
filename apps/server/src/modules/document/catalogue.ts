import { LANGUAGES, type Language } from '@tallystick/protocol';
import { DOCUMENTS, type DocumentName } from '@tallystick/protocol/calls/document';
import { AGREEMENT_TEXTS, AGREEMENT_VERSION } from '../agreement/texts/texts.ts';
import { readDocument, type DocumentText } from './read-document.ts';

export interface DocumentVersion {
  /** The date the text is of. */
  readonly version: string;
  /** By the exchange's time. 0: the first one, which everybody accepts by registering. */
  readonly fromMs: number;
  readonly texts: Readonly<Record<Language, DocumentText>>;
}

/** Oldest first, at least one of each. */
export type Catalogue = Readonly<Record<DocumentName, readonly DocumentVersion[]>>;

/**
 * Which versions there are, oldest first; the texts are in `texts/<document>/<version>/<language>.md`, and a test holds each
 * to its hash. A version after the first is in force from the beginning (UTC) of the day it is named after, and begins
 * with what has changed.
 */
export const VERSIONS: Readonly<Record<Exclude<DocumentName, 'agreement'>, readonly string[]>> = {
  privacy: ['2026-11-23'],
  risk: ['2026-11-23'],
};

/** All texts, read once. */
export async function loadCatalogue(): Promise<Catalogue> {
  const loaded: Partial<Record<DocumentName, DocumentVersion[]>> = {};
  for (const name of DOCUMENTS) {
    loaded[name] = name === 'agreement' ? [agreement()] : await versionsOf(name);
  }
  return loaded as Catalogue;
}

/** Its words are where they are signed. */
function agreement(): DocumentVersion {
  const texts = LANGUAGES.map(language => [language, { ...AGREEMENT_TEXTS[language], changed: null }]);
  return {
    version: AGREEMENT_VERSION,
    fromMs: 0,
    texts: Object.fromEntries(texts) as DocumentVersion['texts'],
  };
}

async function versionsOf(name: keyof typeof VERSIONS): Promise<DocumentVersion[]> {
  return Promise.all(
    VERSIONS[name].map(async (version, at) => {
      const texts = await Promise.all(
        LANGUAGES.map(async language => [language, await readDocument(name, version, language)] as const),
      );
      return {
        version,
        fromMs: at === 0 ? 0 : Date.parse(`${version}T00:00:00Z`),
        texts: Object.fromEntries(texts) as DocumentVersion['texts'],
      };
    }),
  );
}
