import type { WireChatCase, WireChatMessage, WireChatPicture } from '@tallystick/protocol';

/** What the customer has written and the server has not confirmed. */
export interface Draft {
  /** Made here: sent again, it is the same message. */
  readonly clientId: string;
  readonly text: string;
  readonly picture: WireChatPicture | null;
  readonly state: 'sending' | 'failed';
  /** Why it was refused; empty: no answer came. */
  readonly problem: string;
}

/** The newest conversation with those before it, as far as they are loaded. */
export interface Conversation {
  readonly cases: ReadonlyMap<number, WireChatCase>;
  /** By case and number, each once. */
  readonly messages: readonly WireChatMessage[];
  readonly drafts: readonly Draft[];
}

export const EMPTY: Conversation = { cases: new Map(), messages: [], drafts: [] };

export function newestCase({ cases }: Conversation): WireChatCase | null {
  return [...cases.values()].reduce<WireChatCase | null>(
    (newest, one) => (newest === null || one.case_id > newest.case_id ? one : newest),
    null,
  );
}

/** Adds what came, in whatever order and however often: news, answers and pages overtake one another. */
export function withNews(
  known: Conversation,
  news: { readonly case: WireChatCase | null; readonly messages: readonly WireChatMessage[] },
): Conversation {
  const cases = new Map(known.cases);
  const before = news.case === null ? undefined : cases.get(news.case.case_id);
  if (news.case !== null && (before === undefined || before.revision < news.case.revision)) {
    cases.set(news.case.case_id, news.case);
  }
  const byPlace = new Map(known.messages.map(message => [placeOf(message), message]));
  for (const message of news.messages) byPlace.set(placeOf(message), message);
  const messages = [...byPlace.values()].toSorted((a, b) => a.case_id - b.case_id || a.seq - b.seq);
  const kept = new Set(
    messages.filter(({ side }) => side === 'customer').map(({ client_id: clientId }) => clientId),
  );
  return { cases, messages, drafts: known.drafts.filter(({ clientId }) => !kept.has(clientId)) };
}

export function withDraft(known: Conversation, draft: Draft): Conversation {
  const others = known.drafts.filter(({ clientId }) => clientId !== draft.clientId);
  const at = known.drafts.findIndex(({ clientId }) => clientId === draft.clientId);
  const drafts = at < 0 ? [...others, draft] : known.drafts.map((one, i) => (i === at ? draft : one));
  return { ...known, drafts };
}

export function withoutDraft(known: Conversation, clientId: string): Conversation {
  return { ...known, drafts: known.drafts.filter(one => one.clientId !== clientId) };
}

/** After which message of the newest conversation something is missing; null: nothing is. */
export function missingAfter(known: Conversation): { readonly caseId: number; readonly seq: number } | null {
  const newest = newestCase(known);
  if (newest === null) return null;
  const seqs = known.messages.filter(one => one.case_id === newest.case_id).map(one => one.seq);
  let last = seqs[0] === undefined ? 0 : seqs[0] - 1;
  for (const seq of seqs) {
    if (seq !== last + 1) break;
    last = seq;
  }
  return last < newest.last_seq ? { caseId: newest.case_id, seq: last } : null;
}

/** Where older messages are: before the oldest that is loaded, or in the conversation before. Null: nowhere. */
export function olderThan(
  known: Conversation,
): { readonly caseId: number; readonly beforeSeq: number | undefined } | null {
  const oldest = known.messages[0];
  if (oldest === undefined) return null;
  if (oldest.seq > 1) return { caseId: oldest.case_id, beforeSeq: oldest.seq };
  const earlier = known.cases.get(oldest.case_id)?.earlier_case_id ?? null;
  return earlier === null ? null : { caseId: earlier, beforeSeq: undefined };
}

/** What has become of one of the customer's own messages. */
export function deliveryOf(known: Conversation, message: WireChatMessage): 'sent' | 'read' {
  const readSeq = known.cases.get(message.case_id)?.desk_read_seq ?? 0;
  return message.seq <= readSeq ? 'read' : 'sent';
}

function placeOf({ case_id: caseId, seq }: WireChatMessage): string {
  return `${caseId}:${seq}`;
}
