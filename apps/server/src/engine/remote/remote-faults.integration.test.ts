import { LOGIC_VERSION, type Command } from '@tallystick/core';
import { configureCommands, fundedCustomerCommands } from '@tallystick/core/testing/demo-exchange';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownBundle } from '../cores/released.ts';
import { EngineError, HaltError } from '../engine-error.ts';
import type { Committed } from '../command-bus.ts';
import { journalHash } from '../journal/chain.ts';
import { encodeEntry } from '../journal/command-codec.ts';
import type { VerifiedRow } from '../journal/journal-reader.ts';
import { ORDER } from '../testing/funded-engines.ts';
import { HeldLease } from '../testing/held-lease.ts';
import { crash, startTestEngine } from '../testing/test-engine.ts';
import { decodeCommands, encodeCommand, encodeCommands, type CommandFrame } from './command-frame.ts';
import type { FrameKind } from './frame.ts';
import { encodeHead, encodeRow } from './journal-frames.ts';
import { decodeReplies, encodeCommitted, encodeReplies, type ReplyFrame } from './reply-frame.ts';
import type { Link } from './link.ts';
import { PATIENCE } from './nats-bus.ts';
import { RemoteExchange, type TestCore, type TestGateway } from './testing/remote-exchange.ts';

let exchange: RemoteExchange;
const fakes: FakeCore[] = [];
let newestRun: string;

beforeEach(async context => {
  const opened = await RemoteExchange.open();
  if ('missing' in opened) return context.skip(opened.missing);
  exchange = opened;
});
afterEach(async () => {
  for (const fake of fakes.splice(0)) fake.stop();
  await exchange?.close();
});

const SETUP: readonly Command[] = [
  ...configureCommands(),
  ...fundedCustomerCommands(1, 1_000_000_000_000n),
  ...fundedCustomerCommands(2, 1_000_000_000_000n),
];
const { hash: coreHash } = await ownBundle();
const CREDIT = fundedCustomerCommands(1, 5n)[1]!;

const keyed = (key: string) => ({ idempotency: { scope: 'test', key, inputHash: 'h' } });

async function fundedCore(): Promise<TestCore> {
  const core = await exchange.core();
  newestRun = core.engine.run;
  for (const command of SETUP) await core.engine.bus.submit(command);
  return core;
}

/** Sends keyed credits, a few at a time, and calls `at` once, when some are answered and others on their way. */
async function sendThrough(
  gateways: readonly TestGateway[],
  count: number,
  at: () => Promise<void>,
): Promise<Committed[]> {
  const answers: Committed[] = [];
  let next = 0;
  let fault: Promise<void> | null = null;
  const sender = async (gateway: TestGateway): Promise<void> => {
    while (next < count) {
      const committed = await gateway.engine.bus.submit(CREDIT, keyed(`credit-${next++}`));
      answers.push(committed);
      if (answers.length === count / 4) fault = at();
    }
  };
  await Promise.all(gateways.flatMap(gateway => Array.from({ length: 8 }, () => sender(gateway))));
  await fault;
  return answers;
}

/** Each credit once, and the same at the core, on disk and at every gateway. */
async function expectOnce(
  answers: readonly Committed[],
  core: TestCore,
  gateways: readonly TestGateway[],
): Promise<void> {
  expect(answers.every(({ outcome }) => outcome.ok)).toBe(true);
  expect(new Set(answers.map(({ sequence }) => sequence)).size).toBe(answers.length);
  const { rows } = await exchange.database.pool.query<{ n: number }>(
    `select count(*)::int as n from idempotency where key like 'credit-%'`,
  );
  expect(rows[0]?.n).toBe(answers.length);
  const credited = 1_000_000_000_000n + 5n * BigInt(answers.length);
  const account = { ownerId: 1, account: 'spot', currencyId: 1 } as const;
  expect(core.engine.exchange.balance(account).availableMinor).toBe(credited);
  for (const { engine } of gateways) {
    await expect.poll(() => engine.head(), { interval: 5 }).toEqual(core.engine.head());
    expect(engine.exchange.stateHash()).toBe(core.engine.exchange.stateHash());
  }
}

