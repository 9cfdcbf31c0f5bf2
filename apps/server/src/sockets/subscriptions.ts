import type {
  ClientToServer,
  ErrorCode,
  Language,
  ServerToClient,
  SubscribeReply,
  Topic,
} from '@tallystick/protocol';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import { messageOf } from '../http/messages/messages.ts';
import type { Session } from '../http/session.ts';
import type { Sessions } from '../modules/account/sessions.ts';
import type { ConnectionGuard } from './connection-guard.ts';
import { Pace } from './pace.ts';
import type { Hearer } from '../module/private-topic.ts';
import { Encoded, encodedReply, type ReplyTime } from './encoded.ts';
import type { PrivateTopics } from './private-topics.ts';
import type { PublicSource } from './public-topics.ts';
import { isBook, parseTopic, type PrivateKind, type TopicName } from './topic-name.ts';

/** The state of one connected page. */
export interface Connection {
  token: string;
  session: Session | null;
  language: Language;
  readonly guard: ConnectionGuard;
  readonly topics: Map<string, TopicName>;
  /** Snapshots of any topic. */
  readonly snapshots: Pace;
  /** Limit for each topic ever watched, kept after the page has left it. */
  readonly again: Map<string, Pace>;
  /** Topics that it was told to subscribe to again, because it had read too slowly. */
  owed: Set<string>;
  /** The same, for a reason of ours: it costs the page nothing. */
  readonly renewed: Set<string>;
}

export type AppServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, Connection>;
export type AppSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, Connection>;

/** More than any screen watches at once. */
const MAX_TOPICS = 60;
/** Subscriptions: a burst when a page opens, then a few per second. */
const SNAPSHOTS = { burst: 60, perSecond: 5 };
/** The same topic again: enough for switching between two pages, and for repairing gaps. */
const AGAIN = { burst: 10, perSecond: 1 / 3 };

type Known = Pick<Connection, 'token' | 'session' | 'language' | 'guard'>;

/** A page that has just connected; `nowMs` never goes back. */
export function openConnection(known: Known, nowMs: number): Connection {
  return {
    ...known,
    topics: new Map(),
    snapshots: new Pace(SNAPSHOTS.burst, SNAPSHOTS.perSecond, nowMs),
    again: new Map(),
    owed: new Set(),
    renewed: new Set(),
  };
}

export interface SubscriptionsOptions {
  readonly publicTopics: PublicSource;
  readonly privateTopics: PrivateTopics;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly time: () => ReplyTime;
  /** Never goes back. */
  readonly nowMs: () => number;
}

type Reply = (answer: SubscribeReply) => void;

