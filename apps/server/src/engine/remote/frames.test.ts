import type { Command, Event, Refusal } from '@tallystick/core';
import { CORE_REFUSALS } from '@tallystick/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../testing/any-character.ts';
import { SUBMIT_ERRORS, type Committed, type Idempotency } from '../command-bus.ts';
import { journalHash } from '../journal/chain.ts';
import type { VerifiedRow } from '../journal/journal-reader.ts';
import { EVERY_COMMAND } from '../testing/every-command.ts';
import { decodeNews } from './nats-news.ts';
import { decodeCommands, encodeCommand, encodeCommands, MAX_COMMANDS } from './command-frame.ts';
import { FrameRefused, FrameSeal, MAX_FRAME_BYTES, type FrameKind } from './frame.ts';
import { decodeHead, decodeRow, encodeHead, encodeRow } from './journal-frames.ts';
import { decodeAsked, decodeNote } from './signed-notes.ts';
import { decodeReplies, encodeCommitted, encodeError, encodeReplies } from './reply-frame.ts';
import {
  decodeAsks,
  decodeFeedBeat,
  decodeTopics,
  encodeAsks,
  encodeFeedBeat,
  encodeTopicLine,
  encodeTopics,
  type TopicLine,
} from './topic-frames.ts';

const seal = new FrameSeal(Buffer.alloc(32, 7));
const RUN = '0123456789abcdef';
const whole = fc.maxSafeNat();
const text = fc.string({ unit: anyCharacter, maxLength: 40 });
const gateway = fc.stringMatching(/^[a-z0-9]{20}$/);
const command: fc.Arbitrary<Command> = fc
  .oneof(...Object.values(EVERY_COMMAND))
  .filter(({ type }) => type !== 'passTime');
const idempotency: fc.Arbitrary<Idempotency | null> = fc.option(
  fc.record({ scope: text, key: text, inputHash: text }),
);
const sent = fc.record({ id: whole, command, idempotency });
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytes => Buffer.from(bytes));

const DECODERS: Readonly<Record<FrameKind, (frame: string) => unknown>> = {
  commands: decodeCommands,
  replies: decodeReplies,
  row: decodeRow,
  head: decodeHead,
  news: decodeNews,
  topics: decodeTopics,
  asks: decodeAsks,
  feed: decodeFeedBeat,
  asked: decodeAsked,
  note: decodeNote,
};
const KINDS = Object.keys(DECODERS) as FrameKind[];

function rowOf(commands: string, previousHash: Buffer): VerifiedRow {
  const place = { epoch: 3, firstSequence: 8, lastSequence: 9, logicVersion: 2, core: 'ab'.repeat(32) };
  return { ...place, commands, previousHash, hash: journalHash(previousHash, { ...place, commands }) };
}

describe('a sealed frame', () => {
  it('opens to the same text, packed if it is long', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...KINDS),
        text,
        fc.integer({ min: 0, max: 300_000 }),
        (kind, part, times) => {
          const written = part.toWellFormed().repeat(part === '' ? 0 : times % 300_000);
          const frame = seal.seal(kind, written, RUN);
          if (frame === null) return;
          expect(frame.length).toBeLessThanOrEqual(MAX_FRAME_BYTES);
          expect(seal.open(kind, frame)).toEqual({ run: RUN, text: written });
        },
      ),
      { numRuns: 50 },
    );
    const long = seal.seal('replies', 'a'.repeat(15_000_000), RUN)!;
    expect(long.length).toBeLessThan(MAX_FRAME_BYTES);
    expect(seal.open('replies', long).text).toHaveLength(15_000_000);
    expect(seal.seal('replies', 'a'.repeat(17_000_000), RUN)).toBeNull();
  });

  it('is refused when one bit differs, when it is cut, of another kind, or of another key', () => {
    const other = new FrameSeal(Buffer.alloc(32, 8));
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), text, fc.nat(), fc.nat(7), (kind, written, at, bit) => {
        const frame = seal.seal(kind, written, RUN)!;
        expect(() => other.open(kind, frame)).toThrow(FrameRefused);
        for (const wrong of KINDS) {
          if (wrong !== kind) expect(() => seal.open(wrong, frame)).toThrow(FrameRefused);
        }
        expect(() => seal.open(kind, frame.subarray(0, at % frame.length))).toThrow(FrameRefused);
        const changed = Buffer.from(frame);
        changed[at % frame.length]! ^= 1 << bit;
        expect(() => seal.open(kind, changed)).toThrow(FrameRefused);
      }),
    );
  });

  it('cannot be made of other bytes, nor unfold without bound', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), fc.uint8Array({ maxLength: 200 }), (kind, bytes) => {
        expect(() => seal.open(kind, bytes)).toThrow(FrameRefused);
      }),
    );
    expect(() => seal.open('row', Buffer.alloc(MAX_FRAME_BYTES + 1))).toThrow('a frame of 1000001 bytes');
    expect(() => new FrameSeal(Buffer.alloc(15))).toThrow(RangeError);
  });
});

