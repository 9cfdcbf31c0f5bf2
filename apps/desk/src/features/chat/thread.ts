import type {
  WireDeskChatCase,
  WireDeskChatMessage,
  WireDeskChatNote,
} from '@tallystick/protocol/desk/chat-socket';

/** The loaded part of a conversation. */
export interface Thread {
  readonly case: WireDeskChatCase;
  readonly messages: readonly WireDeskChatMessage[];
  readonly notes: readonly WireDeskChatNote[];
}

/** Adds news, in any order and any number of times. */
export function withNews(thread: Thread, news: Thread): Thread {
  if (news.case.case_id !== thread.case.case_id) return thread;
  const messages = new Map(thread.messages.map(message => [message.seq, message]));
  for (const message of news.messages) messages.set(message.seq, message);
  const notes = new Map(thread.notes.map(note => [note.id, note]));
  for (const note of news.notes) notes.set(note.id, note);
  return {
    case: newer(thread.case, news.case),
    messages: [...messages.values()].toSorted((a, b) => a.seq - b.seq),
    notes: [...notes.values()].toSorted((a, b) => a.id - b.id),
  };
}

/** After which message one is missing; null if none is. */
export function missingAfter({ case: { last_seq: newest }, messages }: Thread): number | null {
  let last = (messages[0]?.seq ?? 1) - 1;
  for (const { seq } of messages) {
    if (seq !== last + 1) break;
    last = seq;
  }
  return last < newest ? last : null;
}

/** Messages and notes as they came, one after the other. */
export function inOrder({ messages, notes }: Thread) {
  const said = messages.map(message => ({ kind: 'message' as const, atMs: message.at_ms, message }));
  const noted = notes.map(note => ({ kind: 'note' as const, atMs: note.at_ms, note }));
  return [...said, ...noted].toSorted((a, b) => a.atMs - b.atMs);
}

function newer(known: WireDeskChatCase, other: WireDeskChatCase): WireDeskChatCase {
  return other.revision > known.revision ? other : known;
}

/** The open conversations with one changed: longest waiting first, without closed ones. */
export function withCase(
  listed: readonly WireDeskChatCase[],
  changed: WireDeskChatCase,
): readonly WireDeskChatCase[] {
  const known = listed.find(one => one.case_id === changed.case_id);
  if (known !== undefined && known.revision >= changed.revision) return listed;
  const others = listed.filter(one => one.case_id !== changed.case_id);
  if (changed.state === 'closed') return others;
  return [...others, changed].toSorted(byWaiting);
}

/** In the server's order. */
function byWaiting(a: WireDeskChatCase, b: WireDeskChatCase): number {
  const [one, other] = [a.waiting_since_ms ?? Infinity, b.waiting_since_ms ?? Infinity];
  if (one !== other) return one - other;
  return b.last_at_ms - a.last_at_ms || a.case_id - b.case_id;
}