async function counted({ registry }: TestCore | TestGateway, name: string): Promise<number> {
  const values = (await registry.getSingleMetric(name)?.get())?.values ?? [];
  return values.reduce((sum, { value }) => sum + value, 0);
}

describe('when NATS is lost', () => {
  it('commands on their way are answered once it is back; nothing is lost, nothing done twice', async () => {
    const core = await fundedCore();
    const gateways = [await exchange.gateway(), await exchange.gateway()];
    const answers = await sendThrough(gateways, 400, async () => {
      await exchange.nats.kill();
      await exchange.nats.start();
    });
    await expectOnce(answers, core, gateways);
    expect((await counted(gateways[0]!, 'tallystick_bus_retries_total')) > 0).toBe(true);
  });

  it('gateways read what the core does from the journal', async () => {
    const core = await fundedCore();
    const gateway = await exchange.gateway();
    await exchange.nats.kill();
    const { sequence } = await core.engine.bus.submit(ORDER);
    await expect.poll(() => gateway.engine.sequence(), { interval: 5 }).toBe(sequence);
    expect(gateway.engine.exchange.stateHash()).toBe(core.engine.exchange.stateHash());
    expect(await counted(core, 'tallystick_bus_frames_dropped_total')).toBeGreaterThan(0);
  });

  it('or stands still, the core goes on, gateways follow, and commands arrive when it moves again', async () => {
    const core = await fundedCore();
    const gateway = await exchange.gateway();
    await gateway.engine.bus.submit(ORDER);
    exchange.nats.pause();
    const answer = gateway.engine.bus.submit(ORDER, keyed('a'));
    const { sequence } = await core.engine.bus.submit(ORDER);
    // On a busy machine the other one may have passed before NATS stood.
    await expect.poll(() => gateway.engine.sequence(), { interval: 5 }).toBeGreaterThanOrEqual(sequence);
    exchange.nats.resume();
    expect((await answer).outcome.ok).toBe(true);
    expect(core.engine.exchange.openOrders(1)).toHaveLength(3);
  });

  it('a command without a key that may have arrived is not sent again', async () => {
    const fake = await FakeCore.start();
    const gateway = await exchange.gateway();
    const waits = [gateway.engine.bus.submit(CREDIT), gateway.engine.bus.submit(CREDIT, keyed('a'))];
    const unkeyed = waits[0]!.catch((error: unknown) => error);
    await expect.poll(() => fake.frames.length, { interval: 2 }).toBe(1);
    expect(fake.frames[0]?.commands).toHaveLength(2);
    await exchange.nats.kill();
    expect(await unkeyed).toMatchObject({ code: 'outcome_unknown' });
    await exchange.nats.start();
    // The one with a key comes again by itself, alone.
    await expect.poll(() => fake.frames.length, { interval: 2 }).toBe(2);
    expect(fake.frames[1]?.commands.map(({ idempotency }) => idempotency?.key)).toEqual(['a']);
    fake.answer(fake.frames[1]!, 1);
    expect(await waits[1]).toMatchObject({ sequence: 0, outcome: { ok: true } });
  });
});

describe('an answer', () => {
  it('waits until the gateway has come to its place, by itself', async () => {
    // Without its end of the bus: no copies come.
    const engine = await startTestEngine(exchange.database);
    for (const command of SETUP) await engine.bus.submit(command);
    const fake = await FakeCore.start();
    const gateway = await exchange.gateway();
    const next = engine.sequence() + 1;
    const place = [next, 0];
    fake.onFrame = frame => fake.answer(frame, 1, place.shift());
    let answered = false;
    const answer = gateway.engine.bus.submit(CREDIT, keyed('a')).then(() => (answered = true));
    await expect.poll(() => fake.frames.length, { interval: 2 }).toBe(1);
    // Answers come in order.
    await gateway.engine.bus.submit(CREDIT, keyed('b'));
    expect(answered).toBe(false);
    await engine.bus.submit(ORDER);
    await answer;
    expect(gateway.engine.sequence()).toBe(next);
    await engine.stop();
  });
});

