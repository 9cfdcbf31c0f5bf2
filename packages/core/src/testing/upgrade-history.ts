import type { Command } from '../command.ts';
import { BTC_USDT, configureCommands, ETH_USDT, fundedCustomerCommands, USDT } from './demo-exchange.ts';

const START_MS = 1_700_000_000_000;

/**
 * A history with something of everything that version 2 of the logic had: resting orders and waiting stops, an open
 * withdrawal, a debt, a frozen customer, a cancel-only market, index ticks. `golden-snapshot-2.bin` is version 2's
 * snapshot after it.
 */
export function upgradeHistory(): (readonly [atMs: number, command: Command])[] {
  const commands: Command[] = [
    ...configureCommands(),
    ...[1, 2, 3].flatMap(customerId => fundedCustomerCommands(customerId, 60_000_000_000n)),
    ...[BTC_USDT, ETH_USDT].map(marketId => tick(marketId, 60_000)),
    order(1, 'sell', 60_100, 10_000),
    order(1, 'buy', 59_900, 10_000),
    order(2, 'buy', 60_100, 4_000),
    { ...order(3, 'sell', null, 500), orderType: 'stopMarket', timeInForce: 'IOC', triggerTicks: 590_000 },
    { ...order(3, 'buy', 61_000, 500), orderType: 'stopLimit', triggerTicks: 605_000 },
    credit(3, 5_000_000n),
    { type: 'requestWithdrawal', customerId: 2, withdrawalId: 7, currencyId: USDT, ...AMOUNT },
    {
      type: 'transfer',
      customerId: 3,
      currencyId: USDT,
      from: 'spot',
      to: 'trust',
      amountMinor: 59_000_000_000n,
    },
    { ...credit(3, 5_000_000_000n), type: 'reverseCredit', to: 'custodyTron' },
    { type: 'setCustomerFrozen', customerId: 3, frozen: true },
    { type: 'setMarketStatus', marketId: ETH_USDT, status: 'cancelOnly' },
    tick(BTC_USDT, 60_050),
  ];
  return commands.map((command, i) => [START_MS + i * 250, command] as const);
}

const AMOUNT = { amountMinor: 25_000_000n, feeMinor: 1_000_000n, via: 'custodyTron' } as const;

function credit(customerId: number, amountMinor: bigint) {
  return {
    type: 'credit',
    customerId,
    account: 'spot',
    currencyId: USDT,
    amountMinor,
    from: 'custodyTron',
    reference: 'deposit:1',
  } as const;
}

function tick(marketId: number, price: number): Command {
  const priceE8 = price * 100_000_000;
  return {
    type: 'recordIndexTick',
    marketId,
    priceE8,
    sources: [{ name: 'test', priceE8, atMs: START_MS }],
  };
}

function order(customerId: number, side: 'buy' | 'sell', price: number | null, quantityLots: number) {
  return {
    type: 'placeOrder',
    customerId,
    marketId: BTC_USDT,
    side,
    orderType: price === null ? 'market' : 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    priceTicks: price === null ? null : price * 10,
    quantityLots,
    budgetMinor: null,
    triggerTicks: null,
    clientOrderId: null,
  } as const;
}
