import type { CallOutput, Language } from '@tallystick/protocol';
import type { ShownDocument } from './service.ts';

export function wireDocument(shown: ShownDocument, language: Language): CallOutput<'GET document/read'> {
  const { text, accepted } = shown;
  return {
    document: shown.name,
    version: shown.version,
    in_force: shown.isInForce,
    lang: language,
    title: text.title,
    sections: text.sections.map(({ heading, paragraphs }) => ({ heading, paragraphs: [...paragraphs] })),
    sha256: shown.sha256,
    versions: [...shown.versions],
    accepted: accepted && {
      version: accepted.version,
      lang: accepted.language,
      sha256: accepted.sha256,
      accepted_at_ms: accepted.atMs,
    },
    asked: shown.asked,
  };
}
