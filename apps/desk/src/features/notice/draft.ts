import type { DeskOutput } from '@tallystick/protocol/desk';
import { LANGUAGES, type Language } from '@tallystick/protocol/languages';

type Texts = DeskOutput<'GET desk/notices'>['items'][number]['texts'];

/** One language as typed: all paragraphs in one text, separated by empty lines. */
export interface DraftText {
  readonly title: string;
  readonly summary: string;
  readonly text: string;
}

export type Draft = Readonly<Record<Language, DraftText>>;

const EMPTY: DraftText = { title: '', summary: '', text: '' };

export function draftOf(texts: Texts | null): Draft {
  const of = (language: Language): DraftText => {
    const text = texts?.[language];
    if (text === undefined) return EMPTY;
    return { title: text.title, summary: text.summary, text: text.paragraphs.join('\n\n') };
  };
  return Object.fromEntries(LANGUAGES.map(language => [language, of(language)])) as Draft;
}

export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map(paragraph => paragraph.trim())
    .filter(paragraph => paragraph !== '');
}

function isEmpty(draft: DraftText): boolean {
  return draft.title.trim() === '' && draft.summary.trim() === '' && draft.text.trim() === '';
}

function isWhole(draft: DraftText): boolean {
  return draft.title.trim() !== '' && draft.summary.trim() !== '';
}

export type Readiness = 'ready' | 'english_needed' | { readonly half: readonly Language[] };

/** Missing languages fall back to English; a language that is begun must be complete. */
export function readinessOf(draft: Draft): Readiness {
  if (!isWhole(draft.en)) return 'english_needed';
  const half = LANGUAGES.filter(language => !isEmpty(draft[language]) && !isWhole(draft[language]));
  return half.length === 0 ? 'ready' : { half };
}

/** What is sent: without languages that have no text. */
export function textsOf(
  draft: Draft,
): Record<string, { title: string; summary: string; paragraphs: string[] }> {
  return Object.fromEntries(
    LANGUAGES.filter(language => isWhole(draft[language])).map(language => {
      const { title, summary, text } = draft[language];
      return [language, { title: title.trim(), summary: summary.trim(), paragraphs: paragraphsOf(text) }];
    }),
  );
}
