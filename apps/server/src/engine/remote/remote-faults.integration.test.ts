import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Committed } from '../command-bus.ts';
import { ORDER } from '../testing/funded-engines.ts';
import { HeldLease } from '../testing/held-lease.ts';
import { crash, startTestEngine } from '../testing/test-engine.ts';
import { PATIENCE } from './nats-bus.ts';
import { FakeCore } from './testing/forged.ts';
import { counted, CREDIT, fundedCore, keyed, SETUP } from './testing/funded-core.ts';
import { RemoteExchange, type TestCore, type TestGateway } from './testing/remote-exchange.ts';

let exchange: RemoteExchange;
beforeEach(async context => {
  const opened = await RemoteExchange.open();
  if ('missing' in opened) return context.skip(opened.missing);
  exchange = opened;
});
afterEach(() => exchange?.close());

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

describe('when NATS is lost', () => {
  it('commands on their way are answered once it is back; nothing is lost, nothing done twice', async () => {
    const core = await fundedCore(exchange);
    const gateways = [await exchange.gateway(), await exchange.gateway()];
    const answers = await sendThrough(gateways, 400, async () => {
      await exchange.nats.kill();
      await exchange.nats.start();
    });
    await expectOnce(answers, core, gateways);
    expect((await counted(gateways[0]!, 'tallystick_bus_retries_total')) > 0).toBe(true);
  });

  it('gateways read what the core does from the journal', async () => {
    const core = await fundedCore(exchange);
    const gateway = await exchange.gateway();
    await exchange.nats.kill();
    const { sequence } = await core.engine.bus.submit(ORDER);
    await expect.poll(() => gateway.engine.sequence(), { interval: 5 }).toBe(sequence);
    expect(gateway.engine.exchange.stateHash()).toBe(core.engine.exchange.stateHash());
    expect(await counted(core, 'tallystick_bus_frames_dropped_total')).toBeGreaterThan(0);
  });

  it('or stands still, the core goes on, gateways follow, and commands arrive when it moves again', async () => {
    const core = await fundedCore(exchange);
    const gateway = await exchange.gateway();
    await gateway.engine.bus.submit(ORDER);
    exchange.nats.pause();
    const answer = gateway.engine.bus.submit(ORDER, keyed('a'));
    const { sequence } = await core.engine.bus.submit(ORDER);
    // Beyond it, if the other order left before NATS stood still.
    await expect.poll(() => gateway.engine.sequence(), { interval: 5 }).toBeGreaterThanOrEqual(sequence);
    exchange.nats.resume();
    expect((await answer).outcome.ok).toBe(true);
    expect(core.engine.exchange.openOrders(1)).toHaveLength(3);
  });

  it('a command without a key that may have arrived is not sent again', async () => {
    const fake = await FakeCore.start(exchange);
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
    const fake = await FakeCore.start(exchange);
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
    let core = await fundedCore(exchange);
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
    let core = await fundedCore(exchange);
    const gateways = [await exchange.gateway(), await exchange.gateway()];
    const answers = await sendThrough(gateways, 400, async () => {
      await crash(exchange.database, core.engine);
      core = await exchange.core();
    });
    await expectOnce(answers, core, gateways);
    expect(core.engine.epoch()).toBe(2);
  });

  it('with a batch of which nobody knows, the same key brings its result', async () => {
    let core = await fundedCore(exchange);
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
    const first = await fundedCore(exchange);
    await first.stop();
    const old = await FakeCore.start(exchange);
    const core = await exchange.core();
    expect(core.engine.epoch()).toBe(2);
    // Whoever reads no more than the run would believe it.
    old.run = core.engine.run;
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
    const core = await fundedCore(exchange);
    const gateway = await exchange.gateway({ patience: PATIENCE });
    await gateway.engine.bus.submit(ORDER);
    await core.stop();
    await expect(gateway.engine.bus.submit(ORDER)).rejects.toMatchObject({ code: 'busy' });
  });

  it('they leave when one comes', async () => {
    const core = await fundedCore(exchange);
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
    const fake = await FakeCore.start(exchange);
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

describe('a gateway', () => {
  it('whose connection to the database is cut reads again when it can', async () => {
    const core = await fundedCore(exchange);
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
