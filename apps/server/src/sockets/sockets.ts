import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { SOCKET_PATH, type Language, type SubscribeReply } from '@tallystick/protocol';
import type { FastifyBaseLogger } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { Server } from 'socket.io';
import { chooseLanguage } from '../http/languages.ts';
import type { ErrorReporter } from '../http/error-ids.ts';
import type { Sessions } from '../modules/account/sessions.ts';
import { ChatSockets, type ChatSocketsOptions, type SlowReader } from './chat-sockets.ts';
import { Closings } from './closings.ts';
import { ConnectionGuard, type EngineSocket } from './connection-guard.ts';
import type { NetworkLimits } from './network-limits.ts';
import { PrivateTopics, type PrivateTopicsOptions } from './private-topics.ts';
import { encodedMessage, topicParser } from './encoded.ts';
import { PublicTopics, type PublicSource, type PublicTopicsOptions } from './public-topics.ts';
import type { OpenRelay } from './relay/relay.ts';
import { openConnection, Subscriptions, type AppServer, type AppSocket } from './subscriptions.ts';

export interface SocketsOptions
  extends Omit<PublicTopicsOptions, 'emit'>, Omit<PrivateTopicsOptions, 'emit'> {
  readonly server: HttpServer;
  readonly sessions: Pick<Sessions, 'find' | 'onEnded'>;
  readonly chat: ChatSocketsOptions['chat'];
  readonly operators: ChatSocketsOptions['operators'];
  readonly defaultLanguage: Language;
  readonly registry: Registry;
  readonly log: FastifyBaseLogger;
  readonly errors: ErrorReporter;
  /** How far a demo's clock was advanced. */
  readonly aheadMs: () => number;
  /** Null: no limits per network, for tests. */
  readonly limits: NetworkLimits | null;
  /** In a gateway: public topics come from the role `feed` while there is one. */
  readonly relay?: OpenRelay | undefined;
  /** A clock that never goes back, for rate limits and timeouts. Tests use their own. */
  readonly monotonicMs?: () => number;
}

/** An engine.io connection and, after the greeting, its page. */
interface Line {
  readonly guard: ConnectionGuard;
  isGreeted: boolean;
  reader: SlowReader | null;
}

const MAX_MESSAGE_BYTES = 4_096;
/** Longest time from the connection to the greeting. */
const GREETING_WITHIN_MS = 10_000;
const SERVER_TIME_EVERY_MS = 30_000;
const CHECK_EVERY_MS = 1_000;

/** The realtime side of the protocol; see packages/protocol/src/sockets.ts. */
export class Sockets {
  readonly #options: SocketsOptions;
  readonly #nowMs: () => number;
  readonly #io: AppServer;
  readonly #public: PublicSource;
  readonly #subscriptions: Subscriptions;
  readonly #closings: Closings;
  readonly #chat: ChatSockets;
  readonly #lines = new Map<string, Line>();
  readonly #ofSession = new Map<number, Set<AppSocket>>();
  readonly #timers: NodeJS.Timeout[];

