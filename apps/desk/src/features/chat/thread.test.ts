import type { WireDeskChatCase, WireDeskChatMessage } from '@tallystick/protocol/desk/chat-socket';
import { describe, expect, it } from 'vitest';
import { inOrder, missingAfter, withCase, withNews, type Thread } from './thread.ts';

const one = (over: Partial<WireDeskChatCase> = {}): WireDeskChatCase => ({
  case_id: 7,
  revision: 1,
  customer_id: null,
  nickname: null,
  language: 'en',
  state: 'open',
  last_seq: 0,
  unread: 0,
  customer_read_seq: 0,
  operator: null,
  role: null,
  opened_at_ms: 0,
  last_at_ms: 0,
  waiting_since_ms: null,
  first_answered_at_ms: null,
  closed_at_ms: null,
  stars: null,
  rating_text: null,
  ...over,
});
const said = (seq: number): WireDeskChatMessage => ({
  case_id: 7,
  seq,
  side: 'customer',
  client_id: `key-${seq}`,
  text: String(seq),
  picture: null,
  at_ms: seq * 10,
  operator: null,
});
const thread = (over: Partial<Thread> = {}): Thread => ({ case: one(), messages: [], notes: [], ...over });
const note = { id: 1, case_id: 7, operator: 'ann', text: 'note', at_ms: 15 };

describe('a conversation at the desk', () => {
  it('is the same in whatever order news come, and ignores news of others', () => {
    const news = thread({ case: one({ revision: 5, last_seq: 2 }), messages: [said(2)], notes: [note] });
    const late = thread({ case: one({ revision: 3, last_seq: 1 }), messages: [said(1)] });
    const whole = withNews(withNews(thread(), news), late);
    expect(whole).toEqual(withNews(withNews(withNews(thread(), late), news), late));
    expect(whole.case.revision).toBe(5);
    const stranger = thread({ case: one({ case_id: 8, revision: 9 }), messages: [said(3)] });
    expect(withNews(whole, stranger)).toBe(whole);
    expect(inOrder(whole).map(({ atMs }) => atMs)).toEqual([10, 15, 20]);
  });

  it('knows which message is missing', () => {
    const of = (last: number, ...seqs: number[]) =>
      missingAfter(thread({ case: one({ last_seq: last }), messages: seqs.map(said) }));
    expect([of(0), of(2, 1, 2), of(5, 3, 4), of(9, 3, 4, 9), of(3)]).toEqual([null, null, 4, 4, 0]);
  });
});

describe('the list', () => {
  it('puts the longest waiting first; old news change nothing, and closed ones leave', () => {
    const waiting = (id: number, sinceMs: number | null, revision = 1) =>
      one({ case_id: id, waiting_since_ms: sinceMs, revision, last_at_ms: id });
    let listed: readonly WireDeskChatCase[] = [];
    for (const changed of [waiting(1, null), waiting(2, 50), waiting(3, 20), waiting(4, null)]) {
      listed = withCase(listed, changed);
    }
    expect(listed.map(({ case_id: id }) => id)).toEqual([3, 2, 4, 1]);
    expect(withCase(listed, waiting(2, null))).toBe(listed);
    listed = withCase(listed, waiting(1, 5, 2));
    expect(listed.map(({ case_id: id }) => id)).toEqual([1, 3, 2, 4]);
    listed = withCase(listed, { ...waiting(3, null, 2), state: 'closed' });
    expect(listed.map(({ case_id: id }) => id)).toEqual([1, 2, 4]);
  });
});
