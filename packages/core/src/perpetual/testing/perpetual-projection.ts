import type { Event } from '../../event.ts';
import type { PerpetualContract, PerpetualStatus } from '../terms.ts';
import type { MarkPrice, PerpetualEventOf, PerpetualTrade } from '../event.ts';
import type { ConditionalOrderView } from '../conditional-view.ts';
import type { PerpetualOrderView, PositionMode } from '../order-view.ts';
import type { PositionSide, PositionView } from '../position-view.ts';
import {
  removedOf,
  open,
  mixLeverage,
  fillOrder,
  liquidate,
  profit,
  checkMark,
  must,
  type OpeningTerms,
  type ReckonedOrder,
  type Reckoned,
} from './reckoned.ts';

/**
 * What somebody who sees only events knows about perpetual contracts. Recomputes every position from fills, funding and
 * margin with plain bigints, and throws when a rule is broken.
 */
export class PerpetualProjection {
  readonly contracts = new Map<number, PerpetualContract>();
  readonly statuses = new Map<number, PerpetualStatus>();
  /** Pending and holding positions, as last reported. */
  readonly live = new Map<number, PositionView>();
  /** `market/side/price` → lots. */
  readonly levels = new Map<string, number>();
  readonly marks = new Map<number, MarkPrice>();
  readonly #reckoned = new Map<number, Reckoned>();
  readonly #ended = new Set<number>();
  /** Waiting orders of hedge and net mode, as last reported. */
  readonly orders = new Map<number, PerpetualOrderView>();
  readonly modes = new Map<string, PositionMode>();
  readonly #reckonedOrders = new Map<number, ReckonedOrder>();
  readonly #endedOrders = new Set<number>();
  /** Conditional orders that wait, as last reported. */
  readonly conditionals = new Map<number, ConditionalOrderView>();
  readonly #endedConditionals = new Set<number>();
  #trades = 0;
  /** Whether the command filled or merged anything, so that leverages follow from that. */
  #hasFills = false;

  /** Takes all events of one accepted command. */
  command(events: readonly Event[]): void {
    const reported = new Set<number>();
    const levels = new Set<string>();
    this.#hasFills = events.some(({ type }) => type === 'perpetualTraded' || type === 'positionsMerged');
    // Positions are reported after their fills, but fills need the positions' terms.
    for (const event of events) {
      if (event.type === 'positionChanged') this.#meet(event.position);
      if (event.type === 'perpetualOrderChanged') this.#meetOrder(event.order);
    }
    for (const event of events) if (event.type === 'positionToppedUp') this.#untop(event);
    const steps = this.#crossSteps(events);
    const insured = new Map<string, bigint>();
    for (const event of events) {
      switch (event.type) {
        case 'perpetualConfigured':
          this.#configured(event.contract);
          if (!this.statuses.has(event.contract.marketId)) this.statuses.set(event.contract.marketId, 'open');
          break;
        case 'posted':
          for (const entry of event.entries) {
            if (entry.account !== 'insurance') continue;
            insured.set(event.reference, (insured.get(event.reference) ?? 0n) + entry.amountMinor);
          }
          break;
        case 'perpetualTraded':
          this.#traded(event, insured.get(`perpetualTrade:${event.tradeId}`) ?? 0n);
          break;
        case 'perpetualStatusSet':
          this.statuses.set(event.marketId, event.status);
          break;
        case 'perpetualDepthChanged': {
          const key = `${event.marketId}/${event.side}/${event.priceTicks}`;
          must(!levels.has(key), `level ${key} reported twice`);
          levels.add(key);
          if (event.quantityLots === 0) this.levels.delete(key);
          else this.levels.set(key, event.quantityLots);
          break;
        }
        case 'markChanged':
          this.marks.set(event.marketId, event);
          checkMark(event, this.contracts.get(event.marketId)!);
          break;
        case 'fundingSettled':
          this.#funded(event);
          break;
        case 'positionLiquidated':
          this.#liquidated(event);
          this.#giveMargin(event.positionId, steps);
          break;
        case 'positionToppedUp':
          this.#toppedUp(event);
          break;
        case 'positionDeleveraged':
          this.#deleveraged(event);
          break;
        case 'positionsOffset':
          for (const id of [event.longPositionId, event.shortPositionId]) {
            this.#close(this.#reckoned.get(id)!, event.lots, event.valueMinor, 0);
          }
          break;
        case 'positionModeSet':
          this.modes.set(`${event.customerId}/${event.marketId}`, event.mode);
          break;
        case 'profitSettled': {
          const position = this.#reckoned.get(event.positionId)!;
          must(position.isCross && position.entry === event.entryValueMinor, 'another profit was settled');
          must(event.profitMinor === profit(event.side, position.entry, event.entryAfterMinor), 'settled');
          position.entry = event.entryAfterMinor;
          break;
        }
        case 'positionsMerged':
          this.#merged(event);
          break;
        case 'perpetualOrderChanged':
          this.#orderChanged(event.order);
          break;
        case 'conditionalOrderChanged':
          this.#conditionalChanged(event.order);
          break;
        case 'positionChanged':
          must(!reported.has(event.position.positionId), 'a position was reported twice');
          reported.add(event.position.positionId);
          this.#changed(event.position);
          break;
        default:
          break;
      }
    }
    this.#checkSums();
  }

