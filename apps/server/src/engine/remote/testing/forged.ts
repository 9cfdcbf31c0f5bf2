import { LOGIC_VERSION } from '@tallystick/core';
import { expect } from 'vitest';
import { ownBundle } from '../../cores/released.ts';
import { journalHash } from '../../journal/chain.ts';
import { encodeEntry } from '../../journal/command-codec.ts';
import type { VerifiedRow } from '../../journal/journal-reader.ts';
import { decodeCommands, type CommandFrame } from '../command-frame.ts';
import type { FrameKind } from '../frame.ts';
import { encodeHead } from '../journal-frames.ts';
import type { Link } from '../link.ts';
import { encodeCommitted, encodeReplies } from '../reply-frame.ts';
import { CREDIT } from './funded-core.ts';
import type { RemoteExchange, TestCore } from './remote-exchange.ts';

/** Frames that no core or gateway would send, sealed with the exchange's key. */

const { hash: coreHash } = await ownBundle();

/** A row that goes on after the core's newest one and stands nowhere. */
export function forgedRow(core: TestCore, previousHash: Buffer, otherCore?: string): VerifiedRow {
  const { sequence } = core.engine.head();
  const place = {
    epoch: core.engine.epoch(),
    firstSequence: sequence + 1,
    lastSequence: sequence + 1,
    logicVersion: LOGIC_VERSION,
    core: otherCore ?? coreHash,
    commands: `[${encodeEntry({ sequence: 0, atMs: core.engine.exchange.lastAtMs, command: CREDIT, idempotency: null })}]`,
  };
  return { ...place, previousHash, hash: journalHash(previousHash, place) };
}

/** In the name of the core of this run. */
export function sealed({ seal }: RemoteExchange, run: string, kind: FrameKind, text: string): Buffer {
  const frame = seal.seal(kind, text, run);
  if (frame === null) throw new Error('too large');
  return frame;
}

export function readCommands({ seal }: RemoteExchange, data: Uint8Array): CommandFrame | null {
  try {
    return decodeCommands(seal.open('commands', data).text);
  } catch {
    return null;
  }
}

export async function linked(exchange: RemoteExchange): Promise<Link> {
  const link = exchange.link();
  await expect.poll(() => link.isUp, { interval: 2 }).toBe(true);
  return link;
}

/** Takes commands, beats as the newest core, or as one of epoch 1 at the journal's start if there is none, and answers when it is told. */
export class FakeCore {
  readonly frames: CommandFrame[] = [];
  onFrame: ((frame: CommandFrame) => void) | null = null;
  /** In whose name it speaks. */
  run: string;
  readonly #exchange: RemoteExchange;
  readonly #link: Link;
  #beats = 0;

  private constructor(exchange: RemoteExchange, link: Link, run: string) {
    this.run = run;
    this.#exchange = exchange;
    this.#link = link;
    link.subscribe(exchange.subjects.commands, ({ data }) => {
      const frame = readCommands(exchange, data);
      if (frame === null) return;
      this.frames.push(frame);
      this.onFrame?.(frame);
    });
    const timer = setInterval(() => this.beat(1), 20);
    exchange.onClose(() => clearInterval(timer));
  }

  static async start(exchange: RemoteExchange): Promise<FakeCore> {
    const { rows } = await exchange.database.pool.query<{ run: string }>(
      'update engine_lease set run = coalesce(run, $1) returning run',
      ['fa4e'.repeat(4)],
    );
    return new FakeCore(exchange, await linked(exchange), rows[0]!.run);
  }

  beat(epoch: number): void {
    const head = { epoch, beat: ++this.#beats, sequence: 0, hash: Buffer.alloc(32) };
    this.#send(this.#exchange.subjects.heads, 'head', encodeHead(head));
  }

  answer({ gateway, commands }: CommandFrame, epoch: number, sequence = 0): void {
    const outcome = { ok: true, events: [] } as const;
    const lines = commands.map(({ id, command }) =>
      encodeCommitted(id, command, { sequence, atMs: 0, outcome, replayed: false }),
    );
    this.#send(this.#exchange.subjects.replies(gateway), 'replies', encodeReplies(epoch, lines));
  }

  #send(subject: string, kind: FrameKind, text: string): void {
    this.#link.publish(subject, sealed(this.#exchange, this.run, kind, text));
  }
}
