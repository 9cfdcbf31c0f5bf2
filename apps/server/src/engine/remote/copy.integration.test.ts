import { configureCommands, fundedCustomerCommands } from '@tallystick/core/testing/demo-exchange';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { STANDBY_FENCE } from '../fence.ts';
import { ORDER } from '../testing/funded-engines.ts';
import { PATIENCE } from './nats-bus.ts';
import { RemoteExchange, type TestCore, type TestGateway } from './testing/remote-exchange.ts';

const SETUP = [...configureCommands(), ...fundedCustomerCommands(1, 1_000_000_000_000n)];
const keyed = (key: string) => ({ idempotency: { scope: 'test', key, inputHash: 'h' } });

let original: RemoteExchange;
let copy: RemoteExchange;

beforeEach(async context => {
  const opened = await RemoteExchange.open();
  if ('missing' in opened) return context.skip(opened.missing);
  original = opened;
  const core = await original.core();
  for (const command of SETUP) await core.engine.bus.submit(command);
  await core.stop();
  copy = await original.copy();
});
afterEach(async () => {
  await copy?.close();
  await original?.close();
});

async function unknown({ registry }: TestGateway): Promise<number> {
  const values = (await registry.getSingleMetric('tallystick_bus_frames_unknown_total')?.get())?.values ?? [];
  return values.reduce((sum, { value }) => sum + value, 0);
}

const waiting = ({ engine }: TestCore | TestGateway): number => engine.exchange.openOrders(1).length;

it('gateways of an exchange and of its copy, which share subjects and key, each follow their own core', async () => {
  // The copy's first: each beat that a gateway of the original has heard is one of the copy's, too.
  const other = await copy.core();
  const cores = [await original.core(), other] as const;
  expect(cores[0].engine.epoch()).toBe(cores[1].engine.epoch());
  expect(cores[0].engine.head()).toEqual(cores[1].engine.head());
  const gateways = [await original.gateway(), await copy.gateway()] as const;
  for (let i = 0; i < 10; i++) {
    const { outcome } = await gateways[0].engine.bus.submit(ORDER, keyed(`${i}`));
    expect(outcome.ok).toBe(true);
  }
  expect([...cores, ...gateways].map(waiting)).toEqual([10, 0, 10, 0]);
  await gateways[1].engine.bus.submit(ORDER, keyed('0'));
  expect([...cores, ...gateways].map(waiting)).toEqual([10, 1, 10, 1]);
  for (const gateway of gateways) await expect.poll(() => unknown(gateway)).toBeGreaterThan(0);
});

it('a copy’s core does nothing for a gateway whose own core is gone', async () => {
  const own = await original.core();
  const other = await copy.core();
  const gateway = await original.gateway({ patience: { ...PATIENCE, unsentMs: 300, answerMs: 1_000 } });
  await gateway.engine.bus.submit(ORDER, keyed('a'));
  await own.stop();
  const lost = [gateway.engine.bus.submit(ORDER), gateway.engine.bus.submit(ORDER, keyed('b'))];
  for (const answer of lost) {
    await expect(answer).rejects.toMatchObject({ code: expect.stringMatching(/^(busy|outcome_unknown)$/) });
  }
  expect(waiting(other)).toBe(0);
  const again = await original.core();
  await expect
    .poll(async () => gateway.engine.bus.submit(ORDER, keyed('b')).catch(() => null), { timeout: 20_000 })
    .toMatchObject({ outcome: { ok: true } });
  expect([again, gateway, other].map(waiting)).toEqual([2, 2, 0]);
});

it('a gateway on a copy whose core has not begun does not take the original’s for its own', async () => {
  const core = await original.core({ fence: STANDBY_FENCE });
  await copy.database.pool.query(
    `update engine_lease set run = $1, epoch = $2, beat_at = clock_timestamp() - interval '20 seconds'`,
    [core.engine.run, core.engine.epoch()],
  );
  const gateway = await copy.gateway({ patience: { ...PATIENCE, unsentMs: 300 } });
  await expect(gateway.engine.bus.submit(ORDER)).rejects.toMatchObject({ code: 'busy' });
  await expect.poll(() => unknown(gateway)).toBeGreaterThan(0);
  expect(waiting(core)).toBe(0);
});
