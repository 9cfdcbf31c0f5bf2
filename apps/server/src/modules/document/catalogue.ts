import { LANGUAGES, type Language } from '@tallystick/protocol';
import { DOCUMENTS, type DocumentName } from '@tallystick/protocol/calls/document';
import { AGREEMENT_TEXTS, AGREEMENT_VERSION } from '../agreement/texts/texts.ts';
import { readDocument, type DocumentText } from './read-document.ts';

export interface DocumentVersion {
  /** The date of the text. */
  readonly version: string;
  /** In force from then on, by the exchange's time. 0: the first version, accepted by registering. */
  readonly fromMs: number;
  readonly texts: Readonly<Record<Language, DocumentText>>;
}

/** Oldest first, at least one of each. */
export type Catalogue = Readonly<Record<DocumentName, readonly DocumentVersion[]>>;

/**
 * All versions, oldest first; their texts are in `texts/<document>/<version>/<language>.md`, and a test checks their hashes.
 * A later version is in force from the beginning (UTC) of the day in its name, and its text begins with the changes.
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

/** Its texts are in the agreement module, where it is signed. */
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
