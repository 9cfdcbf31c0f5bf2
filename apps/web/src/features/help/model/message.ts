import type { Problem } from '#lib/problem.ts';
import { TICKET_PICTURES } from './limits.ts';

/** A message to the desk in progress: a text and its uploads by slot. */
export interface Draft {
  readonly title: string;
  readonly text: string;
  /** Upload ids by slot; undefined is an empty slot. */
  readonly pictures: readonly (number | undefined)[];
}

export const emptyDraft: Draft = { title: '', text: '', pictures: [] };

export type DraftAction =
  | { readonly type: 'title' | 'text'; readonly value: string }
  | { readonly type: 'picture'; readonly place: number; readonly pictureId: number | undefined }
  | { readonly type: 'morePictures' }
  | { readonly type: 'sent' };

export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'title':
    case 'text':
      return { ...draft, [action.type]: action.value };
    case 'picture':
      return { ...draft, pictures: draft.pictures.with(action.place, action.pictureId) };
    case 'morePictures':
      return draft.pictures.length < TICKET_PICTURES
        ? { ...draft, pictures: [...draft.pictures, undefined] }
        : draft;
    case 'sent':
      return emptyDraft;
  }
}

/** The uploads as call input, each formatted by `wordOf`; an empty object if there are none. */
export function pictureList(draft: Draft, wordOf: (id: number) => string = String): { pictures?: string } {
  const ids = draft.pictures.filter(id => id !== undefined);
  return ids.length === 0 ? {} : { pictures: ids.map(wordOf).join(',') };
}

export type DraftProblem = Problem<'subject' | 'text', 'title' | 'text'>;

/** Missing input, in the order of the fields. */
export function validateDraft({ title, text }: Draft, needsTitle: boolean): readonly DraftProblem[] {
  const problems: DraftProblem[] = [];
  if (needsTitle && title.trim() === '') problems.push({ code: 'subject', field: 'title' });
  if (text.trim() === '') problems.push({ code: 'text', field: 'text' });
  return problems;
}
