import { newKey } from '@tallystick/protocol/intents';
import { CHAT_TYPING_MS } from '@tallystick/protocol/sockets';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { CallOutput, WireChatCase, WireChatPicture } from '@tallystick/protocol';
import { callApi } from '#lib/api-client.ts';
import { errorText } from '#i18n/error-text.ts';
import { ApiError } from '#lib/errors.ts';
import { queryClient } from '#lib/query-client.ts';
import { adopted } from '../api/adopt.ts';
import { openLive, type Live } from '../api/live.ts';
import { readState } from '../api/calls.ts';
import { chatAuth } from '../api/visitor.ts';
import {
  EMPTY,
  missingAfter,
  newestCase,
  olderThan,
  withDraft,
  withNews,
  withoutDraft,
  type Conversation,
  type Draft,
} from '../model/conversation.ts';

type Service = Pick<CallOutput<'POST chat/state'>, 'external_url' | 'open' | 'opens_at_ms'>;
type Step = (known: Conversation) => Conversation;

const TYPING_EVERY_MS = 2_000;
const PAGE = 50;

export interface Chat {
  /** Null until loaded. */
  readonly service: Service | null;
  readonly failed: unknown;
  readonly conversation: Conversation;
  readonly connected: boolean;
  readonly typing: boolean;
  readonly retryState: () => void;
  readonly send: (text: string, picture: WireChatPicture | null) => void;
  readonly retry: (draft: Draft) => void;
  readonly drop: (draft: Draft) => void;
  readonly writing: () => void;
  /** Null if nothing is older. */
  readonly older: (() => Promise<void>) | null;
  readonly close: () => Promise<void>;
  readonly rate: (stars: number, text: string) => Promise<void>;
}

/** The chat of this browser's customer or visitor, kept current while the page is open. */
export function useChat(): Chat {
  const [conversation, change] = useReducer((known: Conversation, step: Step) => step(known), EMPTY);
  const [service, setService] = useState<Service | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const [connected, setConnected] = useState(false);
  const [typing, setTyping] = useState(false);
  const live = useRef<Live | null>(null);
  const told = useRef(0);
  const heard = useRef<number | undefined>(undefined);
  const queue = useRef(Promise.resolve());
  const latest = useRef(conversation);
  useEffect(() => {
    latest.current = conversation;
  }, [conversation]);

  const refresh = useCallback(() => {
    const read = async (): Promise<void> => {
      try {
        const { case: newest, messages, ...rest } = await readState();
        setService(rest);
        setFailed(null);
        change(known => withNews(known, { case: newest, messages }));
      } catch (error) {
        setFailed(error);
      }
    };
    void read();
  }, []);

  const post = useCallback((draft: Draft) => {
    change(known => withDraft(known, { ...draft, state: 'sending', problem: '' }));
    // Sent one after the other, to keep the order.
    const before = queue.current;
    const deliver = async (): Promise<void> => {
      await before;
      try {
        const sent = await callApi('POST chat/send', {
          ...chatAuth(),
          client_id: draft.clientId,
          text: draft.text,
          ...(draft.picture === null ? {} : { picture_id: draft.picture.picture_id }),
        });
        change(known => withNews(known, { case: sent.case, messages: [sent.message] }));
      } catch (error) {
        const unsure = error instanceof ApiError && error.isTransient;
        const problem = unsure ? '' : errorText(error);
        change(known => withDraft(known, { ...draft, state: 'failed', problem }));
      }
    };
    queue.current = deliver();
  }, []);

  useEffect(() => {
    const opened = openLive({
      changed(news) {
        change(known => withNews(known, news));
        if (news.messages.some(({ side }) => side === 'operator')) setTyping(false);
      },
      typing() {
        setTyping(true);
        window.clearTimeout(heard.current);
        heard.current = window.setTimeout(() => setTyping(false), CHAT_TYPING_MS);
      },
      up() {
        setConnected(true);
        refresh();
        // A message without a response is sent again with the same id, so it is stored once.
        for (const draft of latest.current.drafts) {
          if (draft.state === 'failed' && draft.problem === '') post(draft);
        }
      },
      down: () => setConnected(false),
    });
    live.current = opened;
    refresh();
    const unlisten = adopted.listen(refresh);
    return () => {
      unlisten();
      window.clearTimeout(heard.current);
      opened.close();
    };
  }, [post, refresh]);

  useCatchUp(conversation, change);
  useReading(conversation, change);

  const newest = newestCase(conversation);
  const own = newest === null ? null : { ...chatAuth(), case_id: newest.case_id };
  const keep = (changed: WireChatCase): void =>
    change(known => withNews(known, { case: changed, messages: [] }));
  const place = olderThan(conversation);
  return {
    service,
    failed,
    conversation,
    connected,
    typing,
    retryState: refresh,
    send(text, picture) {
      // The text was sent, so the next key press is reported as typing again.
      told.current = 0;
      post({ clientId: newKey(), text, picture, state: 'sending', problem: '' });
    },
    retry: post,
    drop: ({ clientId }) => change(known => withoutDraft(known, clientId)),
    writing() {
      const nowMs = Date.now();
      if (nowMs - told.current < TYPING_EVERY_MS) return;
      told.current = nowMs;
      live.current?.typing();
    },
    older:
      place === null
        ? null
        : async () => {
            const page = await callApi('POST chat/messages', {
              ...chatAuth(),
              case_id: place.caseId,
              before_seq: place.beforeSeq,
              limit: PAGE,
            });
            change(known => withNews(known, { case: page.case, messages: page.items }));
          },
    close: async () => {
      if (own !== null) keep(await callApi('POST chat/close', own));
    },
    rate: async (stars, text) => {
      if (own !== null) keep(await callApi('POST chat/rate', { ...own, stars, text }));
    },
  };
}

/** Loads missing messages page by page until there is no gap. */
function useCatchUp(conversation: Conversation, change: (step: Step) => void): void {
  const gap = missingAfter(conversation);
  const caseId = gap?.caseId;
  const seq = gap?.seq;
  useEffect(() => {
    if (caseId === undefined || seq === undefined) return undefined;
    let left = false;
    const ask = async (): Promise<void> => {
      try {
        const input = { ...chatAuth(), case_id: caseId, after_seq: seq, limit: 100 };
        const page = await callApi('POST chat/messages', input);
        if (!left) change(known => withNews(known, { case: page.case, messages: page.items }));
      } catch (error) {
        // Probably offline: the next connection reads the state and finds the gap again.
        if (!(error instanceof ApiError)) throw error;
      }
    };
    void ask();
    return () => {
      left = true;
    };
  }, [caseId, seq, change]);
}

/** Marks messages as read while the page is visible. */
function useReading(conversation: Conversation, change: (step: Step) => void): void {
  const newest = newestCase(conversation);
  const caseId = newest?.case_id;
  const seq = newest !== null && newest.unread > 0 ? newest.last_seq : undefined;
  useEffect(() => {
    if (caseId === undefined || seq === undefined) return undefined;
    const read = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      try {
        const changed = await callApi('POST chat/read', { ...chatAuth(), case_id: caseId, seq });
        change(known => withNews(known, { case: changed, messages: [] }));
        await queryClient.invalidateQueries({ queryKey: ['chat/unread'] });
      } catch (error) {
        // It stays unread until the next message, or until the page is shown again.
        if (!(error instanceof ApiError)) throw error;
      }
    };
    const look = (): void => void read();
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [caseId, seq, change]);
}
