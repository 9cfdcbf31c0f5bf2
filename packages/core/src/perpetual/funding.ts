import type { EventLog } from '../event-log.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { toBigInt } from '../money/integer.ts';
import type { AccountMargin } from './account-margin.ts';
import { bankruptcyPriceE8, fundingMinor, fundingRateE8, meanE8 } from './formulas.ts';
import { impactPrices } from './impact-price.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { Position } from './position.ts';
import type { PositionSide } from './position-view.ts';

/** Samples the premium each minute and settles funding at the end of each interval. */
export class Funding {
  readonly #log: EventLog;
  readonly #ledger: Ledger;

  constructor(log: EventLog, ledger: Ledger) {
    this.#log = log;
    this.#ledger = ledger;
  }

  /**
   * Takes the minute's sample, if the index is fresh and the book has impact prices. After a pause of any length there
   * is one sample, for now: missed minutes are not made up.
   */
  sample(market: PerpetualMarket, atMs: number): void {
    const { clock, contract, listed } = market;
    clock.sampled(atMs);
    if (market.isStale(atMs) || market.halt?.mode === 'full') return;
    const indexE8 = listed.indexTick!.priceE8;
    const impact = impactPrices(market, indexE8);
    if (impact === null) return;
    const { bidTicks, askTicks } = impact;
    // Truncated to 1e-8; the sum of two prices is safe by the contract's limits.
    const midE8 = Math.floor(((bidTicks + askTicks) * contract.tickE8) / 2);
    const basisE8 = midE8 - indexE8;
    const premiumE8 = clock.sample(atMs, basisE8, indexE8);
    clock.updateRate(contract.interestPpm, contract.fundingCapPpm);
    this.#log.push({
      type: 'premiumSampled',
      marketId: market.id,
      atMs,
      bidTicks,
      askTicks,
      indexE8,
      basisE8,
      premiumE8,
      samples: clock.samples,
      premiumSumE8: clock.premiumSumE8,
      rateE8: clock.rateE8,
      nextFundingAtMs: clock.nextFundingAtMs,
    });
  }

  /**
   * Ends the running interval: positions pay each other by the mean of its samples. An interval without samples, and
   * intervals that passed completely during a downtime, pay nothing.
   */
  settle(market: PerpetualMarket, atMs: number): void {
    const { clock, contract, mark } = market;
    const fundingAtMs = clock.nextFundingAtMs;
    const { samples, premiumSumE8 } = clock;
    const wasHalted = market.halt?.mode === 'full' || market.haltedUntilMs > fundingAtMs - clock.intervalMs;
    clock.startInterval(atMs);
    const { nextFundingAtMs } = clock;
    // A full halt accrues no funding, and the share of the interval's rate from before it is unknown.
    if (samples === 0 || mark === null || wasHalted) {
      this.#log.push({ type: 'fundingSkipped', marketId: market.id, fundingAtMs, nextFundingAtMs });
      return;
    }
    const { interestPpm, fundingCapPpm } = contract;
    const rateE8 = fundingRateE8(premiumSumE8, samples, interestPpm, fundingCapPpm);
    const payments = new Payments(market);
    if (rateE8 !== 0) this.#pay(market, payments, rateE8, mark.markE8);
    this.#log.push({
      type: 'fundingSettled',
      marketId: market.id,
      fundingId: ++clock.fundings,
      fundingAtMs,
      intervalMs: clock.intervalMs,
      samples,
      premiumE8: meanE8(premiumSumE8, samples),
      interestPpm,
      capPpm: fundingCapPpm,
      rateE8,
      mark,
      openInterestLots: market.openLots.long,
      collectedMinor: payments.collectedMinor,
      roundingMinor: payments.roundingMinor,
      nextFundingAtMs,
      ...payments.lists(),
    });
  }

  /** Payers pay into clearing, receivers are paid from it; what truncating their shares leaves goes to `rounding`. */
  #pay(market: PerpetualMarket, payments: Payments, rateE8: number, markE8: number): void {
    const payingSide: PositionSide = rateE8 > 0 ? 'long' : 'short';
    const { positions, amountsMinor } = payments;
    const left = new Map<AccountMargin, bigint>();
    for (let i = 0; i < positions.length; i++) {
      const position = positions[i]!;
      if (position.side !== payingSide) continue;
      const owed = fundingMinor(market.contract, markE8, position.lots, rateE8);
      const { cross } = position.trader;
      const most = cross === null ? position.marginMinor : (left.get(cross) ?? atLeast0(cross.equityMinor()));
      const paid = owed < most ? owed : most;
      if (cross !== null) left.set(cross, most - paid);
      amountsMinor[i] = -paid;
      payments.collectedMinor += paid;
    }
    const openInterest = toBigInt(market.openLots.long);
    let received = 0n;
    for (let i = 0; i < positions.length; i++) {
      const position = positions[i]!;
      if (position.side === payingSide) continue;
      const share = (payments.collectedMinor * toBigInt(position.lots)) / openInterest;
      amountsMinor[i] = share;
      received += share;
    }
    payments.roundingMinor = payments.collectedMinor - received;
    for (let i = 0; i < positions.length; i++) this.#post(market, positions[i]!, amountsMinor[i]!);
    if (payments.roundingMinor === 0n) return;
    this.#ledger.open('perpetualFunding', `funding:${market.id}:${market.clock.fundings + 1}`);
    this.#ledger.availableBig(market.clearing, -payments.roundingMinor);
    this.#ledger.availableBig(market.rounding, payments.roundingMinor);
    this.#ledger.close();
  }

  #post(market: PerpetualMarket, position: Position, amountMinor: bigint): void {
    if (amountMinor === 0n) return;
    const { cross, account } = position.trader;
    this.#ledger.open('perpetualFunding', `position:${position.positionId}`);
    cross?.provide(-amountMinor);
    if (cross === null) this.#ledger.frozenBig(account, amountMinor);
    else this.#ledger.availableBig(account, amountMinor);
    this.#ledger.availableBig(market.clearing, -amountMinor);
    this.#ledger.close();
    if (cross === null) position.marginMinor += amountMinor;
    position.fundingMinor += amountMinor;
    market.arm(position);
  }
}

/** The positions open at a funding, and what each pays or receives. */
class Payments {
  readonly positions: Position[] = [];
  readonly amountsMinor: bigint[] = [];
  collectedMinor = 0n;
  roundingMinor = 0n;
  readonly #market: PerpetualMarket;

  constructor(market: PerpetualMarket) {
    this.#market = market;
    for (const position of market.positions.values()) {
      if (position.lots === 0) continue;
      this.positions.push(position);
      this.amountsMinor.push(0n);
    }
  }

  lists() {
    const { positions, amountsMinor } = this;
    return {
      positionIds: positions.map(position => position.positionId),
      customerIds: positions.map(position => position.trader.customerId),
      sides: positions.map(position => position.side),
      lots: positions.map(position => position.lots),
      amountsMinor,
      marginsMinor: positions.map(position => position.marginMinor),
      liquidationsE8: positions.map(position => position.liquidationE8),
      bankruptciesE8: positions.map(position =>
        position.trader.cross === null ? bankruptcyPriceE8(this.#market.contract, position) : null,
      ),
    };
  }
}

function atLeast0(amountMinor: bigint): bigint {
  return amountMinor > 0n ? amountMinor : 0n;
}
