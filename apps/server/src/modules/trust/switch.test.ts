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

it('who repeats the switch turns nothing back that another process is turning', async () => {
  const exchange = new Exchange();
  const sent: boolean[] = [];
  const bus: Pick<CommandBus, 'submit'> = {
    async submit(command) {
      if (command.type === 'setTrustOpen') sent.push(command.open);
      return { sequence: 1, atMs: 0, outcome: exchange.apply(command, 0), replayed: false };
    },
  };
  // What the database has, and what this process knows of it.
  let stored = true;
  let known = true;
  let meanwhile = (): void => undefined;
  const settings = {
    get: () => ({ trust: known }),
    async catchUp() {
      known = stored;
      meanwhile();
    },
  };
  const service = new TrustService({ exchange, bus, settings } as unknown as TrustOptions);
  const turnedElsewhere = (open: boolean): void => void exchange.apply({ type: 'setTrustOpen', open }, 0);

  // The other process has turned it, and this one has not heard of the setting yet.
  stored = false;
  turnedElsewhere(false);
  await service.repeatSwitch();
  expect([sent, exchange.trust.isOpen]).toEqual([[], false]);
  // It turns it just after this one has read the setting.
  meanwhile = () => {
    stored = true;
    turnedElsewhere(true);
  };
  await service.repeatSwitch();
  expect([sent, exchange.trust.isOpen]).toEqual([[], true]);
  // It was killed before it turned it.
  stored = false;
  meanwhile = () => undefined;
  await service.repeatSwitch();
  expect([sent, exchange.trust.isOpen]).toEqual([[false], false]);
});
