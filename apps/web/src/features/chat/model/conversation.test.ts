import type { WireChatCase, WireChatMessage } from '@tallystick/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  deliveryOf,
  EMPTY,
  missingAfter,
  newestCase,
  olderThan,
  withDraft,
  withNews,
  withoutDraft,
  type Draft,
} from './conversation.ts';

const one = (over: Partial<WireChatCase> = {}): WireChatCase => ({
  case_id: 7,
  revision: 1,
  state: 'open',
  last_seq: 0,
  unread: 0,
  read_seq: 0,
  desk_read_seq: 0,
  opened_at_ms: 0,
  closed_at_ms: null,
  stars: null,
  earlier_case_id: null,
  ...over,
});
const said = (seq: number, over: Partial<WireChatMessage> = {}): WireChatMessage => ({
  case_id: 7,
  seq,
  side: seq % 2 === 1 ? 'customer' : 'operator',
  client_id: `key-${seq}`,
  text: String(seq),
  picture: null,
  at_ms: seq,
  ...over,
});
const draft = (clientId: string, over: Partial<Draft> = {}): Draft => ({
  clientId,
  text: clientId,
  picture: null,
  state: 'sending',
  problem: '',
  ...over,
});

describe('a conversation', () => {
  test('is the same in whatever order, and however often, its news come', () => {
    const whole = Array.from({ length: 12 }, (_, index) => ({
      case: one({ revision: index + 1, last_seq: index + 1 }),
      messages: [said(index + 1)],
    }));
    const straight = whole.reduce(withNews, EMPTY);
    fc.assert(
      fc.property(fc.shuffledSubarray([...whole, ...whole], { minLength: 24 }), news => {
        expect(news.reduce(withNews, EMPTY)).toEqual(straight);
      }),
    );
    expect(straight.messages.map(({ seq }) => seq)).toEqual(whole.map((_, index) => index + 1));
    expect(newestCase(straight)?.revision).toBe(12);
  });

  test('knows after which message something is missing', () => {
    const of = (last: number, ...seqs: number[]) =>
      missingAfter(withNews(EMPTY, { case: one({ last_seq: last }), messages: seqs.map(seq => said(seq)) }));
    expect(of(0)).toBeNull();
    expect(of(2)).toEqual({ caseId: 7, seq: 0 });
    expect(of(3, 1, 2, 3)).toBeNull();
    expect(of(9, 5, 6, 9)).toEqual({ caseId: 7, seq: 6 });
    expect(of(9, 7, 8)).toEqual({ caseId: 7, seq: 8 });
  });

  test('leads back to its beginning, and then to the one before it', () => {
    const news = { case: one({ earlier_case_id: 4 }), messages: [said(5), said(6)] };
    const known = withNews(EMPTY, news);
    expect(olderThan(EMPTY)).toBeNull();
    expect(olderThan(known)).toEqual({ caseId: 7, beforeSeq: 5 });
    const begun = withNews(known, { case: null, messages: [1, 2, 3, 4].map(seq => said(seq)) });
    expect(olderThan(begun)).toEqual({ caseId: 4, beforeSeq: undefined });
    const both = withNews(begun, { case: one({ case_id: 4 }), messages: [said(1, { case_id: 4 })] });
    expect([olderThan(both), newestCase(both)?.case_id]).toEqual([null, 7]);
  });

  test('shows a draft until the server has it, however it comes', () => {
    const waiting = withDraft(withDraft(EMPTY, draft('key-1')), draft('other'));
    const failed = withDraft(waiting, draft('key-1', { state: 'failed' }));
    expect(failed.drafts.map(({ clientId, state }) => `${clientId} ${state}`)).toEqual([
      'key-1 failed',
      'other sending',
    ]);
    const kept = withNews(failed, { case: one({ last_seq: 1 }), messages: [said(1)] });
    expect(kept.drafts.map(({ clientId }) => clientId)).toEqual(['other']);
    expect(withoutDraft(kept, 'other').drafts).toEqual([]);
  });

  test('says what the desk has read', () => {
    const known = withNews(EMPTY, {
      case: one({ last_seq: 3, desk_read_seq: 1 }),
      messages: [said(1), said(3)],
    });
    expect(known.messages.map(message => deliveryOf(known, message))).toEqual(['read', 'sent']);
  });
});
