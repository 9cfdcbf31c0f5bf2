import type { SocketMessage, SubscribeReply } from '@tallystick/protocol';
import * as parser from 'socket.io-parser';

/** JSON that is written already: whatever it goes through, it is neither read nor written again. */
export class Encoded {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }

  /** Of an object with some fields: the same with its number. */
  numbered(sequence: number): Encoded {
    return new Encoded(`{"sequence":${sequence},${this.json.slice(1)}`);
  }
}

/** What an answer to a subscription says beside the topic. */
export type ReplyTime = Pick<
  Extract<SubscribeReply, { readonly ok: true }>,
  'server_time_ms' | 'clock_ahead_ms'
>;

/** A topic's message. `data` is the same for everybody who hears it. */
export function encodedMessage(topic: string, sequence: number, data: Encoded): SocketMessage {
  const json = `{"topic":${JSON.stringify(topic)},"sequence":${sequence},"data":${data.json}}`;
  // Only the encoder below looks into it.
  return new Encoded(json) as unknown as SocketMessage;
}

/** The answer to a subscription with a snapshot, at this time. */
export function encodedReply(sequence: number, data: Encoded, time: ReplyTime): SubscribeReply {
  const rest = JSON.stringify(time).slice(1);
  const json = `{"ok":true,"sequence":${sequence},"data":${data.json},${rest}`;
  return new Encoded(json) as unknown as SubscribeReply;
}

/** Writes packets as socket.io does, but takes over what is `Encoded`, which must stand last in them. */
class TopicEncoder extends parser.Encoder {
  override encode(packet: parser.Packet): unknown[] {
    const { type, nsp, id, data } = packet;
    const last: unknown = Array.isArray(data) ? data.at(-1) : undefined;
    if (!(last instanceof Encoded)) return super.encode(packet);
    const parts = (data as readonly unknown[]).slice(0, -1).map(part => JSON.stringify(part));
    const head = `${type}${nsp === '/' ? '' : `${nsp},`}${id ?? ''}`;
    return [`${head}[${[...parts, last.json].join(',')}]`];
  }
}

/** For socket.io's option `parser`. */
export const topicParser = { ...parser, Encoder: TopicEncoder };
