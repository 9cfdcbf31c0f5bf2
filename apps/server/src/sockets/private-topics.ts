import type { SocketMessage } from '@tallystick/protocol';
import type { Numbered } from '../module/private-stream.ts';
import type { Hearer, OpenTopic, PrivateTopic } from '../module/private-topic.ts';
import type { PrivateKind } from './topic-name.ts';

export interface PrivateTopicsOptions {
  /** Each is provided by its module. */
  readonly topics: Readonly<Record<PrivateKind, PrivateTopic>>;
  /** Sends to the customer's sockets that watch the topic: `roomOf`. */
  readonly emit: (room: string, message: SocketMessage) => void;
}

/** What connected customers watch. */
export class PrivateTopics {
  readonly #options: PrivateTopicsOptions;
  readonly #watched = new Map<string, { readonly topic: OpenTopic; watchers: number }>();

  constructor(options: PrivateTopicsOptions) {
    this.#options = options;
  }

  /** Sockets in the same room get the same. */
  roomOf({ customerId, language }: Hearer, topic: PrivateKind): string {
    const room = `customer:${customerId}:${topic}`;
    return this.#options.topics[topic].byLanguage ? `${room}:${language}` : room;
  }

  watch(hearer: Hearer, topic: PrivateKind): void {
    const { topics, emit } = this.#options;
    const room = this.roomOf(hearer, topic);
    const watched = this.#watched.get(room);
    if (watched !== undefined) {
      watched.watchers++;
      return;
    }
    const opened = topics[topic].open(hearer, ({ sequence, data }) =>
      emit(room, { topic, sequence, data: data as SocketMessage['data'] }),
    );
    this.#watched.set(room, { topic: opened, watchers: 1 });
  }

  unwatch(hearer: Hearer, topic: PrivateKind): void {
    const room = this.roomOf(hearer, topic);
    const watched = this.#watched.get(room);
    if (watched === undefined || --watched.watchers > 0) return;
    watched.topic.stop();
    this.#watched.delete(room);
  }

  /** Only for a watched topic. Rejects when the database does. */
  async snapshot(
    hearer: Hearer,
    topic: PrivateKind,
    deliver: (snapshot: Numbered<unknown>) => void,
  ): Promise<void> {
    await this.#watched.get(this.roomOf(hearer, topic))?.topic.snapshot(deliver);
  }
}
