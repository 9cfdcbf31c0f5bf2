import type { DeskClientToServer, DeskServerToClient } from '@tallystick/protocol/desk/chat-socket';
import { retryRefused } from '@tallystick/protocol/retry-refused';
import { CHAT_TYPING_MS, DESK_NAMESPACE, SOCKET_PATH } from '@tallystick/protocol/sockets';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';
import { currentToken } from '#lib/session.ts';

type Changed = Parameters<DeskServerToClient['changed']>[0];
type Line = Socket<DeskServerToClient, DeskClientToServer>;

export interface LiveListener {
  readonly changed: (news: Changed) => void;
  /** Connected, again or for the first time: messages missed meanwhile must be requested. */
  readonly up: () => void;
}

/** Which customers are writing. */
class Typing {
  readonly #timers = new Map<number, number>();
  readonly #listeners = new Set<() => void>();

  heard(caseId: number): void {
    window.clearTimeout(this.#timers.get(caseId));
    const over = window.setTimeout(() => this.over(caseId), CHAT_TYPING_MS);
    this.#timers.set(caseId, over);
    this.#tell();
  }

  over(caseId: number): void {
    window.clearTimeout(this.#timers.get(caseId));
    if (this.#timers.delete(caseId)) this.#tell();
  }

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  is(caseId: number): boolean {
    return this.#timers.has(caseId);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const typing = new Typing();

export function useTyping(caseId: number): boolean {
  return useSyncExternalStore(typing.listen, () => typing.is(caseId));
}

/** The desk's socket while the page is open. Returns whether it is connected, and a function to report typing. */
export function useLive(listener: LiveListener): {
  readonly connected: boolean;
  readonly writing: (caseId: number) => void;
} {
  const [connected, setConnected] = useState(false);
  const line = useRef<Line | null>(null);
  const newest = useRef(listener);
  useEffect(() => {
    newest.current = listener;
  });
  useEffect(() => {
    let left = false;
    let stopRetrying: (() => void) | undefined;
    const open = async (): Promise<void> => {
      const { io } = await import('socket.io-client');
      if (left) return;
      const opened: Line = io(DESK_NAMESPACE, {
        path: SOCKET_PATH,
        transports: ['websocket', 'polling'],
        forceNew: true,
        auth: reply => reply({ token: currentToken() ?? '' }),
      });
      line.current = opened;
      stopRetrying = retryRefused(opened);
      opened.on('connect', () => {
        setConnected(true);
        newest.current.up();
      });
      opened.on('disconnect', () => setConnected(false));
      opened.on('resync', () => newest.current.up());
      opened.on('typing', ({ case_id: caseId }) => typing.heard(caseId));
      opened.on('changed', news => {
        if (news.messages.some(({ side }) => side === 'customer')) typing.over(news.case.case_id);
        newest.current.changed(news);
      });
    };
    void open();
    return () => {
      left = true;
      stopRetrying?.();
      line.current?.disconnect();
    };
  }, []);
  return { connected, writing: caseId => line.current?.volatile.emit('typing', { case_id: caseId }) };
}
