import { setImmediate as othersFirst } from 'node:timers/promises';
import { Exchange } from '@tallystick/core';
import { expect, it } from 'vitest';
import type { CommandBus } from '../../engine/command-bus.ts';
import { TrustService, type TrustOptions } from './service.ts';

it('the exchange ends with the current switch, even when it was turned again before the first command', async () => {
  const exchange = new Exchange();
  let sequence = 0;
  const bus: Pick<CommandBus, 'submit'> = {
    async submit(command) {
      await othersFirst();
      return { sequence: ++sequence, atMs: 0, outcome: exchange.apply(command, 0), replayed: false };
    },
  };
  let trust = true;
  const settings = { get: () => ({ trust }) };
  const service = new TrustService({ exchange, bus, settings } as unknown as TrustOptions);
  trust = false;
  const off = service.followSwitch();
  trust = true;
  await Promise.all([off, service.followSwitch()]);
  expect(exchange.trust.isOpen).toBe(true);
  trust = false;
  await service.followSwitch();
  expect([exchange.trust.isOpen, sequence]).toEqual([false, 3]);
});
