import {
  CHAT_NAMESPACE,
  DESK_NAMESPACE,
  type ChatClientToServer,
  type ChatServerToClient,
} from '@tallystick/protocol';
import type { DeskClientToServer, DeskServerToClient } from '@tallystick/protocol/desk/chat-socket';
import { isAllowed } from '@tallystick/protocol/desk/roles';
import type { FastifyBaseLogger } from 'fastify';
import type { DefaultEventsMap, Namespace, Server, Socket } from 'socket.io';
import type { DeskAuthenticator } from '../http/operator.ts';
import { tokenOf } from '../http/session.ts';
import type { Sessions } from '../modules/account/sessions.ts';
import { TYPING_EVERY_MS } from '../modules/chat/bounds.ts';
import type { Chat } from '../modules/chat/chat.ts';
import type { ChatNews } from '../modules/chat/hub.ts';
import { ownerKey, ownerOf, type Owner } from '../modules/chat/owner.ts';
import { wireCase, wireDeskCase, wireDeskMessage, wireDeskNote, wireMessage } from '../modules/chat/wire.ts';
import { Pace } from './pace.ts';

/** Called when a connection reads too slowly, and when it has caught up. */
export interface SlowReader {
  pause(): void;
  resume(): void;
}

export interface ChatSocketsOptions {
  readonly io: Pick<Server, 'of'>;
  readonly chat: Pick<Chat, 'hub' | 'customer' | 'desk'>;
  readonly sessions: Pick<Sessions, 'find' | 'onEnded'>;
  readonly operators: DeskAuthenticator;
  readonly log: FastifyBaseLogger;
  /** Never goes back. */
  readonly nowMs: () => number;
  /** Counts the greeting of a connection; false if it already had one, or is closed. */
  readonly greets: (socket: Pick<Socket, 'conn'>, reader: SlowReader) => boolean;
}

interface Customer {
  owner: Owner;
  session: { readonly id: number; readonly token: string } | null;
}
interface Operator {
  token: string;
}
type Customers = Namespace<ChatClientToServer, ChatServerToClient, DefaultEventsMap, Customer>;
type DeskPages = Namespace<DeskClientToServer, DeskServerToClient, DefaultEventsMap, Operator>;
type CustomerSocket = Socket<ChatClientToServer, ChatServerToClient, DefaultEventsMap, Customer>;
type OperatorSocket = Socket<DeskClientToServer, DeskServerToClient, DefaultEventsMap, Operator>;

const DESK_ROOM = 'desk';
/** A logged-out operator gets no more news after at most this time. */
const OPERATORS_EVERY_MS = 5_000;

/**
 * The live part of the chat: one namespace for customers and visitors, one for the desk, over the same guarded
 * connections as all topics. Messages are sent by calls; news of committed ones arrive here.
 */
export class ChatSockets {
  readonly #options: ChatSocketsOptions;
  readonly #customers: Customers;
  readonly #desk: DeskPages;
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: () => void;