describe('when the core stops', () => {
  it('and another one starts in order, commands on their way are answered once', async () => {
    let core = await fundedCore();
    const gateways = [await exchange.gateway(), await exchange.gateway()];
    const first = core.engine.epoch();
    const answers = await sendThrough(gateways, 400, async () => {
      await core.stop();
      core = await exchange.core();
    });
    expect(core.engine.epoch()).toBe(first + 1);
    await expectOnce(answers, core, gateways);
    await expect.poll(() => gateways.map(({ engine }) => engine.epoch())).toEqual([first + 1, first + 1]);
  });

  it('and another one starts after a crash, while the first still answers, they are answered once', async () => {
    let core = await fundedCore();
    const gateways = [await exchange.gateway(), await exchange.gateway()];
    const answers = await sendThrough(gateways, 400, async () => {
      await crash(exchange.database, core.engine);
      core = await exchange.core();
    });
    await expectOnce(answers, core, gateways);
    expect(core.engine.epoch()).toBe(2);
  });

  it('with a batch of which nobody knows, the same key brings its result', async () => {
    let core = await fundedCore();
    const gateway = await exchange.gateway();
    const held = await HeldLease.take(exchange.database.pool);
    const answer = gateway.engine.bus.submit(CREDIT, keyed('credit-0'));
    await expect.poll(() => held.isWaitedFor(), { interval: 5 }).toBe(true);
    await core.cutOff();
    await held.letGo();
    await expect.poll(() => core.engine.sequence(), { interval: 5 }).toBe(SETUP.length + 1);
    await core.stop();
    core = await exchange.core();
    expect(await answer).toMatchObject({ sequence: SETUP.length + 1, replayed: true });
    await expectOnce([await answer], core, [gateway]);
  });

  it('answers that an older one still gives are dropped', async () => {
    const first = await fundedCore();
    await first.stop();
    const old = await FakeCore.start();
    const core = await exchange.core();
    expect(core.engine.epoch()).toBe(2);
    // Whoever reads no more than the run would believe it.
    newestRun = core.engine.run;
    const gateway = await exchange.gateway();
    await gateway.engine.bus.submit(ORDER, keyed('first'));
    expect(gateway.engine.epoch()).toBe(core.engine.epoch());
    old.onFrame = frame => old.answer(frame, 1);
    const committed = await gateway.engine.bus.submit(ORDER, keyed('second'));
    expect(committed.sequence).toBe(core.engine.sequence());
    expect(old.frames.length).toBeGreaterThan(0);
  });
});

describe('without a core', () => {
  it('commands wait as long as they are of use, as many as may wait', async () => {
    const gateway = await exchange.gateway({ admission: 3, patience: PATIENCE });
    const { bus } = gateway.engine;
    const waiting = [bus.submit(CREDIT), bus.submit(CREDIT, keyed('a')), bus.submit(CREDIT, keyed('b'))];
    await expect(bus.submit(CREDIT)).rejects.toMatchObject({ code: 'busy' });
    // Nothing was done: they never left.
    for (const one of waiting) await expect(one).rejects.toMatchObject({ code: 'busy' });
  });

  it('NATS says that nobody heard them, so nothing was done', async () => {
    const core = await fundedCore();
    const gateway = await exchange.gateway({ patience: PATIENCE });
    await gateway.engine.bus.submit(ORDER);
    await core.stop();
    await expect(gateway.engine.bus.submit(ORDER)).rejects.toMatchObject({ code: 'busy' });
  });

  it('they leave when one comes', async () => {
    const core = await fundedCore();
    await core.stop();
    const gateway = await exchange.gateway();
    const answers = [
      gateway.engine.bus.submit(ORDER, keyed('a')),
      gateway.engine.bus.submit(ORDER, keyed('b')),
    ];
    await exchange.core();
    for (const answer of answers) expect((await answer).outcome.ok).toBe(true);
  });

  it('that answers, their outcome is unknown in the end, and the same key asks again', async () => {
    const fake = await FakeCore.start();
    const gateway = await exchange.gateway({ patience: PATIENCE });
    const answers = [gateway.engine.bus.submit(CREDIT), gateway.engine.bus.submit(CREDIT, keyed('a'))];
    for (const answer of answers) await expect(answer).rejects.toMatchObject({ code: 'outcome_unknown' });
    const sent = fake.frames.flatMap(({ commands }) => commands);
    expect(sent.filter(({ idempotency }) => idempotency === null)).toHaveLength(1);
    expect(sent.length).toBeGreaterThan(3);
    fake.onFrame = frame => fake.answer(frame, 1);
    expect((await gateway.engine.bus.submit(CREDIT, keyed('a'))).outcome.ok).toBe(true);
  });
});

