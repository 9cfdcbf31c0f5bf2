import type { CommandOf } from '../command.ts';
import type { EventLog } from '../event-log.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import {
  admitExposure,
  checkFunds,
  checkOpening,
  checkStopLoss,
  checkSurvives,
  formatQuote,
} from './admission.ts';
import { isTopUpLimit, type Choices } from './choices.ts';
import type { ContractChoice } from './contract-choice.ts';
import { initialMargin, liquidationPriceE8, valueAtTicks, type Exposure } from './formulas.ts';
import { marginAtLeverage, removableMargin, requiredMargin } from './margin-formulas.ts';
import type { OpenPositions } from './open-positions.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { Position } from './position.ts';
import { validateMultiple } from './validate-order.ts';

const MILLION = 1_000_000;

/**
 * How customers change margin and leverage of open positions, and what they choose for later ones. Adding margin always
 * helps; what takes margin out needs what opening a position needs: an open contract and a fresh index.
 */
export class Margins {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #keeper: OpenPositions;
  readonly #choices: Choices;

  constructor(log: EventLog, ledger: Ledger, keeper: OpenPositions, choices: Choices) {
    this.#log = log;
    this.#ledger = ledger;
    this.#keeper = keeper;
    this.#choices = choices;
  }

  add(market: PerpetualMarket, position: Position, amountMinor: bigint): Refusal | null {
    if (position.trader.cross !== null) return refuse('cross_margin');
    if (typeof amountMinor !== 'bigint' || amountMinor <= 0n) return refuse('invalid_amount', 'amount');
    const free = position.entryValueMinor - position.marginMinor;
    if (amountMinor > free) {
      return refuse('margin_too_large', 'amount', {
        maximum: formatQuote(market, free > 0n ? free : 0n),
        currency: market.listed.quote.code,
      });
    }
    const refusal = checkFunds(this.#ledger, market, position.trader, amountMinor);
    if (refusal === null) this.#keeper.addMargin(market, position, amountMinor);
    return refusal;
  }

  remove(market: PerpetualMarket, position: Position, amountMinor: bigint, atMs: number): Refusal | null {
    if (position.trader.cross !== null) return refuse('cross_margin');
    if (typeof amountMinor !== 'bigint' || amountMinor <= 0n) return refuse('invalid_amount', 'amount');
    const closed = checkOpening(market, atMs);
    if (closed !== null) return closed;
    const most = removableMargin(market.contract, position, market.mark!, position.multiple);
    if (amountMinor > most) {
      return refuse('margin_below_initial', 'amount', {
        maximum: formatQuote(market, most),
        currency: market.listed.quote.code,
      });
    }
    const marginMinor = position.marginMinor - amountMinor;
    const refusal = checkLess(market, position, marginMinor);
    if (refusal === null) this.#keeper.setMargin(market, position, marginMinor, position.waitingMarginMinor);
    return refusal;
  }

  /** Rates and fees of the position stay its own; only its leverage, and what it requires, change. */
  changeLeverage(
    market: PerpetualMarket,
    position: Position,
    multiple: number,
    isFrozen: boolean,
    atMs: number,
  ): Refusal | null {
    const invalid = validateMultiple(multiple, market.contract);
    if (invalid !== null) return invalid;
    const isHigher = multiple > position.multiple;
    if (isHigher) {
      const refusal = (isFrozen ? refuse('customer_frozen') : null) ?? checkOpening(market, atMs);
      if (refusal !== null) return refusal;
    }
    const change = { from: position.multiple, to: multiple };
    const { cross } = position.trader;
    const marginMinor =
      cross === null ? marginAtLeverage(market.contract, position, market.mark!, change) : 0n;
    const waitingMinor = waitingMarginAt(market, position, multiple);
    const moved = marginMinor - position.marginMinor + waitingMinor - position.waitingMarginMinor;
    // What carries a cross position stays where it is, but must be there.
    const needed = cross === null ? moved : moved + moreRequired(market, position, change);
    const refusal = isHigher
      ? checkHigher(market, position, multiple, marginMinor)
      : checkFunds(this.#ledger, market, position.trader, needed);
    if (refusal !== null) return refusal;
    position.multiple = multiple;
    this.#keeper.setMargin(market, position, marginMinor, waitingMinor);
    return null;
  }

  /** A limit below what was already added ends top-ups. */
  setTopUp(market: PerpetualMarket, position: Position, limitMinor: bigint, atMs: number): Refusal | null {
    if (position.trader.cross !== null) return refuse('cross_margin');
    if (!isTopUpLimit(limitMinor)) return refuse('invalid_amount', 'limit');
    position.topUpLimitMinor = limitMinor;
    market.touch(position, atMs);
    return null;
  }

  setLeverage(market: PerpetualMarket, { customerId, multiple }: CommandOf<'setLeverage'>): Refusal | null {
    const invalid = validateMultiple(multiple, market.contract);
    if (invalid === null) this.#choose(market, customerId, { multiple });
    return invalid;
  }

  setTopUpDefault(
    market: PerpetualMarket,
    { customerId, limitMinor }: CommandOf<'setTopUpDefault'>,
  ): Refusal | null {
    if (!isTopUpLimit(limitMinor)) return refuse('invalid_amount', 'limit');
    this.#choose(market, customerId, { topUpLimitMinor: limitMinor });
    return null;
  }

  #choose(market: PerpetualMarket, customerId: number, change: Partial<ContractChoice>): void {
    const choice = { ...this.#choices.of(customerId, market.id), ...change };
    this.#choices.set(customerId, market.id, choice);
    this.#log.push({ type: 'contractChoiceSet', customerId, marketId: market.id, choice });
  }
}

/** How much more a position must have at another leverage. */
function moreRequired(
  { contract, mark }: PerpetualMarket,
  position: Position,
  { from, to }: { readonly from: number; readonly to: number },
): bigint {
  return requiredMargin(contract, position, mark!, to) - requiredMargin(contract, position, mark!, from);
}

/** What the rest of its order freezes as margin at another leverage: parts still add up to that of the whole. */
function waitingMarginAt(
  { contract }: PerpetualMarket,
  { opening, openedValueMinor }: Position,
  multiple: number,
): bigint {
  if (opening === null) return 0n;
  const restMinor = valueAtTicks(contract, opening.priceTicks, opening.lots);
  return initialMargin(openedValueMinor + restMinor, multiple) - initialMargin(openedValueMinor, multiple);
}

/** A higher leverage must be allowed for what the customer holds, and leave position and waiting order alive. */
function checkHigher(
  market: PerpetualMarket,
  position: Position,
  multiple: number,
  marginMinor: bigint,
): Refusal | null {
  const { trader, opening, side, orderedLots: lots, maintenancePpm } = position;
  const admitted = admitExposure(market, trader.exposureMinor, multiple);
  if ('refusal' in admitted) return admitted.refusal;
  // The position keeps its own rate, which may be above today's tier's.
  if (!isIntegerWithin(multiple * maintenancePpm, 1, MILLION - 1)) {
    const maximum = Math.floor((MILLION - 1) / maintenancePpm);
    return refuse('multiple_too_high', 'multiple', { maximum });
  }
  const refusal = checkLess(market, position, marginMinor);
  if (refusal !== null || opening === null) return refusal;
  const entryValueMinor = valueAtTicks(market.contract, opening.priceTicks, lots);
  const whole = { side, lots, entryValueMinor, marginMinor: initialMargin(entryValueMinor, multiple) };
  return checkSurvives(market, whole, maintenancePpm);
}

/** With less margin, neither mark nor index may liquidate the position, nor its stop-loss come too late. */
function checkLess(market: PerpetualMarket, position: Position, marginMinor: bigint): Refusal | null {
  if (marginMinor >= position.marginMinor) return null;
  const { side, lots, entryValueMinor, maintenancePpm, stopLossTicks } = position;
  const exposure: Exposure = { side, lots, entryValueMinor, marginMinor };
  const { contract } = market;
  return (
    checkSurvives(market, exposure, maintenancePpm) ??
    checkStopLoss(
      side,
      contract.tickE8,
      stopLossTicks,
      liquidationPriceE8(contract, exposure, maintenancePpm),
    )
  );
}