  constructor(options: ChatSocketsOptions) {
    this.#options = options;
    const { io, chat, sessions, log } = options;
    this.#customers = io.of(CHAT_NAMESPACE) as unknown as Customers;
    this.#desk = io.of(DESK_NAMESPACE) as unknown as DeskPages;
    this.#customers.use((socket, next) => void this.#admit(this.#greetCustomer(socket), next));
    this.#desk.use((socket, next) => void this.#admit(this.#greetOperator(socket), next));
    this.#customers.on('connection', socket => this.#serveCustomer(socket));
    this.#desk.on('connection', socket => this.#serveOperator(socket));
    this.#stopListening = chat.hub.listen({
      changed: news => this.#changed(news),
      typing: ({ caseId, to }) => {
        const who = { case_id: caseId };
        if (to === 'desk') this.#desk.to(DESK_ROOM).emit('typing', who);
        else this.#customers.to(to).emit('typing', who);
      },
    });
    sessions.onEnded(ids => {
      for (const socket of this.#customers.sockets.values()) {
        const { session } = socket.data;
        if (session !== null && ids.includes(session.id)) socket.disconnect();
      }
    });
    this.#timer = setInterval(() => {
      this.#checkOperators().catch((error: unknown) =>
        log.error({ err: error }, 'operators were not checked'),
      );
    }, OPERATORS_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#stopListening();
  }

  async #admit(greeting: Promise<string | null>, next: (error?: Error) => void): Promise<void> {
    let refused: string | null = 'internal_error';
    try {
      refused = await greeting;
    } catch (error) {
      this.#options.log.error({ err: error }, 'a chat socket could not be greeted');
    }
    if (refused === null) next();
    else next(new Error(refused));
  }

  async #greetCustomer(socket: CustomerSocket): Promise<string | null> {
    const { auth } = socket.handshake;
    const token = tokenOf(textOf(auth['token']));
    const visitor = textOf(auth['visitor']);
    let room: string | null = null;
    const reader = {
      pause: () => void (room === null ? null : socket.leave(room)),
      resume: () => {
        if (room !== null) void socket.join(room);
        socket.emit('resync');
      },
    };
    if (!this.#options.greets(socket, reader)) return 'rate_limited';
    const session = token === null ? null : await this.#options.sessions.find(token);
    if (token !== null && session === null) return 'session_invalid';
    const owner = ownerOf(session, /^[\w-]{43}$/.test(visitor) ? visitor : undefined);
    if (owner === null) return 'session_invalid';
    socket.data = { owner, session: session === null || token === null ? null : { id: session.id, token } };
    room = ownerKey(owner);
    return null;
  }

  async #greetOperator(socket: OperatorSocket): Promise<string | null> {
    const token = tokenOf(textOf(socket.handshake.auth['token']));
    const reader = {
      pause: () => void socket.leave(DESK_ROOM),
      resume: () => {
        void socket.join(DESK_ROOM);
        socket.emit('resync');
      },
    };
    if (!this.#options.greets(socket, reader)) return 'rate_limited';
    if (token === null || !(await this.#mayRead(token, socket.handshake.address))) return 'session_invalid';
    socket.data = { token };
    return null;
  }

  #serveCustomer(socket: CustomerSocket): void {
    const { owner } = socket.data;
    void socket.join(ownerKey(owner));
    this.#checkSession(socket).catch((error: unknown) => {
      socket.disconnect();
      this.#options.log.error({ err: error }, 'the session of a chat socket could not be read');
    });
    const pace = this.#typingPace();
    socket.on('typing', () => {
      if (!pace()) return;
      this.#options.chat.customer.typing(owner).catch((error: unknown) => this.#untold(error));
    });
  }

  /** No event reports a connection that ended while its session was looked up. */
  async #checkSession(socket: CustomerSocket): Promise<void> {
    const { session } = socket.data;
    if (session !== null && (await this.#options.sessions.find(session.token)) === null) socket.disconnect();
  }

  #serveOperator(socket: OperatorSocket): void {
    void socket.join(DESK_ROOM);
    const pace = this.#typingPace();
    socket.on('typing', (where: unknown) => {
      const caseId = caseIdIn(where);
      if (caseId === null || !pace()) return;
      this.#options.chat.desk.typing(caseId).catch((error: unknown) => this.#untold(error));
    });
  }

  #changed({ case: changed, messages, notes }: ChatNews): void {
    this.#desk.to(DESK_ROOM).emit('changed', {
      case: wireDeskCase(changed),
      messages: messages.map(wireDeskMessage),
      notes: notes.map(wireDeskNote),
    });
    // Customers must not even learn that there are internal notes.
    if (notes.length > 0 && messages.length === 0) return;
    const room =
      changed.customerId === null
        ? ownerKey({ customerId: null, visitorHash: changed.visitorHash ?? Buffer.alloc(0) })
        : ownerKey({ customerId: changed.customerId, visitorHash: null });
    this.#customers
      .to(room)
      .emit('changed', { case: wireCase(changed), messages: messages.map(wireMessage) });
  }

  #typingPace(): () => boolean {
    const { nowMs } = this.#options;
    const pace = new Pace(2, 1_000 / TYPING_EVERY_MS, nowMs());
    return () => pace.take(nowMs());
  }

  async #checkOperators(): Promise<void> {
    for (const socket of this.#desk.sockets.values()) {
      if (!(await this.#mayRead(socket.data.token, socket.handshake.address))) socket.disconnect();
    }
  }

  async #mayRead(token: string, address: string): Promise<boolean> {
    // An open page alone does not count as use of the desk, so an idle session is closed.
    const found = await this.#options.operators.find(token, address, false);
    return found !== null && !found.pending && isAllowed(found.operator.role, 'chat.read');
  }

  #untold(error: unknown): void {
    this.#options.log.error({ err: error }, 'that somebody is writing was not told');
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 128) : '';
}

function caseIdIn(where: unknown): number | null {
  if (typeof where !== 'object' || where === null || !('case_id' in where)) return null;
  return Number.isSafeInteger(where.case_id) ? (where.case_id as number) : null;
}
