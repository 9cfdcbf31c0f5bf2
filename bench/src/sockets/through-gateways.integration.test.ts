import { debianPackage } from '@tallystick/server/testing/debian';
import { expect, it } from 'vitest';
import { measureThroughGateways } from './through-gateways.ts';

it('pages behind two gateways and a feed get all of it', async context => {
  const nats = await debianPackage('nats-server');
  if ('missing' in nats) return context.skip(nats.missing);
  const measured = await measureThroughGateways({
    gateways: 2,
    clients: 20,
    feeds: 1,
    warmUpS: 0,
    measureS: 5,
    onProgress() {},
  });
  expect(measured).toMatchObject({ missing: 0, closed: 0 });
  expect(measured.messages).toBeGreaterThan(20);
});
