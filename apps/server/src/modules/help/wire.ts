import type { CallOutput } from '@tallystick/protocol';
import type { OpenedArticle } from './service.ts';

export function wireArticle(opened: OpenedArticle): CallOutput<'GET help/article'> {
  const { editedAtMs, foundUseful, related, ...shown } = opened;
  return { ...shown, related: [...related], edited_at_ms: editedAtMs, found_useful: foundUseful };
}