  constructor(options: SocketsOptions) {
    this.#options = options;
    this.#nowMs = options.monotonicMs ?? (() => performance.now());
    const io: AppServer = new Server(options.server, {
      path: SOCKET_PATH,
      serveClient: false,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      connectTimeout: GREETING_WITHIN_MS,
      // Small messages with prices hardly compress, and each compressor costs memory.
      perMessageDeflate: false,
      parser: topicParser,
      httpCompression: false,
      allowRequest: (request, done) => done(null, this.#admits(request)),
    });
    this.#io = io;
    this.#closings = new Closings(options.log, options.registry);
    this.#guardEngine();
    const emit: PublicTopicsOptions['emit'] = (topic, sequence, data) =>
      io.to(topic).emit('message', encodedMessage(topic, sequence, data));
    this.#public =
      options.relay?.({ topics: options, emit, renew: topics => this.#renew(topics) }) ??
      new PublicTopics({ ...options, emit });
    const privateTopics = new PrivateTopics({
      ...options,
      emit: (room, message) => io.to(room).emit('message', message),
    });
    this.#subscriptions = new Subscriptions({
      publicTopics: this.#public,
      privateTopics,
      sessions: options.sessions,
      time: () => this.#time(),
      nowMs: this.#nowMs,
    });
    options.sessions.onEnded(ids => this.#sessionsEnded(ids));
    io.use(async (socket, next) => {
      const line = this.#lines.get(socket.conn.transport.sid);
      // Once per connection, because each greeting looks a session up.
      if (line === undefined || line.isGreeted) return next(new Error('rate_limited'));
      line.isGreeted = true;
      try {
        await this.#greet(socket, line);
        next();
      } catch (error) {
        const failed = new Error('internal_error');
        next(Object.assign(failed, { data: { error_id: this.#report('connect', error, null) } }));
      }
    });
    io.on('connection', socket => this.#serve(socket));
    this.#chat = new ChatSockets({
      ...options,
      io,
      nowMs: this.#nowMs,
      greets: (socket, reader) => {
        const line = this.#lines.get(socket.conn.transport.sid);
        if (line === undefined || line.isGreeted) return false;
        line.isGreeted = true;
        line.reader = reader;
        return true;
      },
    });
    this.#timers = [
      setInterval(() => io.emit('server_time', this.#time()), SERVER_TIME_EVERY_MS),
      setInterval(() => this.#check(), CHECK_EVERY_MS),
    ];
    for (const timer of this.#timers) timer.unref();
    this.#measure();
  }

  /** Disconnects everyone; the caller closes the HTTP server. */
  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#public.stop();
    this.#closings.stop();
    this.#chat.stop();
    this.#io.disconnectSockets(true);
    this.#io.engine.close();
  }

  /** The clock was advanced: report it to all pages at once. */
  tellTime(): void {
    this.#io.emit('server_time', this.#time());
  }

  #renew(topics: ReadonlySet<string> | null): void {
    for (const socket of this.#io.sockets.sockets.values()) this.#subscriptions.renew(socket, topics);
  }

  #admits(request: IncomingMessage): boolean {
    const { limits } = this.#options;
    const turned = limits?.turned(request) ?? null;
    if (limits !== null && turned !== null) this.#closings.turned(turned, limits.of(request).name);
    return turned === null;
  }

  #guardEngine(): void {
    const { engine } = this.#io;
    const { limits } = this.#options;
    // Every request: handshakes, polls, and changes to WebSocket.
    engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
      const guard = this.#lineOf(request)?.guard;
      if (guard !== undefined) {
        // A poll is answered when there is a message, so there are as many polls as messages sent.
        if (request.method === 'GET' && isPoll(request)) guard.polled();
        else guard.heard();
      } else if (limits?.of(request).messages.take(this.#nowMs()) === false) {
        response.writeHead(429).end();
        return;
      }
      next();
    });
    // Checked before the WebSocket exists, which is created immediately after.
    engine.on('headers', (_headers: unknown, request: IncomingMessage) => {
      const line = this.#lineOf(request);
      if (line !== undefined && !isPoll(request)) process.nextTick(() => line.guard.carriedBy(request));
    });
    engine.on('connection', (connection: EngineSocket) => this.#open(connection));
  }

  #open(connection: EngineSocket): void {
    const network = this.#options.limits?.of(connection.request) ?? null;
    if (network !== null) network.open++;
    const guard = new ConnectionGuard({
      connection,
      network,
      nowMs: this.#nowMs,
      onBehind: () => line.reader?.pause(),
      onCaughtUp: () => line.reader?.resume(),
      onClosing: reason => this.#closings.closed(reason, network?.name ?? connection.remoteAddress),
    });
    const line: Line = { guard, isGreeted: false, reader: null };
    const { sid } = connection.transport;
    this.#lines.set(sid, line);
    connection.once('close', () => {
      this.#lines.delete(sid);
      if (network !== null) network.open--;
    });
  }

  #lineOf(request: IncomingMessage): Line | undefined {
    const sid = queryOf(request)['sid'];
    return sid === undefined ? undefined : this.#lines.get(sid);
  }

  #check(): void {
    for (const { guard } of this.#lines.values()) guard.check();
  }

  /** A token that is not valid connects as a visitor, and the page is told so. */
  async #greet(socket: AppSocket, line: Line): Promise<void> {
    const { sessions, defaultLanguage } = this.#options;
    const { auth, headers } = socket.handshake;
    const { guard } = line;
    const token = typeof auth['token'] === 'string' ? auth['token'].slice(0, 128) : '';
    const session = token === '' ? null : await sessions.find(token);
    const language = chooseLanguage(
      auth['lang'],
      session?.language ?? null,
      headers['accept-language'],
      defaultLanguage,
    );
    socket.data = openConnection({ token, session, language, guard }, this.#nowMs());
    line.reader = {
      pause: () => this.#subscriptions.pause(socket),
      resume: () => this.#subscriptions.resume(socket),
    };
  }

  #serve(socket: AppSocket): void {
    const { session, token } = socket.data;
    const subscriptions = this.#subscriptions;
    if (session !== null) this.#remember(session.id, socket);
    else if (token !== '') socket.emit('session_ended', { code: 'session_invalid' });
    socket.emit('server_time', this.#time());
    socket.on('subscribe', (topic: unknown, reply: unknown) => {
      if (typeof reply !== 'function') return;
      const answer = reply as (answer: SubscribeReply) => void;
      subscriptions.subscribe(socket, topic, answer).catch((error: unknown) => {
        const errorId = this.#report('subscribe', error, socket.data.session?.customerId ?? null);
        subscriptions.refuse(socket, 'internal_error', answer, errorId);
      });
    });
    socket.on('unsubscribe', (topic: unknown) => {
      if (typeof topic === 'string') subscriptions.leave(socket, topic);
    });
    socket.on('disconnect', () => {
      for (const topic of socket.data.topics.keys()) subscriptions.leave(socket, topic);
      const { session: last } = socket.data;
      if (last !== null) this.#forget(last.id, socket);
    });
  }

  #report(route: string, error: unknown, customerId: number | null): string {
    const { errors } = this.#options;
    const about = { status: 500, code: 'internal_error', operatorId: null };
    return errors.report({ ...about, source: 'socket', route: `socket ${route}`, error, customerId });
  }

  #sessionsEnded(ids: readonly number[]): void {
    for (const id of ids) {
      for (const socket of this.#ofSession.get(id) ?? []) {
        for (const [topic, { kind }] of socket.data.topics)
          if (kind === 'private') this.#subscriptions.leave(socket, topic);
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

  #time(): { readonly server_time_ms: number; readonly clock_ahead_ms: number } {
    return { server_time_ms: this.#options.clock.now(), clock_ahead_ms: this.#options.aheadMs() };
  }

  #measure(): void {
    const { engine } = this.#io;
    const lines = this.#lines;
    const registers = [this.#options.registry];
    const connected = new Gauge({
      name: 'tallystick_sockets',
      help: 'Connected clients',
      registers,
      collect() {
        connected.set(engine.clientsCount);
      },
    });
    const behind = new Gauge({
      name: 'tallystick_sockets_behind',
      help: 'Connected clients that read too slowly and get no deltas until they have caught up',
      registers,
      collect() {
        behind.set([...lines.values()].filter(({ guard }) => guard.isBehind).length);
      },
    });
  }
}

/** As engine.io has taken it apart. */
function queryOf(request: IncomingMessage): Readonly<Record<string, string | undefined>> {
  return (request as IncomingMessage & { readonly _query?: Record<string, string> })._query ?? {};
}

function isPoll(request: IncomingMessage): boolean {
  return queryOf(request)['transport'] === 'polling';
}
