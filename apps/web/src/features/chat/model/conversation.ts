import type { WireChatCase, WireChatMessage, WireChatPicture } from '@tallystick/protocol';

/** A customer's message that the server has not confirmed. */
export interface Draft {
  /** Made by this device, so that a retry is the same message. */
  readonly clientId: string;
  readonly text: string;
  readonly picture: WireChatPicture | null;
  readonly state: 'sending' | 'failed';
  /** Why it was refused; empty if there was no response. */
  readonly problem: string;
}

/** The newest conversation and the loaded earlier ones. */
export interface Conversation {
  readonly cases: ReadonlyMap<number, WireChatCase>;
  /** Sorted by case and number, without duplicates. */
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

/** Adds messages in any order, also repeated ones: events, responses and pages may overtake one another. */
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

/** The last message before a gap in the newest conversation; null without a gap. */
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

/** Where to load older messages: before the oldest loaded one, or in the previous conversation. Null: none. */
export function olderThan(
  known: Conversation,
): { readonly caseId: number; readonly beforeSeq: number | undefined } | null {
  const oldest = known.messages[0];
  if (oldest === undefined) return null;
  if (oldest.seq > 1) return { caseId: oldest.case_id, beforeSeq: oldest.seq };
  const earlier = known.cases.get(oldest.case_id)?.earlier_case_id ?? null;
  return earlier === null ? null : { caseId: earlier, beforeSeq: undefined };
}

/** The state of one of the customer's own messages. */
export function deliveryOf(known: Conversation, message: WireChatMessage): 'sent' | 'read' {
  const readSeq = known.cases.get(message.case_id)?.desk_read_seq ?? 0;
  return message.seq <= readSeq ? 'read' : 'sent';
}

function placeOf({ case_id: caseId, seq }: WireChatMessage): string {
  return `${caseId}:${seq}`;
}
