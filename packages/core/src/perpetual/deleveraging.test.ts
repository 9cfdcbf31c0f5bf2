import { beforeEach, describe, expect, it } from 'vitest';
import { ASK } from '../book/side.ts';
import { EventLog } from '../event-log.ts';
import { Ledger } from '../ledger/ledger.ts';
import { Referral } from '../referral/referral.ts';
import { Limits } from '../limit/limit.ts';
import { Markets } from '../market/market.ts';
import { BTC_USDT, TEST_CURRENCIES, TEST_MARKETS, USDT } from '../testing/demo-exchange.ts';
import { Customers } from '../customer/customer.ts';
import { Choices } from './choices.ts';
import { CrossAccounts } from './cross-account.ts';
import { Deleveraging } from './deleveraging.ts';
import { deriveContract } from './derive-terms.ts';
import type { PerpetualEventOf } from './event.ts';
import { initialMargin, valueAtTicks } from './formulas.ts';
import { Liquidation } from './liquidation.ts';
import { PerpetualMatching } from './matching.ts';
import { PerpetualMarket } from './perpetual-market.ts';
import type { Position } from './position.ts';
import { OpenPositions } from './open-positions.ts';
import type { PositionSide } from './position-view.ts';
import { Risk } from './risk.ts';
import { Settlement } from './settlement.ts';
import { TopUps } from './top-up.ts';
import { TEST_PERPETUAL } from './testing/perpetual-scenario.ts';

const U = 1_000_000n;

/**
 * Positions built by hand. They cannot occur with fresh marks: both sides are open only between their bankruptcy
 * prices, so somebody can always pay. The code must be safe without that as well.
 */
