import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EngineError, HaltError } from '../engine-error.ts';
import { ORDER } from '../testing/funded-engines.ts';
import { encodeCommand, encodeCommands, type CommandFrame } from './command-frame.ts';
import { encodeRow } from './journal-frames.ts';
import { decodeReplies, type ReplyFrame } from './reply-frame.ts';
import { forgedRow, linked, readCommands, sealed } from './testing/forged.ts';
import { counted, fundedCore, keyed } from './testing/funded-core.ts';
import { RemoteExchange } from './testing/remote-exchange.ts';

let exchange: RemoteExchange;
beforeEach(async context => {
  const opened = await RemoteExchange.open();
  if ('missing' in opened) return context.skip(opened.missing);
  exchange = opened;
});
afterEach(() => exchange?.close());

describe('what is not what it should be', () => {
  it('is left out by the core and by gateways', async () => {
    const core = await fundedCore(exchange);
    const gateway = await exchange.gateway();
    const link = await linked(exchange);
    const seen = Promise.withResolvers<CommandFrame>();
    link.subscribe(exchange.subjects.commands, ({ data }) => {
      const frame = readCommands(exchange, data);
      if (frame !== null) seen.resolve(frame);
    });
    await gateway.engine.bus.submit(ORDER, keyed('a'));
    const { gateway: name } = await seen.promise;
    const garbage = [
      Buffer.alloc(0),
      Buffer.from('hello'),
      Buffer.alloc(900_000, 1),
      sealed(exchange, core.engine.run, 'commands', '[]'),
    ];
    const wrong = ['', '[]', '[1]\n[', '["gateway1",1,1,[1]]\n[[0,"placeOrder",1]]', '1\n7 x', 'null\n'];
    for (const frame of [
      ...garbage,
      ...wrong.map(text => sealed(exchange, core.engine.run, 'commands', text)),
    ]) {
      link.publish(exchange.subjects.commands, frame);
      link.publish(exchange.subjects.replies(name), frame);
    }
    for (const kind of ['row', 'head', 'replies'] as const) {
      for (const text of wrong) {
        link.publish(exchange.subjects.rows, sealed(exchange, core.engine.run, kind, text));
        link.publish(exchange.subjects.heads, sealed(exchange, core.engine.run, kind, text));
        link.publish(exchange.subjects.replies(name), sealed(exchange, core.engine.run, kind, text));
      }
    }
    await expect.poll(() => counted(core, 'tallystick_bus_frames_refused_total')).toBe(10);
    expect((await gateway.engine.bus.submit(ORDER, keyed('b'))).outcome.ok).toBe(true);
    expect(await counted(gateway, 'tallystick_bus_frames_refused_total')).toBeGreaterThan(20);
    await expect.poll(() => gateway.engine.exchange.stateHash()).toBe(core.engine.exchange.stateHash());
  });

  it('or comes too late, is not carried out', async () => {
    const core = await fundedCore(exchange);
    const link = await linked(exchange);
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
      link.publish(
        subjects.commands,
        sealed(exchange, core.engine.run, 'commands', encodeCommands('gateway1', heard, commands)),
      );
    }
    await expect
      .poll(() => replies.flatMap(({ replies: lines }) => lines))
      .toEqual(Array.from({ length: 3 }, () => ({ id: 7, code: 'stopped' })));
    expect(core.engine.exchange.openOrders(1)).toEqual([]);
  });

  it('or is forged without the place in the chain, a gateway looks up in the journal', async () => {
    const core = await fundedCore(exchange);
    const gateway = await exchange.gateway();
    const link = await linked(exchange);
    const { hash } = core.engine.head();
    for (const previousHash of [hash, Buffer.alloc(32, 3)]) {
      const forged = forgedRow(core, previousHash, previousHash === hash ? 'ee'.repeat(32) : undefined);
      link.publish(exchange.subjects.rows, sealed(exchange, core.engine.run, 'row', encodeRow(forged)));
    }
    const { sequence } = await core.engine.bus.submit(ORDER);
    await expect.poll(() => gateway.engine.sequence()).toBe(sequence);
    expect(gateway.engine.exchange.stateHash()).toBe(core.engine.exchange.stateHash());
  });
});

describe('a gateway that cannot go on', () => {
  it('because it has followed what the journal does not have, starts again', async () => {
    const core = await fundedCore(exchange);
    const gateway = await exchange.gateway();
    const link = await linked(exchange);
    // A gateway leaves out rows until it knows who writes: by now it hears the core.
    await gateway.engine.bus.submit(ORDER);
    const forged = forgedRow(core, core.engine.head().hash);
    link.publish(exchange.subjects.rows, sealed(exchange, core.engine.run, 'row', encodeRow(forged)));
    const error = await gateway.fatal;
    expect(error).toBeInstanceOf(EngineError);
    expect(error).not.toBeInstanceOf(HaltError);
    expect(String(error)).toContain(`no longer has what was followed up to sequence ${forged.lastSequence}`);
    await expect(gateway.engine.bus.submit(ORDER)).rejects.toMatchObject({ code: 'stopped' });
  });

  it('because another core writes, starts again', async () => {
    const core = await fundedCore(exchange);
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
});
