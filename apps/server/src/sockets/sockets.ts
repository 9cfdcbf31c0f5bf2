import type { Server as HttpServer } from 'node:http';
import {
  SOCKET_PATH,
  type ClientToServer,
  type ErrorCode,
  type Language,
  type ServerToClient,
  type SubscribeReply,
} from '@tallystick/protocol';
import type { FastifyBaseLogger } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { Server, type DefaultEventsMap, type Socket } from 'socket.io';
import { chooseLanguage } from '../http/languages.ts';
import { messageOf } from '../http/messages/messages.ts';
import type { Session } from '../http/session.ts';
import type { Sessions } from '../modules/account/sessions.ts';
import type { ConnectionLimit } from './connection-limit.ts';
import { Pace } from './pace.ts';
import { PrivateTopics, roomOf, type Hearer, type PrivateTopicsOptions } from './private-topics.ts';
import { PublicTopics, type PublicTopicsOptions } from './public-topics.ts';
import { parseTopic, type PrivateKind, type TopicName } from './topic-name.ts';

export interface SocketsOptions
  extends Omit<PublicTopicsOptions, 'emit'>, Omit<PrivateTopicsOptions, 'emit'> {
  readonly server: HttpServer;
  readonly sessions: Pick<Sessions, 'find' | 'onEnded'>;
  readonly defaultLanguage: Language;
  readonly registry: Registry;
  readonly log: FastifyBaseLogger;
  /** By how much a demo's clock was put forward. */
  readonly aheadMs: () => number;
  /** Null: any number of connections, for tests. */
  readonly limit: ConnectionLimit | null;
}

interface Connection {
  token: string;
  session: Session | null;
  language: Language;
  readonly topics: Map<string, TopicName>;
  readonly pace: Pace;
}

type EngineSocket = Socket['conn'];
type AppServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, Connection>;
type AppSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, Connection>;

/** More than any screen watches at once. */
const MAX_TOPICS = 60;
/** Subscriptions: a burst when a page opens, then a few. */
const BURST = 60;
const PER_SECOND = 5;
const MAX_MESSAGE_BYTES = 4_096;
const SERVER_TIME_EVERY_MS = 30_000;

/** The realtime side of the protocol; see packages/protocol/src/sockets.ts. */
export class Sockets {
  readonly #options: SocketsOptions;
  readonly #io: AppServer;
  readonly #public: PublicTopics;
  readonly #private: PrivateTopics;
  readonly #ofSession = new Map<number, Set<AppSocket>>();
  readonly #clock: NodeJS.Timeout;