  /** Entry values of all shorts less those of all longs: what `perpetualClearing` must hold. */
  mirror(): bigint {
    let sum = 0n;
    for (const { side, entryValueMinor } of this.live.values()) {
      sum += side === 'long' ? -entryValueMinor : entryValueMinor;
    }
    return sum;
  }

  /** What each step of a command's cross liquidations gave its position as margin, in turn. */
  #crossSteps(events: readonly Event[]): Map<number, bigint[]> {
    const steps = new Map<number, bigint[]>();
    for (const event of events) {
      if (event.type !== 'positionLiquidated' || !this.#reckoned.get(event.positionId)!.isCross) continue;
      steps.set(event.positionId, [...(steps.get(event.positionId) ?? []), event.marginMinor]);
    }
    for (const positionId of steps.keys()) this.#giveMargin(positionId, steps);
    return steps;
  }

  /** What is left of the last step's goes back to the account. */
  #giveMargin(positionId: number, steps: ReadonlyMap<number, bigint[]>): void {
    const position = this.#reckoned.get(positionId)!;
    if (position.isCross) position.margin = steps.get(positionId)?.shift() ?? 0n;
  }

  #conditionalChanged(order: ConditionalOrderView): void {
    const { conditionalOrderId: id, status, endReason, firedAtMs, firedPriceE8, refusal, orderId } = order;
    must(!this.#endedConditionals.has(id), 'a conditional order that has ended was reported');
    must((status === 'ended') === (endReason !== null), 'a conditional order ended without a reason');
    must((endReason === 'refused') === (refusal !== null), 'a conditional order was refused without a code');
    must((status === 'fired') === (orderId !== null), 'a conditional order fired without an order');
    const hasFired = status === 'fired' || endReason === 'refused';
    must(hasFired === (firedAtMs !== null) && hasFired === (firedPriceE8 !== null), 'it fired at no price');
    if (status === 'waiting') this.conditionals.set(id, order);
    else {
      this.conditionals.delete(id);
      this.#endedConditionals.add(id);
    }
  }

  #meet(view: PositionView): void {
    const { positionId, side, multiple } = view;
    must(!this.#ended.has(positionId), `position ${positionId} came back`);
    const known = this.#reckoned.get(positionId);
    if (known !== undefined) {
      // Margin added and removed is not in the fills.
      const before = this.live.get(positionId);
      known.margin += view.addedMarginMinor - (before?.addedMarginMinor ?? 0n);
      known.margin -= removedOf(view) - removedOf(before);
      // A customer's change of leverage trades nothing.
      if (!this.#hasFills) known.multiple = multiple;
      this.#requeued(known, before, view);
      return;
    }
    const { makerFeePpm } = this.contracts.get(view.marketId)!;
    this.#reckoned.set(positionId, {
      marketId: view.marketId,
      side,
      multiple,
      makerFeePpm,
      makerFeesPpm: new Set([makerFeePpm]),
      lots: 0,
      opened: 0n,
      entry: 0n,
      margin: view.addedMarginMinor - removedOf(view),
      isCross: view.isCross === true,
      closedLots: 0,
      closedValue: 0n,
      fee: 0n,
      funding: 0n,
      insured: 0n,
    });
  }

  #configured(contract: PerpetualContract): void {
    this.contracts.set(contract.marketId, contract);
    for (const position of [...this.#reckoned.values(), ...this.#reckonedOrders.values()]) {
      if (position.marketId !== contract.marketId) continue;
      position.makerFeesPpm.add(contract.makerFeePpm);
    }
  }

  #traded(trade: PerpetualTrade, insuranceMinor: bigint): void {
    must(trade.tradeId === ++this.#trades, 'fills have a gap');
    must(trade.takerCustomerId !== trade.makerCustomerId, 'a customer traded with themselves');
    const contract = this.contracts.get(trade.marketId)!;
    const value = BigInt(trade.priceTicks) * BigInt(trade.quantityLots) * contract.quoteMinorPerTickLot;
    must(trade.valueMinor === value, 'a fill is not worth price × lots');
    for (const role of ['taker', 'maker'] as const) {
      const position = this.#reckoned.get(trade[`${role}PositionId`])!;
      const effect = trade[`${role}Effect`];
      const buys = (trade.takerSide === 'buy') === (role === 'taker');
      must(buys === ((position.side === 'long') === (effect === 'open')), 'a fill goes the wrong way');
      const fee = trade[`${role}FeeMinor`];
      const order = this.#reckonedOrders.get(trade[`${role}OrderId`]);
      const isWaiting = role === 'maker' && effect === 'open';
      const from: OpeningTerms = order ?? position;
      const feePpm = isWaiting ? from.makerFeePpm : contract[`${role}FeePpm`];
      const full = (value * BigInt(feePpm)) / 1_000_000n;
      must(fee <= full, 'a fee is too high');
      position.fee += fee;
      const realised = trade[`${role}RealisedMinor`];
      if (order !== undefined) {
        fillOrder(order, trade, effect, fee, realised);
        const bought = order.view.side === 'buy';
        must(bought === buys, 'an order was filled on the other side');
      }
      if (effect === 'open') {
        const isKept = (ppm: number): boolean => fee === (value * BigInt(ppm)) / 1_000_000n;
        must(fee === full || (isWaiting && [...from.makerFeesPpm].some(isKept)), 'opening has another fee');
        must(realised === 0n, 'opening has no profit');
        open(position, order ?? position, trade.quantityLots, value);
      } else if (role === 'taker' && trade.takerCause === 'liquidation') {
        const before = position.entry;
        liquidate(position, trade.quantityLots, value, -insuranceMinor);
        must(realised === profit(position.side, before - position.entry, value), 'profit of a liquidation');
      } else {
        must(realised === this.#close(position, trade.quantityLots, value, Number(fee)), 'profit of a close');
      }
    }
  }

  #meetOrder(view: PerpetualOrderView): void {
    must(!this.#endedOrders.has(view.orderId), `order ${view.orderId} came back`);
    const known = this.#reckonedOrders.get(view.orderId);
    if (known !== undefined) {
      this.#requeued(known, this.orders.get(view.orderId), view);
      return;
    }
    const { marketId, multiple } = view;
    const { makerFeePpm } = this.contracts.get(marketId)!;
    const makerFeesPpm = new Set([makerFeePpm]);
    const figures = { opened: 0n, lots: 0, value: 0n, fee: 0n, realised: 0n };
    this.#reckonedOrders.set(view.orderId, {
      view,
      marketId,
      multiple,
      makerFeePpm,
      makerFeesPpm,
      ...figures,
    });
  }

  /** An amended order that lost its place opens with today's fee, and its margin begins anew. */
  #requeued(
    terms: OpeningTerms,
    before: Pick<PositionView, 'priceTicks' | 'lots' | 'waitingLots'> | undefined,
    view: Pick<PositionView, 'priceTicks' | 'lots'>,
  ): void {
    if (before === undefined || before.waitingLots === 0) return;
    if (view.priceTicks === before.priceTicks && view.lots <= before.lots) return;
    const { makerFeePpm } = this.contracts.get(terms.marketId)!;
    terms.makerFeePpm = makerFeePpm;
    terms.makerFeesPpm.clear();
    terms.makerFeesPpm.add(makerFeePpm);
    terms.opened = 0n;
  }

  #orderChanged(view: PerpetualOrderView): void {
    const order = this.#reckonedOrders.get(view.orderId)!;
    must(
      order.lots === view.filledLots &&
        order.value === view.filledValueMinor &&
        order.fee === view.feeMinor &&
        order.realised === view.realisedMinor,
      `order ${view.orderId} is not what its fills make it`,
    );
    must(view.filledLots + view.waitingLots <= view.lots, 'more is filled and waits than was ordered');
    must((view.status === 'open') === view.waitingLots > 0, `order ${view.orderId} is ${view.status}`);
    must((view.status === 'filled') === (view.filledLots === view.lots), 'filled');
    must((view.endReason === null) === (view.status === 'open'), 'ended without a reason');
    must(view.waitingLots > 0 || view.waitingMinor === 0n, 'ended holding money');
    must(!view.reduceOnly || view.waitingMinor === 0n, 'froze money to reduce');
    if (view.status === 'open') {
      this.orders.set(view.orderId, view);
      return;
    }
    this.orders.delete(view.orderId);
    this.#reckonedOrders.delete(view.orderId);
    this.#endedOrders.add(view.orderId);
  }

  #merged(event: PerpetualEventOf<'positionsMerged'>): void {
    const from = this.#reckoned.get(event.fromPositionId)!;
    const into = this.#reckoned.get(event.intoPositionId)!;
    const { lots, entryValueMinor: entry, marginMinor: margin } = event;
    must(from.lots === lots && from.entry === entry && from.margin === margin, 'something else was merged');
    must(from.side === into.side && from.marketId === into.marketId, 'merged what does not belong together');
    from.closedLots += lots;
    from.closedValue += entry;
    from.lots = 0;
    from.entry = 0n;
    from.margin = 0n;
    mixLeverage(into, from.multiple, entry);
    into.lots += lots;
    into.opened += entry;
    into.entry += entry;
    into.margin += margin;
  }

  /**
   * Returns the profit. The closed part must cover its fee: nobody loses more than the margin. What a cross position
   * loses is its account's, unless it has been given margin for a liquidation.
   */
  #close(position: Reckoned, lots: number, value: bigint, fee: number, isBankrupt = false): bigint {
    const before = { entry: position.entry, margin: position.margin };
    const part = (position.entry * BigInt(lots)) / BigInt(position.lots);
    const isCarried = position.isCross && !isBankrupt;
    const margin = isCarried ? 0n : position.margin;
    const whole = position.side === 'long' ? margin : position.entry + margin;
    const taken = (whole * BigInt(lots)) / BigInt(position.lots);
    position.entry -= part;
    position.margin -= position.side === 'long' ? taken : taken - part;
    position.lots -= lots;
    position.closedLots += lots;
    position.closedValue += value;
    const realised = profit(position.side, before.entry - position.entry, value);
    const isCovered = before.margin - position.margin + realised >= BigInt(fee);
    must(isCarried || isCovered, 'a close cost more than its margin');
    return realised;
  }

  #funded(event: PerpetualEventOf<'fundingSettled'>): void {
    const { positionIds, amountsMinor, rateE8, marketId } = event;
    const { markE8 } = event.mark;
    const contract = this.contracts.get(marketId)!;
    const open = [...this.live.values()].filter(
      view => view.marketId === marketId && view.openedLots > view.closedLots,
    );
    must(open.length === positionIds.length, 'a funding left an open position out');
    let sum = event.roundingMinor;
    let received = 0;
    positionIds.forEach((positionId, i) => {
      const position = this.#reckoned.get(positionId)!;
      const amount = amountsMinor[i]!;
      must(position.lots === event.lots[i], 'a funding counted other lots');
      if (amount > 0n) received++;
      const pays = (position.side === 'long') === rateE8 > 0 && rateE8 !== 0;
      if (pays) {
        const value = BigInt(markE8) * BigInt(position.lots) * contract.quoteMinorPerTickLot;
        const owed = (value * BigInt(Math.abs(rateE8))) / (BigInt(contract.tickE8) * 100_000_000n);
        const most = position.isCross ? -amount : position.margin;
        must(-amount === (owed < most ? owed : most), 'a payer paid something else');
      } else {
        const share = (event.collectedMinor * BigInt(position.lots)) / BigInt(event.openInterestLots);
        must(amount === share, 'a receiver got something else');
      }
      if (!position.isCross) position.margin += amount;
      position.funding += amount;
      sum += amount;
      must(position.margin === event.marginsMinor[i], 'a margin after funding');
      const view = this.live.get(positionId)!;
      this.live.set(positionId, {
        ...view,
        marginMinor: event.marginsMinor[i]!,
        fundingMinor: position.funding,
        liquidationE8: event.liquidationsE8[i]!,
        bankruptcyE8: event.bankruptciesE8[i]!,
      });
    });
    must(sum === 0n, 'a funding does not sum to zero');
    must(event.roundingMinor >= 0n && event.roundingMinor <= BigInt(received + open.length), 'a remainder');
  }

  #liquidated(event: PerpetualEventOf<'positionLiquidated'>): void {
    const contract = this.contracts.get(event.marketId)!;
    const { side, lots, entryValueMinor: entry, marginMinor: margin } = event;
    const { markE8 } = event.mark;
    // Equity ≤ maintenance margin, without division.
    const tick = BigInt(contract.tickE8);
    const value = BigInt(markE8) * BigInt(lots) * contract.quoteMinorPerTickLot;
    const equity = margin * tick + profit(side, entry * tick, value);
    const position = this.#reckoned.get(event.positionId)!;
    const hasReached = side === 'long' ? markE8 <= event.liquidationE8 : markE8 >= event.liquidationE8;
    const isDue = hasReached && equity * 1_000_000n <= value * BigInt(event.maintenancePpm);
    // Of a cross position the account decides: see `cross.property.test.ts`.
    must(position.isCross || isDue, 'liquidated with enough equity');
    const closed = event.bookLots + event.insuredLots + event.deleveragedLots;
    must(closed + event.remainingLots === lots, 'lots of a liquidation');
    must(position.lots === event.remainingLots, 'what a liquidation left');
    if (event.remainingLots > 0) return;
    const split = event.liquidationFeeMinor + event.feeMinor + event.returnedMinor;
    must(position.margin === split, 'a liquidation split something else than what was left');
    must(event.returnedMinor >= 0n && event.feeMinor >= 0n && event.liquidationFeeMinor >= 0n, 'split');
    position.fee += event.feeMinor;
    position.margin = 0n;
  }

  /** A top-up counts when it happens, not with the command. */
  #untop({ positionId, amountMinor }: PerpetualEventOf<'positionToppedUp'>): void {
    this.#reckoned.get(positionId)!.margin -= amountMinor;
  }

  /** The mark must have reached the position, and the top-up must take it out of the mark's reach. */
  #toppedUp(event: PerpetualEventOf<'positionToppedUp'>): void {
    const contract = this.contracts.get(event.marketId)!;
    const position = this.#reckoned.get(event.positionId)!;
    const { side, lots, entryValueMinor: entry, marginMinor, maintenancePpm, amountMinor, multiple } = event;
    must(position.lots === lots && position.entry === entry, 'a top-up saw another position');
    must(position.margin === marginMinor && position.multiple === multiple, 'a top-up saw another margin');
    const tick = BigInt(contract.tickE8);
    const value = BigInt(event.mark.markE8) * BigInt(lots) * contract.quoteMinorPerTickLot;
    const isLiquidated = (margin: bigint): boolean => {
      const equity = margin * tick + profit(side, entry * tick, value);
      return equity * 1_000_000n <= value * BigInt(maintenancePpm);
    };
    must(isLiquidated(marginMinor) && !isLiquidated(marginMinor + amountMinor), 'a top-up in vain');
    must(amountMinor > 0n && amountMinor <= event.availableMinor, 'a top-up of what nobody has');
    must(event.usedMinor + amountMinor <= event.limitMinor, 'a top-up beyond its limit');
    must(marginMinor + amountMinor <= entry, 'a top-up above the entry value');
    position.margin += amountMinor;
  }

  #deleveraged(event: PerpetualEventOf<'positionDeleveraged'>): void {
    const bankrupt = this.#reckoned.get(event.againstPositionId)!;
    const part = (bankrupt.entry * BigInt(event.lots)) / BigInt(bankrupt.lots);
    const margin = bankrupt.margin;
    this.#close(bankrupt, event.lots, event.valueMinor, 0, true);
    const used = margin - bankrupt.margin;
    must(
      profit(bankrupt.side, part, event.valueMinor) === -used,
      'reduced at another than the bankruptcy price',
    );
    const position = this.#reckoned.get(event.positionId)!;
    must(position.side !== bankrupt.side, 'deleveraged on the wrong side');
    this.#checkRank(event, position);
    must(
      this.#close(position, event.lots, event.valueMinor, 0) === event.realisedMinor,
      'profit of a reduction',
    );
  }

  /** Throws if a position that ranked higher and could pay was skipped. Positions opened in this command rank last. */
  #checkRank(event: PerpetualEventOf<'positionDeleveraged'>, reduced: Reckoned): void {
    const { tickE8, quoteMinorPerTickLot } = this.contracts.get(event.marketId)!;
    for (const view of this.live.values()) {
      const other = this.#reckoned.get(view.positionId);
      const isCandidate = view.marketId === event.marketId && view.side === event.side && other !== reduced;
      if (!isCandidate || other === undefined || other.lots === 0 || other.isCross) continue;
      if (other.opened !== view.openedValueMinor) continue;
      const atMark = (BigInt(event.mark.markE8) * BigInt(other.lots) * quoteMinorPerTickLot) / BigInt(tickE8);
      const rank =
        (profit(other.side, other.entry, atMark) * BigInt(view.multiple) * 100_000_000n) / other.entry;
      // Partial closes since the ranking change the rank slightly by rounding.
      if (rank <= BigInt(event.rankE8) + 1_000n) continue;
      const price = (event.valueMinor * BigInt(other.lots)) / BigInt(event.lots);
      must(other.margin + profit(other.side, other.entry, price) <= 1n, 'a higher rank was passed over');
    }
  }

  #changed(view: PositionView): void {
    const { positionId } = view;
    const position = this.#reckoned.get(positionId)!;
    const lots = view.openedLots - view.closedLots;
    const same =
      position.lots === lots &&
      position.opened === view.openedValueMinor &&
      position.multiple === view.multiple &&
      position.entry === view.entryValueMinor &&
      position.margin === view.marginMinor &&
      position.closedLots === view.closedLots &&
      position.closedValue === view.closedValueMinor &&
      position.fee === view.feeMinor &&
      position.funding === view.fundingMinor &&
      position.insured === view.insurancePaidMinor;
    must(same, `position ${positionId} is not what its fills make it`);
    const closedEntry = view.openedValueMinor - view.entryValueMinor;
    must(view.realisedMinor === profit(view.side, closedEntry, view.closedValueMinor), 'realised');
    const waits = view.waitingLots > 0;
    const status = lots > 0 ? 'holding' : waits ? 'pending' : view.openedLots > 0 ? 'closed' : 'cancelled';
    must(view.status === status, `position ${positionId} is ${view.status}, not ${status}`);
    must((view.closing?.lots ?? 0) <= lots, 'more waits to close than is open');
    if (status === 'holding' || status === 'pending') {
      this.live.set(positionId, view);
      return;
    }
    must(view.marginMinor === 0n && view.waitingMinor === 0n, 'ended holding money');
    must(view.takeProfitTicks === null && view.stopLossTicks === null && view.closing === null, 'stops left');
    must((view.closeReason === null) === (status === 'cancelled'), 'closed without a reason');
    this.live.delete(positionId);
    this.#reckoned.delete(positionId);
    this.#ended.add(positionId);
  }

  #checkSums(): void {
    const open = { long: 0, short: 0 };
    const sides = new Map<string, PositionSide>();
    for (const view of this.live.values()) {
      open[view.side] += view.openedLots - view.closedLots;
      const key = `${view.customerId}/${view.marketId}`;
      const mode = this.modes.get(key) ?? 'each';
      if (mode === 'each') continue;
      const place = mode === 'net' ? key : `${key}/${view.side}`;
      must(!sides.has(place), `customer ${view.customerId} holds two positions in mode ${mode}`);
      sides.set(place, view.side);
    }
    must(open.long === open.short, `${open.long} lots long, ${open.short} short`);
  }
}
