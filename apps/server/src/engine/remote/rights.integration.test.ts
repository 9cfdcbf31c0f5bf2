import { configureCommands, fundedCustomerCommands } from '@tallystick/core/testing/demo-exchange';
import { expect, it } from 'vitest';
import { ORDER } from '../testing/funded-engines.ts';
import { encodeHead } from './journal-frames.ts';
import { PATIENCE } from './nats-bus.ts';
import { RemoteExchange } from './testing/remote-exchange.ts';

/** All that either end needs. */
const RIGHTS = `authorization {
  users: [
    { user: core, password: core, permissions: {
      publish: ["test.rows", "test.heads", "test.to.*.replies"], subscribe: ["test.commands"] } }
    { user: gateway, password: gateway, permissions: {
      publish: ["test.commands"], subscribe: ["test.rows", "test.heads", "test.to.>"] } }
  ]
}`;

it('with the rights each end needs all goes well, and a gateway cannot speak as the core', async context => {
  const exchange = await RemoteExchange.open(RIGHTS);
  if ('missing' in exchange) return context.skip(exchange.missing);
  const core = await exchange.core();
  for (const command of [...configureCommands(), ...fundedCustomerCommands(1, 1_000_000_000_000n)]) {
    await core.engine.bus.submit(command);
  }
  const gateway = await exchange.gateway({ patience: { ...PATIENCE, answerMs: 100_000 } });
  const { sequence } = await gateway.engine.bus.submit(ORDER);
  expect(gateway.engine.sequence()).toBe(sequence);
  // Sealed as it should be, of an epoch to come: every answer of the core would be of an older one.
  const link = exchange.link();
  await expect.poll(() => link.isUp, { interval: 2 }).toBe(true);
  const epoch = core.engine.epoch();
  const head = { epoch: epoch + 1, beat: 1, ...core.engine.head() };
  link.publish(exchange.subjects.heads, exchange.seal.seal('head', encodeHead(head), core.engine.run)!);
  expect((await gateway.engine.bus.submit(ORDER, {})).outcome.ok).toBe(true);
  expect(gateway.engine.epoch()).toBe(epoch);
  await core.stop();
  await expect(gateway.engine.bus.submit(ORDER)).rejects.toMatchObject({ code: 'busy' });
  await exchange.close();
});
