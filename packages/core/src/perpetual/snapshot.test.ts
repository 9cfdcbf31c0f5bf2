import { expect, it } from 'vitest';
import { Customers } from '../customer/customer.ts';
import { EventLog } from '../event-log.ts';
import { Exchange } from '../exchange.ts';
import { Ledger } from '../ledger/ledger.ts';
import { Markets } from '../market/market.ts';
import { SnapshotReader } from '../snapshot/reader.ts';
import { SnapshotWriter } from '../snapshot/writer.ts';
import { BTC_USDT, TEST_CURRENCIES, TEST_MARKETS } from '../testing/demo-exchange.ts';
import { Limits } from '../limit/limit.ts';
import { Choices } from './choices.ts';
import { CrossAccounts } from './cross-account.ts';
import { deriveContract } from './derive-terms.ts';
import { PerpetualMarket } from './perpetual-market.ts';
import { readMarket, writeMarket } from './snapshot.ts';
import { OpenPositions } from './open-positions.ts';
import { PerpetualScenario, TEST_PERPETUAL } from './testing/perpetual-scenario.ts';

function empty() {
  const log = new EventLog();
  log.begin();
  const ledger = new Ledger(log);
  const markets = new Markets(log);
  const customers = new Customers(log);
  for (const currency of TEST_CURRENCIES) markets.configureCurrency(currency);
  markets.configureMarket(TEST_MARKETS[0]!);
  const listed = markets.market(BTC_USDT)!;
  const derived = deriveContract(TEST_PERPETUAL, listed.base, listed.quote);
  if ('refusal' in derived) throw new Error('no contract');
  const accounts = new CrossAccounts(log, ledger, new Limits(log, ledger, markets, customers));
  return {
    market: new PerpetualMarket(derived.contract, listed, ledger, accounts, 1),
    keeper: new OpenPositions(log, ledger, new Choices(customers)),
  };
}

it('a position is restored with every figure, all of them different', () => {
  const { market, keeper } = empty();
  const terms = {
    side: 'short' as const,
    orderType: 'market' as const,
    lots: 12,
    multiple: 10,
    priceTicks: null,
    takeProfitTicks: 590_000,
    stopLossTicks: 610_000,
    clientOrderId: 'mine',
  };
  const position = keeper.create(market, market.trader(7), terms, 4_000, null);
  Object.assign(position, {
    openingEndReason: 'filled',
    openedLots: 12,
    closedLots: 5,
    openedValueMinor: 720_000_001n,
    closedValueMinor: 299_000_003n,
    entryValueMinor: 420_000_007n,
    marginMinor: 42_000_011n,
    addedMarginMinor: 13n,
    realisedMinor: -17n,
    feeMinor: 19n,
    liquidationFeeMinor: 23n,
    fundingMinor: -29n,
    insurancePaidMinor: 31n,
    waitingMarginMinor: 37n,
    waitingFeeMinor: 41n,
    openedAtMs: 43,
    updatedAtMs: 47,
    makerFeePpm: 53,
  });
  market.arm(position);
  const writer = new SnapshotWriter();
  writeMarket(writer, market);

  const restored = empty();
  const reader = new SnapshotReader(writer.finish());
  readMarket(reader, restored.market, restored.keeper, customerId => restored.market.trader(customerId));
  reader.end();
  const again = restored.keeper.find(position.positionId)!;
  expect(again.view(market.contract)).toEqual(position.view(market.contract));
  expect([again.waitingMarginMinor, again.waitingFeeMinor, again.makerFeePpm]).toEqual([37n, 41n, 53]);
});

it('a customer without positions is treated alike by a restored contract and by the original', () => {
  const s = new PerpetualScenario();
  for (const customerId of [1, 2, 3]) s.trader(customerId);
  s.open(1, 2, 10, '60000', { long: 50, short: 1 });
  s.must(s.limit(3, 'long', 1, '59000'));
  s.must({ type: 'cancelAllPerpetualOrders', customerId: 3, marketId: null });
  // The next command starts the liquidation that the halt has postponed.
  s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'halted' });
  s.index('55000');
  s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'open' });
  const restored = Exchange.restore(s.exchange.snapshot());
  const command = { type: 'cancelAllPerpetualOrders', customerId: 3, marketId: null } as const;
  expect(restored.apply(command, s.nowMs)).toEqual(s.try(command));
  expect(restored.stateHash()).toBe(s.exchange.stateHash());
});