describe('a sealed text of another version', () => {
  it('is refused, whatever it is', () => {
    const piece = fc.oneof(
      text,
      fc.json(),
      fc.constantFrom('[1,', '\n', '7 a 1 1 [', '[[0,"#state",1,"a"]]'),
    );
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), fc.array(piece, { maxLength: 6 }), (kind, pieces) => {
        let read: unknown;
        try {
          read = DECODERS[kind](pieces.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(FrameRefused);
        }
        // Nothing of this becomes a command or a row.
        if (kind === 'commands' || kind === 'row') expect(read).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});

describe('commands', () => {
  it('arrive as they were sent', () => {
    fc.assert(
      fc.property(
        gateway,
        whole,
        whole,
        fc.array(sent, { minLength: 1, maxLength: 20 }),
        (name, epoch, beat, commands) => {
          const texts = commands.map(one => ({
            id: one.id,
            text: encodeCommand(one.command, one.idempotency),
          }));
          const frame = seal.seal('commands', encodeCommands(name, { epoch, beat }, texts), RUN)!;
          expect(decodeCommands(seal.open('commands', frame).text)).toEqual({
            gateway: name,
            heard: { epoch, beat },
            commands,
          });
        },
      ),
    );
  });

  it('are refused when there are too many, when one is the exchange’s own, a mark, or none', () => {
    const halt: Command = { type: 'setTrustOpen', open: true };
    const frameOf = (texts: readonly string[], ids: readonly unknown[] = texts.map((_, i) => i)): string =>
      `${JSON.stringify(['gateway1', 1, 1, ids])}\n[${texts.join(',')}]`;
    const one = encodeCommand(halt, null);
    expect(decodeCommands(frameOf(Array(MAX_COMMANDS).fill(one) as string[])).commands).toHaveLength(256);
    const wrong: readonly (readonly [texts: readonly string[], ids?: readonly unknown[]])[] = [
      [Array(MAX_COMMANDS + 1).fill(one) as string[]],
      [[]],
      [[one], [1, 2]],
      [[one], [-1]],
      [[one], ['1']],
      [[encodeCommand({ type: 'passTime' }, null)]],
      [['[0,"#state",1,"ab"]']],
      [['[0,"unheardOf"]']],
      [['[0,"setTrustOpen"]']],
    ];
    for (const [texts, ids] of wrong) {
      expect(() => decodeCommands(frameOf(texts, ids))).toThrow(FrameRefused);
    }
  });
});

describe('replies', () => {
  const refusal: fc.Arbitrary<Refusal> = fc.record(
    {
      code: fc.constantFrom(...CORE_REFUSALS),
      field: text.filter(one => one !== ''),
      params: fc.dictionary(
        fc.constantFrom('available', 'maximum', 'until_ms', 'other'),
        fc.oneof(whole, text),
        { minKeys: 1 },
      ),
    },
    { requiredKeys: ['code'] },
  );
  // A text with half a surrogate pair is refused before it becomes one.
  const events: fc.Arbitrary<readonly Event[]> = fc.array(
    fc.record({
      type: fc.constant('credited'),
      reference: text.map(one => one.toWellFormed()),
      amountMinor: fc.bigInt(),
    }) as unknown as fc.Arbitrary<Event>,
  );

  it('arrive as they were sent', () => {
    const committed: fc.Arbitrary<Committed> = fc.record({
      sequence: whole,
      atMs: whole,
      replayed: fc.boolean(),
      outcome: fc.oneof(
        events.map(list => ({ ok: true, events: list }) as const),
        refusal.map(one => ({ ok: false, refusal: one }) as const),
      ),
    });
    const reply = fc.oneof(
      fc.record({ id: whole, committed }),
      fc.record({ id: whole, code: fc.constantFrom(...SUBMIT_ERRORS) }),
    );
    fc.assert(
      fc.property(whole, fc.array(reply, { minLength: 1, maxLength: 10 }), (epoch, replies) => {
        const lines = replies.map(one =>
          'code' in one
            ? encodeError(one.id, one.code)
            : encodeCommitted(one.id, { type: 'setTrustOpen', open: true }, one.committed),
        );
        const frame = seal.seal('replies', encodeReplies(epoch, lines), RUN)!;
        expect(decodeReplies(seal.open('replies', frame).text)).toEqual({ epoch, replies });
      }),
    );
  });
});

describe('copies of the journal', () => {
  it('arrive as they were sent', () => {
    fc.assert(
      fc.property(text, bytes32, whole, whole, (commands, hash, epoch, sequence) => {
        const row = rowOf(commands.toWellFormed(), hash);
        expect(decodeRow(seal.open('row', seal.seal('row', encodeRow(row), RUN)!).text)).toEqual(row);
        const head = { epoch, beat: 4, sequence, hash };
        expect(decodeHead(seal.open('head', seal.seal('head', encodeHead(head), RUN)!).text)).toEqual(head);
      }),
    );
  });

  it('are refused when they are not what their hash says', () => {
    const row = rowOf('[[1,"passTime"]]', Buffer.alloc(32, 1));
    for (const changed of [
      { ...row, commands: '[[2,"passTime"]]' },
      { ...row, epoch: 4 },
      { ...row, core: null },
      { ...row, lastSequence: 10 },
      { ...row, previousHash: Buffer.alloc(32, 2) },
    ]) {
      expect(() => decodeRow(encodeRow(changed))).toThrow('a row with another hash');
    }
  });
});

describe('topics, and what is asked of a feed', () => {
  const end = fc.stringMatching(/^[0-9a-f]{16}$/);
  const topic = fc.constantFrom('tickers', 'depth:1', 'candles:12:1M', 'perpetual_trades:3');
  const line: fc.Arbitrary<TopicLine> = fc.record({
    kind: fc.constantFrom('delta', 'snapshot'),
    topic,
    number: whole,
    json: fc.json(),
  });

  it('arrive as they were sent', () => {
    fc.assert(
      fc.property(end, whole, fc.array(line), fc.array(topic), (id, number, lines, topics) => {
        const text = encodeTopics(id, number, lines.map(encodeTopicLine));
        expect(decodeTopics(text)).toEqual({ feed: id, turn: number, lines });
        const asks = { gateway: id, topics, wanted: topics.slice(1) };
        expect(decodeAsks(encodeAsks(asks))).toEqual(asks);
        for (const followers of [number, null]) {
          const beat = { feed: id, followers };
          expect(decodeFeedBeat(encodeFeedBeat(beat))).toEqual(beat);
        }
      }),
    );
  });

  it('are refused when they are not what they should be', () => {
    const id = 'ab'.repeat(8);
    for (const rest of [
      'd depth:1',
      'd depth:1 7',
      'd depth:1 7 ',
      'x depth:1 7 []',
      'd de/pth 7 []',
      'd depth:1 -1 []',
    ])
      expect(() => decodeTopics(`["${id}",1]\n${rest}`)).toThrow(FrameRefused);
    for (const text of ['["x",1]\n', `["${id}",-1]\n`, `["${id}",1]`])
      expect(() => decodeTopics(text)).toThrow(FrameRefused);
    for (const text of [`["${id}",[],["\\n"]]`, `["${id}",{},[]]`, `["${id}"]`, `[1,[],[]]`])
      expect(() => decodeAsks(text)).toThrow(FrameRefused);
    expect(() => decodeFeedBeat(`["${id}"]`)).toThrow(FrameRefused);
  });
});