  constructor(options: SocketsOptions) {
    this.#options = options;
    const io: AppServer = new Server(options.server, {
      path: SOCKET_PATH,
      serveClient: false,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      // Prices hardly compress in small messages, and each compressor costs memory.
      perMessageDeflate: false,
      allowRequest: (request, done) => done(null, options.limit?.allows(request) ?? true),
    });
    this.#io = io;
    io.engine.on('connection', (connection: EngineSocket) => {
      const closed = options.limit?.opened(connection.request);
      if (closed !== undefined) connection.once('close', closed);
    });
    this.#public = new PublicTopics({
      ...options,
      emit: (room, message) => io.to(room).emit('message', message),
    });
    this.#private = new PrivateTopics({
      ...options,
      emit: (room, message) => io.to(room).emit('message', message),
    });
    options.sessions.onEnded(ids => this.#sessionsEnded(ids));
    io.use(async (socket, next) => {
      try {
        await this.#greet(socket);
        next();
      } catch (error) {
        options.log.error({ err: error }, 'a socket could not be greeted');
        next(new Error('internal_error'));
      }
    });
    io.on('connection', socket => this.#serve(socket));
    this.#clock = setInterval(() => io.emit('server_time', this.#time()), SERVER_TIME_EVERY_MS);
    this.#clock.unref();
    const gauge = new Gauge({
      name: 'tallystick_sockets',
      help: 'Connected clients',
      registers: [options.registry],
      collect() {
        gauge.set(io.engine.clientsCount);
      },
    });
  }

  /** Disconnects everyone; the HTTP server itself is left to whoever opened it. */
  close(): void {
    clearInterval(this.#clock);
    this.#io.disconnectSockets(true);
    this.#io.engine.close();
  }

  /** A token that is not valid (any more) connects as a visitor, who is told so. */
  async #greet(socket: AppSocket): Promise<void> {
    const { sessions, defaultLanguage, now } = this.#options;
    const { auth, headers } = socket.handshake;
    const token = typeof auth['token'] === 'string' ? auth['token'].slice(0, 128) : '';
    const session = token === '' ? null : await sessions.find(token);
    socket.data = {
      token,
      session,
      language: chooseLanguage(
        auth['lang'],
        session?.language ?? null,
        headers['accept-language'],
        defaultLanguage,
      ),
      topics: new Map(),
      pace: new Pace(BURST, PER_SECOND, now()),
    };
  }

  #serve(socket: AppSocket): void {
    const { session, token } = socket.data;
    if (session !== null) this.#remember(session.id, socket);
    else if (token !== '') socket.emit('session_ended', { code: 'session_invalid' });
    socket.emit('server_time', this.#time());
    socket.on('subscribe', (topic: unknown, reply: unknown) => {
      if (typeof reply !== 'function') return;
      const answer = reply as (answer: SubscribeReply) => void;
      this.#subscribe(socket, topic, answer).catch((error: unknown) => {
        this.#options.log.error({ err: error, topic }, 'a subscription failed');
        answer(this.#refusal(socket, 'internal_error'));
      });
    });
    socket.on('unsubscribe', (topic: unknown) => {
      if (typeof topic === 'string') this.#leave(socket, topic);
    });
    socket.on('disconnect', () => {
      for (const topic of socket.data.topics.keys()) this.#leave(socket, topic);
      const { session: last } = socket.data;
      if (last !== null) this.#forget(last.id, socket);
    });
  }

  async #subscribe(
    socket: AppSocket,
    topic: unknown,
    reply: (answer: SubscribeReply) => void,
  ): Promise<void> {
    const { data } = socket;
    if (!data.pace.take(this.#options.now())) return reply(this.#refusal(socket, 'rate_limited'));
    const name = parseTopic(topic);
    if (typeof name === 'string') return reply(this.#refusal(socket, name));
    if (!data.topics.has(name.topic) && data.topics.size >= MAX_TOPICS) {
      return reply(this.#refusal(socket, 'rate_limited'));
    }
    if (name.kind === 'private') return this.#subscribePrivate(socket, name.topic, reply);
    if (!data.topics.has(name.topic)) {
      if (!this.#public.watch(name)) return reply(this.#refusal(socket, 'unknown_market'));
      data.topics.set(name.topic, name);
    }
    const snapshot = this.#public.snapshot(name);
    void socket.join(name.topic);
    return reply(this.#answer(snapshot));
  }

  async #subscribePrivate(
    socket: AppSocket,
    topic: PrivateKind,
    reply: (answer: SubscribeReply) => void,
  ): Promise<void> {
    const { data } = socket;
    // Asked again, not remembered: it may have expired since the handshake.
    const session = data.session === null ? null : await this.#options.sessions.find(data.token);
    if (session === null || !socket.connected) return reply(this.#refusal(socket, 'session_invalid'));
    const hearer: Hearer = { customerId: session.customerId, language: data.language };
    if (!data.topics.has(topic)) {
      this.#private.watch(hearer, topic);
      data.topics.set(topic, { kind: 'private', topic });
    }
    await this.#private.snapshot(hearer, topic, snapshot => {
      // Revoked, unsubscribed or gone while the snapshot was read.
      if (data.session === null || !data.topics.has(topic))
        return reply(this.#refusal(socket, 'session_invalid'));
      void socket.join(roomOf(hearer, topic));
      return reply(this.#answer(snapshot));
    });
  }

  #leave(socket: AppSocket, topic: string): void {
    const { data } = socket;
    const name = data.topics.get(topic);
    if (name === undefined) return;
    data.topics.delete(topic);
    if (name.kind !== 'private') {
      void socket.leave(topic);
      this.#public.unwatch(topic);
    } else if (data.session !== null) {
      const hearer: Hearer = { customerId: data.session.customerId, language: data.language };
      void socket.leave(roomOf(hearer, name.topic));
      this.#private.unwatch(hearer, name.topic);
    }
  }

  #sessionsEnded(ids: readonly number[]): void {
    for (const id of ids) {
      for (const socket of this.#ofSession.get(id) ?? []) {
        for (const [topic, { kind }] of socket.data.topics)
          if (kind === 'private') this.#leave(socket, topic);
        socket.data.session = null;
        socket.emit('session_ended', { code: 'session_invalid' });
      }
      this.#ofSession.delete(id);
    }
  }

  #remember(sessionId: number, socket: AppSocket): void {
    const sockets = this.#ofSession.get(sessionId);
    if (sockets === undefined) this.#ofSession.set(sessionId, new Set([socket]));
    else sockets.add(socket);
  }

  #forget(sessionId: number, socket: AppSocket): void {
    const sockets = this.#ofSession.get(sessionId);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#ofSession.delete(sessionId);
  }

  #answer({ sequence, data }: { readonly sequence: number; readonly data: unknown }): SubscribeReply {
    return { ok: true, sequence, data, ...this.#time() } as SubscribeReply;
  }

  #refusal(socket: AppSocket, code: ErrorCode): SubscribeReply {
    return { ok: false, code, message: messageOf(code, socket.data.language) };
  }

  /** The clock was put forward: nobody should have to wait to hear of it. */
  tellTime(): void {
    this.#io.emit('server_time', this.#time());
  }

  #time(): { readonly server_time_ms: number; readonly clock_ahead_ms: number } {
    return { server_time_ms: this.#options.now(), clock_ahead_ms: this.#options.aheadMs() };
  }
}