describe('deleveraging when the opposing side cannot pay', () => {
  const log = new EventLog();
  let ledger: Ledger;
  let market: PerpetualMarket;
  let markets: Markets;
  let keeper: OpenPositions;
  let settlement: Settlement;
  let risk: Risk;

  beforeEach(() => {
    log.begin();
    ledger = new Ledger(log);
    const customers = new Customers(log);
    markets = new Markets(log);
    for (const currency of TEST_CURRENCIES) markets.configureCurrency(currency);
    markets.configureMarket(TEST_MARKETS[0]!);
    const listed = markets.market(BTC_USDT)!;
    const derived = deriveContract(TEST_PERPETUAL, listed.base, listed.quote);
    if ('refusal' in derived) throw new Error('no contract');
    const limits = new Limits(log, ledger, markets, customers);
    const accounts = new CrossAccounts(log, ledger, limits);
    market = new PerpetualMarket(derived.contract, listed, ledger, accounts, 1);
    keeper = new OpenPositions(log, ledger, new Choices(customers));
    settlement = new Settlement(ledger, limits);
    const matching = new PerpetualMatching(
      log,
      ledger,
      keeper,
      settlement,
      new Referral({ log, ledger, markets, customers, limits }),
    );
    const deleveraging = new Deleveraging(log, ledger, keeper, settlement);
    risk = new Risk(
      log,
      keeper,
      settlement,
      matching,
      new Liquidation(log, keeper, settlement, matching, deleveraging),
      new TopUps(log, ledger, keeper),
    );
  });

  /** Opens lots at a price without trading. */
  function held(
    customerId: number,
    side: PositionSide,
    lots: number,
    priceTicks: number,
    multiple: number,
  ): Position {
    const trader = market.trader(customerId);
    ledger.open('faucet', 'test');
    ledger.availableBig(ledger.account({ ownerId: 0, account: 'faucet', currencyId: USDT }), -10_000n * U);
    ledger.availableBig(trader.account, 10_000n * U);
    ledger.close();
    const terms = {
      side,
      orderType: 'market' as const,
      lots,
      multiple,
      priceTicks: null,
      takeProfitTicks: null,
      stopLossTicks: null,
      clientOrderId: null,
    };
    const position = keeper.create(market, trader, terms, 4_000, null);
    const value = valueAtTicks(market.contract, priceTicks, lots);
    keeper.freeze(position, initialMargin(value, multiple), 0n);
    ledger.open('perpetualTrade', 'test');
    settlement.open(market, position, position, lots, value, 0);
    ledger.close();
    keeper.endOpening(market, position, 'filled');
    market.arm(position);
    return position;
  }

  function mark(price: number): void {
    const priceE8 = price * 100_000_000;
    const sources = [{ name: 'test', priceE8, atMs: 1 }];
    markets.apply({ type: 'recordIndexTick', marketId: BTC_USDT, priceE8, sources }, 2);
    log.begin();
    keeper.nowMs = 2;
    risk.updateMark(market, 2);
    market.report(log);
  }

  const events = <T extends 'positionLiquidated' | 'positionDeleveraged'>(type: T) =>
    log.events.filter((event): event is PerpetualEventOf<T> => event.type === type);

  it('skips positions that would lose more than their margin, and keeps lots nobody can take for the next mark', () => {
    const bankrupt = held(1, 'long', 30, 600_000, 20);
    // Bankrupt at 57,000; the shorts at 56,560 and at 112,000. At a mark of 55,900 the first short ranks higher.
    const weak = held(2, 'short', 20, 560_000, 100);
    const strong = held(3, 'short', 10, 560_000, 1);
    mark(55_900);
    expect(events('positionDeleveraged').map(event => [event.positionId, event.lots])).toEqual([
      [strong.positionId, 10],
    ]);
    expect(events('positionLiquidated')).toMatchObject([
      { lots: 30, deleveragedLots: 10, remainingLots: 20 },
    ]);
    expect(bankrupt).toMatchObject({ lots: 20, ended: false, marginMinor: 60n * U });
    expect(weak.lots).toBe(20);
    // The strong short pays its own loss, 1,000 per coin; no balance falls below zero.
    expect(ledger.availableMinor(strong.trader.account)).toBe(9_990n * U);

    // Nothing has changed: the next attempt reports nothing.
    mark(55_901);
    expect(log.events.map(event => event.type)).toEqual(['markChanged']);
    expect(market.unfinished).toEqual([bankrupt]);

    // The weak short adds margin and can pay now.
    keeper.addMargin(market, weak, 20n * U);
    mark(55_902);
    expect(events('positionLiquidated')).toMatchObject([{ lots: 20, deleveragedLots: 20, remainingLots: 0 }]);
    expect([bankrupt.ended, weak.ended, market.unfinished]).toEqual([true, true, []]);
  });

  it('gives up a search after a hundred in a row who cannot pay, not after a hundred in total', () => {
    const bankrupt = held(1, 'long', 3, 600_000, 20);
    // Three times 99 that cannot pay and one that can. All rank equal, so the oldest comes first.
    const strong = [100, 200, 300].map(first => {
      for (let i = 0; i < 99; i++) held(first + i, 'short', 1, 560_000, 100);
      const position = held(first + 99, 'short', 1, 560_000, 100);
      keeper.addMargin(market, position, 20n * U);
      return position.positionId;
    });
    mark(55_900);
    expect(events('positionDeleveraged').map(({ positionId, place }) => [positionId, place])).toEqual([
      [strong[0], 100],
      [strong[1], 200],
      [strong[2], 300],
    ]);
    expect(bankrupt.ended).toBe(true);
  });

  it('takes off what waits to close the position, even if its lots find nobody', () => {
    const bankrupt = held(1, 'long', 20, 600_000, 20);
    held(2, 'short', 20, 560_000, 100);
    keeper.restClosing(market, bankrupt, 610_000, 20);
    mark(55_900);
    expect(market.unfinished).toEqual([bankrupt]);
    expect(bankrupt).toMatchObject({ lots: 20, closing: null });
    expect(market.book.orderCount(ASK)).toBe(0);
  });

  it('a position that recovers before it was taken over is an ordinary open position again', () => {
    const bankrupt = held(1, 'long', 20, 600_000, 20);
    const weak = held(2, 'short', 20, 560_000, 100);
    mark(55_900);
    expect(market.unfinished).toEqual([bankrupt]);
    // Now the other position is bankrupt, and the first one cannot pay for it.
    mark(58_000);
    expect(market.unfinished).toEqual([weak]);
    expect(bankrupt).toMatchObject({ lots: 20, ended: false, marginMinor: 60n * U });
    expect(market.falling.liquidation.has(bankrupt.liquidation)).toBe(true);
  });
});
