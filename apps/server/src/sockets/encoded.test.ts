import { Encoder, PacketType } from 'socket.io-parser';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Encoded, encodedMessage, encodedReply, topicParser } from './encoded.ts';

const ours = new topicParser.Encoder();
const theirs = new Encoder();
const time = { server_time_ms: 1, clock_ahead_ms: 2 };

it('messages and answers that are written already are what socket.io would have written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), fc.constantFrom('/', '/chat'), (data, sequence, nsp) => {
      const topic = 'depth:1';
      const written = new Encoded(JSON.stringify(data));
      const message = { type: PacketType.EVENT, nsp };
      expect(
        ours.encode({ ...message, data: ['message', encodedMessage(topic, sequence, written)] }),
      ).toEqual(theirs.encode({ ...message, data: ['message', { topic, sequence, data }] }));
      const reply = { type: PacketType.ACK, nsp, id: sequence };
      expect(ours.encode({ ...reply, data: [encodedReply(sequence, written, time)] })).toEqual(
        theirs.encode({ ...reply, data: [{ ok: true, sequence, data, ...time }] }),
      );
      // Everything else is left to socket.io.
      expect(ours.encode({ ...message, data: ['message', data] })).toEqual(
        theirs.encode({ ...message, data: ['message', data] }),
      );
      expect(ours.encode({ type: PacketType.CONNECT, nsp, data: time })).toEqual(
        theirs.encode({ type: PacketType.CONNECT, nsp, data: time }),
      );
    }),
  );
});

it('a number is put into what has fields', () => {
  expect(JSON.parse(new Encoded('{"bids":[]}').numbered(7).json)).toEqual({ sequence: 7, bids: [] });
});