describe('what is not what it should be', () => {
  it('is left out by the core and by gateways', async () => {
    const core = await fundedCore();
    const gateway = await exchange.gateway();
    const link = await linked();
    const seen = Promise.withResolvers<CommandFrame>();
    link.subscribe(exchange.subjects.commands, ({ data }) => {
      const frame = readCommands(data);
      if (frame !== null) seen.resolve(frame);
    });
    await gateway.engine.bus.submit(ORDER, keyed('a'));
    const { gateway: name } = await seen.promise;
    const garbage = [
      Buffer.alloc(0),
      Buffer.from('hello'),
      Buffer.alloc(900_000, 1),
      sealed('commands', '[]'),
    ];
    const wrong = ['', '[]', '[1]\n[', '["gateway1",1,1,[1]]\n[[0,"placeOrder",1]]', '1\n7 x', 'null\n'];
    for (const frame of [...garbage, ...wrong.map(text => sealed('commands', text))]) {
      link.publish(exchange.subjects.commands, frame);
      link.publish(exchange.subjects.replies(name), frame);
    }
    for (const kind of ['row', 'head', 'replies'] as const) {
      for (const text of wrong) {
        link.publish(exchange.subjects.rows, sealed(kind, text));
        link.publish(exchange.subjects.heads, sealed(kind, text));
        link.publish(exchange.subjects.replies(name), sealed(kind, text));
      }
    }
    await expect.poll(() => counted(core, 'tallystick_bus_frames_refused_total')).toBe(10);
    expect((await gateway.engine.bus.submit(ORDER, keyed('b'))).outcome.ok).toBe(true);
    expect(await counted(gateway, 'tallystick_bus_frames_refused_total')).toBeGreaterThan(20);
    await expect.poll(() => gateway.engine.exchange.stateHash()).toBe(core.engine.exchange.stateHash());
  });

  it('or comes too late, is not carried out', async () => {
    const core = await fundedCore();
    const link = await linked();
    const { subjects } = exchange;
    const replies: ReplyFrame[] = [];
    link.subscribe(subjects.replies('gateway1'), ({ data }) =>
      replies.push(decodeReplies(exchange.seal.open('replies', data).text)),
    );
    const epoch = core.engine.epoch();
    const commands = [{ id: 7, text: encodeCommand(ORDER, null) }];
    for (const heard of [
      { epoch: epoch - 1, beat: 1 },
      { epoch, beat: 0 },
      { epoch, beat: 1_000_000 },
    ]) {
      link.publish(subjects.commands, sealed('commands', encodeCommands('gateway1', heard, commands)));
    }
    await expect
      .poll(() => replies.flatMap(({ replies: lines }) => lines))
      .toEqual(Array.from({ length: 3 }, () => ({ id: 7, code: 'stopped' })));
    expect(core.engine.exchange.openOrders(1)).toEqual([]);
  });

  it('or is forged without the place in the chain, a gateway looks up in the journal', async () => {
    const core = await fundedCore();
    const gateway = await exchange.gateway();
    const link = await linked();
    const { hash } = core.engine.head();
    for (const previousHash of [hash, Buffer.alloc(32, 3)]) {
      const forged = forgedRow(core, previousHash, previousHash === hash ? 'ee'.repeat(32) : undefined);
      link.publish(exchange.subjects.rows, sealed('row', encodeRow(forged)));
    }
    const { sequence } = await core.engine.bus.submit(ORDER);
    await expect.poll(() => gateway.engine.sequence()).toBe(sequence);
    expect(gateway.engine.exchange.stateHash()).toBe(core.engine.exchange.stateHash());
  });
});

