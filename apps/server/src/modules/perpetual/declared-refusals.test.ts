import { Exchange, type Command } from '@tallystick/core';
import { aimed, perpetualSetup, perpetualStep } from '@tallystick/core/perpetual/testing/arbitrary-perpetual';
import { calls, type Call, type CallName } from '@tallystick/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assertCovering } from '@tallystick/core/testing/assert-covering';

const START_MS = 1_700_000_000_000;

const CALLS: Partial<Record<Command['type'], CallName>> = {
  placePerpetualOrder: 'POST lever/submit',
  cancelPerpetualOrder: 'POST lever/cancel',
  cancelAllPerpetualOrders: 'POST lever/cancel_all',
  closePosition: 'POST lever/close',
  closeAllPositions: 'POST lever/close_all',
  reversePosition: 'POST lever/reverse',
  offsetPositions: 'POST lever/offset',
  setStops: 'POST lever/setstop',
  addMargin: 'POST lever/add_margin',
  removeMargin: 'POST lever/remove_margin',
  changeLeverage: 'POST lever/change_leverage',
  setTopUp: 'POST lever/top_up',
  setLeverage: 'POST lever/set_leverage',
  setTopUpDefault: 'POST lever/top_up_default',
  setPositionMode: 'POST lever/mode',
  setMarginType: 'POST lever/margin_type',
};

/** Orders that only reduce have a call of their own. */
function callOf(command: Command): CallName | undefined {
  const isOrder = command.type === 'placePerpetualOrder' && command.reduceOnly === true;
  return isOrder ? 'POST lever/order' : CALLS[command.type];
}
/** No call declares it: a logged-in customer always exists. */
const NOBODYS = new Set(['unknown_customer']);

it('every refusal that random histories produce is declared by its call', async () => {
  const undeclared = new Set<string>();
  const seen = new Set<string>();
  await assertCovering(
    fc.property(fc.array(perpetualStep, { minLength: 20, maxLength: 160, size: 'max' }), steps => {
      const exchange = new Exchange();
      for (const command of perpetualSetup()) exchange.apply(command, START_MS);
      let nowMs = START_MS;
      for (const step of steps) {
        nowMs += step.waitMs;
        while (exchange.dueAtMs() <= nowMs) exchange.apply({ type: 'passTime' }, nowMs);
        const command = aimed(step, exchange.perpetual);
        const outcome = exchange.apply(command, nowMs);
        const name = callOf(command);
        if (outcome.ok || name === undefined || NOBODYS.has(outcome.refusal.code)) continue;
        const { code } = outcome.refusal;
        seen.add(code);
        const call: Call = calls[name];
        const declared: readonly string[] = call.errors ?? [];
        if (!declared.includes(code)) undeclared.add(`${name}: ${code}`);
      }
    }),
    { numRuns: 150, endOnFailure: true },
    () => ({ codes: seen.size }),
    { codes: 21 },
  );
  expect([...undeclared].toSorted()).toEqual([]);
});
