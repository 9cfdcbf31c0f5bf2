import {
  CHAT_NAMESPACE,
  DESK_NAMESPACE,
  SOCKET_PATH,
  type ChatClientToServer,
  type ChatServerToClient,
} from '@tallystick/protocol';
import type { DeskClientToServer, DeskServerToClient } from '@tallystick/protocol/desk/chat-socket';
import { io, type Socket } from 'socket.io-client';

type Customer = Socket<ChatServerToClient, ChatClientToServer>;
type Desk = Socket<DeskServerToClient, DeskClientToServer>;

/** An open chat page of a customer or the desk; tests wait for its messages. */
export class ChatPage<Side extends Customer | Desk> {
  readonly client: Side;
  readonly heard: Record<string, unknown>[] = [];
  typings = 0;
  readonly #waiting = new Set<() => void>();

  private constructor(client: Side) {
    this.client = client;
    const events = client as unknown as Customer;
    events.on('changed', news => {
      this.heard.push(news as unknown as Record<string, unknown>);
      this.#wake();
    });
    events.on('typing', () => {
      this.typings++;
      this.#wake();
    });
    events.on('disconnect', () => this.#wake());
  }

  /** `address`: the client's, as the proxy in front reports it (TRUST_PROXY=1). */
  static customer(
    url: string,
    auth: { token?: string; visitor?: string },
    address?: string,
  ): Promise<ChatPage<Customer>> {
    return ChatPage.#open<Customer>(url, CHAT_NAMESPACE, auth, address);
  }

  static desk(url: string, token: string | null): Promise<ChatPage<Desk>> {
    return ChatPage.#open<Desk>(url, DESK_NAMESPACE, { token: token ?? '' });
  }

  static async #open<Side extends Customer | Desk>(
    url: string,
    namespace: string,
    auth: object,
    address?: string,
  ): Promise<ChatPage<Side>> {
    const client = io(`${url}${namespace}`, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth: { ...auth },
      ...(address === undefined ? {} : { extraHeaders: { 'x-forwarded-for': address } }),
    });
    const page = new ChatPage<Side>(client as unknown as Side);
    await new Promise<void>((resolve, reject) => {
      client.once('connect', resolve);
      client.once('connect_error', reject);
    });
    return page;
  }

  /** Calls the listener with the texts of new messages. */
  onTexts(listener: (texts: readonly string[]) => void): void {
    (this.client as unknown as Customer).on('changed', ({ messages }) =>
      listener(messages.map(({ text }) => text)),
    );
  }

  /** The texts of all received messages, in order. */
  texts(): string[] {
    return this.heard.flatMap(({ messages }) => (messages as { text: string }[]).map(({ text }) => text));
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>(resolve => this.#waiting.add(resolve));
  }

  close(): void {
    this.client.disconnect();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
