import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SILENT_LOG } from '../../database/log.ts';
import { decodeCommands, MAX_COMMANDS } from './command-frame.ts';
import { FrameSeal } from './frame.ts';
import type { Link } from './link.ts';
import { NatsBus } from './nats-bus.ts';
import { subjectsOf } from './subjects.ts';

const RUN = 'ab'.repeat(8);
const UNSENT_MS = 100;
const seal = new FrameSeal(Buffer.alloc(32, 1));

let sent: Uint8Array[];
let isKnown: boolean;
let bus: NatsBus;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  isKnown = false;
  const link = {
    isUp: true,
    subscribe: () => undefined,
    unsubscribe: () => undefined,
    listen: () => undefined,
    publish: (_subject: string, bytes: Uint8Array) => sent.push(bytes) > 0,
  };
  bus = new NatsBus({
    link: link as unknown as Link,
    subjects: subjectsOf('test'),
    seal,
    follower: { whenAt: () => undefined },
    log: SILENT_LOG,
    known: { believes: () => isKnown },
    metrics: {
      refused: () => undefined,
      unknown: () => undefined,
      retries: { inc: () => undefined } as never,
    },
    admission: 1_000,
    patience: { answerMs: 10 * UNSENT_MS, unsentMs: UNSENT_MS },
  });
});
afterEach(() => {
  bus.fail();
  vi.useRealTimers();
});

const submit = () =>
  bus.submit({ type: 'cancelOrder', customerId: 1, orderId: 1 }).catch((error: unknown) => error);

it('keeps nothing of commands that were given up while no core is known, and sends only what still waits', async () => {
  bus.heard({ epoch: 1, beat: 1 }, RUN);
  const atOnce = 100;
  for (let round = 0; round < 30; round++) {
    const given = Array.from({ length: atOnce }, submit);
    await vi.advanceTimersByTimeAsync(2 * UNSENT_MS);
    for (const one of await Promise.all(given)) expect(one).toMatchObject({ code: 'busy' });
    expect(bus.queued).toBeLessThanOrEqual(2 * atOnce + MAX_COMMANDS);
  }
  void submit();
  isKnown = true;
  bus.heard({ epoch: 1, beat: 2 }, RUN);
  await vi.advanceTimersByTimeAsync(10);
  expect(sent).toHaveLength(1);
  expect(decodeCommands(seal.open('commands', sent[0]!).text).commands).toHaveLength(1);
  expect(bus.queued).toBe(0);
});