/** Which page watches what, and when it gets a snapshot. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /** Rejects if a session or a private topic cannot be read. */
  async subscribe(socket: AppSocket, topic: unknown, reply: Reply): Promise<void> {
    const { data } = socket;
    const name = parseTopic(topic);
    if (typeof name === 'string') return this.refuse(socket, name, reply);
    const isNew = !data.topics.has(name.topic);
    if ((isNew && data.topics.size >= MAX_TOPICS) || !this.#mayHave(data, name.topic)) {
      return this.refuse(socket, 'rate_limited', reply);
    }
    if (name.kind === 'private') return this.#subscribePrivate(socket, name.topic, reply);
    if (isNew) {
      if (!this.#options.publicTopics.watch(name)) return this.refuse(socket, 'unknown_market', reply);
      data.topics.set(name.topic, name);
    }
    this.#count(data, name.topic);
    this.#options.publicTopics.snapshot(name, snapshot => {
      // A page that has left needs no answer.
      if (!data.topics.has(name.topic)) return;
      const { sequence, data: state } = snapshot;
      this.#begin(
        socket,
        name.topic,
        isBook(name) ? { sequence, data: state.numbered(sequence) } : snapshot,
        reply,
      );
    });
  }

  leave(socket: AppSocket, topic: string): void {
    const { data } = socket;
    const name = data.topics.get(topic);
    if (name === undefined) return;
    void socket.leave(this.#roomFor(data, name));
    data.topics.delete(topic);
    data.owed.delete(topic);
    data.renewed.delete(topic);
    const hearer = hearerOf(data);
    if (name.kind !== 'private') this.#options.publicTopics.unwatch(topic);
    else if (hearer !== null) this.#options.privateTopics.unwatch(hearer, name.topic);
  }

  /** The page reads too slowly: it gets no topic messages until it has caught up. */
  pause(socket: AppSocket): void {
    for (const name of socket.data.topics.values()) void socket.leave(this.#roomFor(socket.data, name));
  }

  /** The page has read everything: each topic continues once it subscribes again. */
  resume(socket: AppSocket): void {
    const { data } = socket;
    data.owed = new Set(data.topics.keys());
    if (data.owed.size > 0) socket.emit('resync', { topics: [...data.owed] as Topic[] });
  }

  /** Public topics go on from another place (null: all of them): the page gets nothing more before it subscribes again. */
  renew(socket: AppSocket, only: ReadonlySet<string> | null): void {
    const { data } = socket;
    const renewed = [...data.topics.values()].filter(
      ({ kind, topic }) => kind !== 'private' && only?.has(topic) !== false,
    );
    if (renewed.length === 0) return;
    for (const { topic } of renewed) {
      void socket.leave(topic);
      data.renewed.add(topic);
    }
    // One that is behind is told once it has caught up.
    if (!data.guard.isBehind)
      socket.emit('resync', { topics: renewed.map(({ topic }) => topic) as readonly Topic[] });
  }

  refuse(socket: AppSocket, code: ErrorCode, reply: Reply, errorId?: string): void {
    const message = messageOf(code, socket.data.language);
    reply({ ok: false, code, message, ...(errorId === undefined ? {} : { error_id: errorId }) });
  }

  async #subscribePrivate(socket: AppSocket, topic: PrivateKind, reply: Reply): Promise<void> {
    const { data } = socket;
    const { sessions, privateTopics } = this.#options;
    // Read again instead of remembered, because it may have expired since the handshake.
    const session = data.session === null ? null : await sessions.find(data.token);
    if (session === null || !socket.connected) return this.refuse(socket, 'session_invalid', reply);
    const hearer: Hearer = { customerId: session.customerId, language: data.language };
    if (!data.topics.has(topic)) {
      privateTopics.watch(hearer, topic);
      data.topics.set(topic, { kind: 'private', topic });
    }
    this.#count(data, topic);
    await privateTopics.snapshot(hearer, topic, snapshot => {
      // The session was revoked, or the page left, while the snapshot was read.
      if (data.session === null || !data.topics.has(topic)) this.refuse(socket, 'session_invalid', reply);
      else this.#begin(socket, privateTopics.roomOf(hearer, topic), snapshot, reply);
    });
  }

  /** Must be called between two deltas of the topic. */
  #begin(
    socket: AppSocket,
    room: string,
    { sequence, data }: { readonly sequence: number; readonly data: unknown },
    reply: Reply,
  ): void {
    // It fell behind in the meantime and will be told to subscribe again.
    if (socket.data.guard.isBehind) return this.refuse(socket, 'rate_limited', reply);
    void socket.join(room);
    const time = this.#options.time();
    if (data instanceof Encoded) reply(encodedReply(sequence, data, time));
    else reply({ ok: true, sequence, data, ...time } as SubscribeReply);
  }

  #roomFor(data: Connection, name: TopicName): string {
    const hearer = hearerOf(data);
    if (name.kind !== 'private' || hearer === null) return name.topic;
    return this.#options.privateTopics.roomOf(hearer, name.topic);
  }

  #mayHave(data: Connection, topic: string): boolean {
    const nowMs = this.#options.nowMs();
    if (data.guard.isBehind) return false;
    if (data.renewed.delete(topic)) return true;
    if (!data.owed.delete(topic) && data.again.get(topic)?.take(nowMs) === false) return false;
    return data.snapshots.take(nowMs) && data.guard.network?.snapshots.take(nowMs) !== false;
  }

  /** Only existing topics are counted, so their number is bounded. */
  #count(data: Connection, topic: string): void {
    if (data.again.has(topic)) return;
    const pace = new Pace(AGAIN.burst, AGAIN.perSecond, this.#options.nowMs());
    pace.take(this.#options.nowMs());
    data.again.set(topic, pace);
  }
}

function hearerOf({ session, language }: Connection): Hearer | null {
  return session === null ? null : { customerId: session.customerId, language };
}
