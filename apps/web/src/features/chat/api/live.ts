import { retryRefused } from '@tallystick/protocol/retry-refused';
import {
  CHAT_NAMESPACE,
  SOCKET_PATH,
  type ChatClientToServer,
  type ChatServerToClient,
} from '@tallystick/protocol/sockets';
import type { Socket } from 'socket.io-client';
import { currentSession } from '#lib/session.ts';
import { chatAuth } from './visitor.ts';

export interface LiveListener {
  readonly changed: ChatServerToClient['changed'];
  readonly typing: ChatServerToClient['typing'];
  /** Connected or reconnected: messages missed meanwhile must be fetched. */
  readonly up: () => void;
  readonly down: () => void;
}

export interface Live {
  /** Tells the desk that the customer is typing. */
  typing(): void;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 10_000;

/** Opens a separate socket for as long as the chat is open. */
export function openLive(listener: LiveListener): Live {
  let socket: Socket<ChatServerToClient, ChatClientToServer> | undefined;
  let closed = false;
  let stopRetrying: (() => void) | undefined;
  // Reconnects on the `online` event, as a cut connection goes unnoticed for up to a minute.
  const online = (): void => void socket?.disconnect().connect();
  const open = async (): Promise<void> => {
    const { io } = await import('socket.io-client');
    if (closed) return;
    const opened: Socket<ChatServerToClient, ChatClientToServer> = io(CHAT_NAMESPACE, {
      path: SOCKET_PATH,
      transports: ['websocket', 'polling'],
      forceNew: true,
      timeout: CONNECT_TIMEOUT_MS,
      auth: reply => reply({ token: currentSession()?.token ?? '', ...chatAuth() }),
    });
    socket = opened;
    stopRetrying = retryRefused(opened);
    opened.on('connect', listener.up);
    opened.on('disconnect', listener.down);
    opened.on('changed', listener.changed);
    opened.on('typing', listener.typing);
    opened.on('resync', listener.up);
  };
  open().catch(listener.down);
  window.addEventListener('online', online);
  window.addEventListener('offline', listener.down);
  return {
    typing: () => void socket?.volatile.emit('typing'),
    close() {
      closed = true;
      window.removeEventListener('online', online);
      window.removeEventListener('offline', listener.down);
      stopRetrying?.();
      socket?.disconnect();
    },
  };
}
