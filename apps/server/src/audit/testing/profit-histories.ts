import fc from 'fast-check';
import type { Command } from '@tallystick/core';
import { DAY_MS, HOUR_MS } from '@tallystick/core/durations';
import { perpetualStep } from '@tallystick/core/perpetual/testing/arbitrary-perpetual';
import { arbitraryCommand } from '@tallystick/core/testing/arbitrary-commands';
import { arbitraryProfitCommand } from '@tallystick/core/testing/arbitrary-profit';
import { BTC, USDT } from '@tallystick/core/testing/demo-exchange';
import type { MixedStep } from '@tallystick/core/testing/mixed-history';

/** Has nothing in the spot account, so that what is taken back there becomes a debt. */
const DEBTOR = 4;

function fixed(commands: fc.Arbitrary<Command>): fc.Arbitrary<MixedStep['command']> {
  return commands.map(command => () => command);
}

const deposit = {
  customerId: fc.constantFrom(DEBTOR, DEBTOR, 1),
  account: fc.constant('spot' as const),
  currencyId: fc.constantFrom(USDT, USDT, BTC),
  amountMinor: fc.oneof(fc.bigInt(1n, 40_000_000n), fc.bigInt(1n, 9_000_000_000n)),
  reference: fc.constant('deposit:1'),
};
const channel = fc.constantFrom('bank' as const, 'custodyTron' as const);

/** Debts come and are paid. */
const deposits: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ type: fc.constant('credit' as const), ...deposit, from: channel }),
  fc.record({ type: fc.constant('reverseCredit' as const), ...deposit, to: channel }),
);

const draw: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('takeFromInsurance' as const),
  to: fc.constantFrom('treasury' as const, 'optionPool' as const),
  currencyId: fc.constantFrom(USDT, USDT, BTC),
  amountMinor: fc.oneof(fc.bigInt(1n, 50_000_000n), fc.bigInt(1n, 10_000_000_000n)),
  reference: fc.constant('test:3'),
});

/** The house earns, is funded, withdraws profit; customers owe, and open contracts bind the insurance fund. */
export const profits: fc.Arbitrary<MixedStep[]> = fc.array(
  fc.record({
    waitMs: fc.oneof(
      { weight: 60, arbitrary: fc.integer({ min: 0, max: 500 }) },
      fc.constantFrom(HOUR_MS, DAY_MS - 1, DAY_MS),
    ),
    aim: fc.oneof({ weight: 6, arbitrary: fc.nat(60) as fc.Arbitrary<number | null> }, fc.constant(null)),
    command: fc.oneof(
      { weight: 40, arbitrary: arbitraryProfitCommand },
      { weight: 10, arbitrary: fixed(deposits) },
      { weight: 5, arbitrary: fixed(draw) },
      { weight: 15, arbitrary: fixed(perpetualStep.map(({ command }) => command)) },
      { weight: 15, arbitrary: fixed(arbitraryCommand) },
    ),
  }),
  { minLength: 100, maxLength: 300, size: 'max' },
);