describe('a gateway that cannot go on', () => {
  it('because it has followed what the journal does not have, starts again', async () => {
    const core = await fundedCore();
    const gateway = await exchange.gateway();
    const link = await linked();
    const forged = forgedRow(core, core.engine.head().hash);
    link.publish(exchange.subjects.rows, sealed('row', encodeRow(forged)));
    const error = await gateway.fatal;
    expect(error).toBeInstanceOf(EngineError);
    expect(error).not.toBeInstanceOf(HaltError);
    expect(String(error)).toContain(`no longer has what was followed up to sequence ${forged.lastSequence}`);
    await expect(gateway.engine.bus.submit(ORDER)).rejects.toMatchObject({ code: 'stopped' });
  });

  it('because another core writes, starts again', async () => {
    const core = await fundedCore();
    const gateway = await exchange.gateway();
    await core.stop();
    const row = forgedRow(core, core.engine.head().hash, 'ee'.repeat(32));
    const { epoch, firstSequence, lastSequence, logicVersion, previousHash, hash, commands } = row;
    await exchange.database.pool.query(
      `insert into journal (epoch, first_sequence, last_sequence, logic_version, previous_hash, hash, commands, core)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        epoch,
        firstSequence,
        lastSequence,
        logicVersion,
        previousHash,
        hash,
        commands,
        Buffer.alloc(32, 0xee),
      ],
    );
    expect(String(await gateway.fatal)).toContain(`another core goes on at sequence ${firstSequence}`);
  });

  it('for a while, because its connection to the database is cut, reads again when it can', async () => {
    const core = await fundedCore();
    const gateway = await exchange.gateway();
    const cut = async (): Promise<void> => {
      await exchange.database.pool.query(
        `select pg_terminate_backend(pid, 60000) from pg_stat_activity
         where datname = current_database() and application_name = 'tallystick follower'`,
      );
    };
    await cut();
    await gateway.engine.bus.submit(ORDER, keyed('a'));
    await exchange.nats.kill();
    await cut();
    const { sequence } = await core.engine.bus.submit(ORDER);
    await expect.poll(() => gateway.engine.sequence()).toBe(sequence);
    await expect.poll(() => gateway.engine.behindMs()).toBeLessThan(500);
  });
});

/** A row that goes on after the core's newest one and stands nowhere. */
function forgedRow(core: TestCore, previousHash: Buffer, otherCore?: string): VerifiedRow {
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

/** In the name of the newest core, or of another run. */
function sealed(kind: FrameKind, text: string, run = newestRun): Buffer {
  const frame = exchange.seal.seal(kind, text, run);
  if (frame === null) throw new Error('too large');
  return frame;
}

function readCommands(data: Uint8Array): CommandFrame | null {
  try {
    return decodeCommands(exchange.seal.open('commands', data).text);
  } catch {
    return null;
  }
}

async function linked(): Promise<Link> {
  const link = exchange.link();
  await expect.poll(() => link.isUp, { interval: 2 }).toBe(true);
  return link;
}

/** Takes commands, beats as the newest core, or as one of epoch 1 at the journal's start if there is none, and answers when it is told. */
class FakeCore {
  readonly frames: CommandFrame[] = [];
  onFrame: ((frame: CommandFrame) => void) | null = null;
  readonly #link: Link;
  readonly #timer: NodeJS.Timeout;
  #beats = 0;

  private constructor(link: Link) {
    this.#link = link;
    link.subscribe(exchange.subjects.commands, ({ data }) => {
      const frame = readCommands(data);
      if (frame === null) return;
      this.frames.push(frame);
      this.onFrame?.(frame);
    });
    this.#timer = setInterval(() => this.beat(1), 20);
    fakes.push(this);
  }

  static async start(): Promise<FakeCore> {
    const { rows } = await exchange.database.pool.query<{ run: string }>(
      'update engine_lease set run = coalesce(run, $1) returning run',
      ['fa4e'.repeat(4)],
    );
    newestRun = rows[0]!.run;
    return new FakeCore(await linked());
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  beat(epoch: number): void {
    const head = { epoch, beat: ++this.#beats, sequence: 0, hash: Buffer.alloc(32) };
    this.#link.publish(exchange.subjects.heads, sealed('head', encodeHead(head)));
  }

  answer({ gateway, commands }: CommandFrame, epoch: number, sequence = 0): void {
    const outcome = { ok: true, events: [] } as const;
    const lines = commands.map(({ id, command }) =>
      encodeCommitted(id, command, { sequence, atMs: 0, outcome, replayed: false }),
    );
    this.#link.publish(exchange.subjects.replies(gateway), sealed('replies', encodeReplies(epoch, lines)));
  }
}
