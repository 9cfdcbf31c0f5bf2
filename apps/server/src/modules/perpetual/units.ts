import type { Currency, ReadonlyExchange, PerpetualContract } from '@tallystick/core';
import { formatFixed, formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import { CallFailure } from '../../http/call-failure.ts';
import type { CandleKind } from '@tallystick/protocol/calls/market';
import { inSteps, stepOf, type Step } from '../market/steps.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { CandleUnits } from '../market/wire.ts';

const MAX_LOTS_TEXT = /^[1-9]\d{0,14}$/;

/** Converts a contract's ticks, lots and minor units to and from the wire's decimal strings. */
export class PerpetualUnits {
  readonly contract: PerpetualContract;
  readonly base: Currency;
  readonly quote: Currency;
  readonly #tick: Step;
  readonly #lot: Step;

  constructor(contract: PerpetualContract, base: Currency, quote: Currency) {
    this.contract = contract;
    this.base = base;
    this.quote = quote;
    this.#tick = stepOf(contract.tickSize);
    this.#lot = stepOf(contract.lotSize);
  }

  /** Always with all decimals of the tick. */
  price(ticks: number): string {
    return formatFixed(BigInt(ticks) * BigInt(this.#tick.units), this.#tick.decimals, this.#tick.decimals);
  }

  priceOrNull(ticks: number | null): string | null {
    return ticks === null ? null : this.price(ticks);
  }

  /** Exact: mark, index, liquidation and bankruptcy prices lie between ticks. */
  exactPrice(priceE8: number): string {
    return formatMinor(BigInt(priceE8), 8);
  }

  /** For messages: truncated to the tick's decimals. */
  shownPrice(priceE8: number): string {
    return formatFixed(BigInt(priceE8), 8, this.#tick.decimals);
  }

  exactPriceOrNull(priceE8: number | null): string | null {
    return priceE8 === null ? null : this.exactPrice(priceE8);
  }

  /** In base units, without trailing zeros. */
  quantity(lots: number): string {
    return formatMinor(BigInt(lots) * BigInt(this.#lot.units), this.#lot.decimals);
  }

  amount(minor: bigint): string {
    return formatMinor(minor, this.quote.decimals);
  }

  /** Value per base unit, truncated to the tick's decimals; null without lots. */
  averagePrice(valueMinor: bigint, lots: number): string | null {
    if (lots === 0) return null;
    const perTick = BigInt(lots) * this.contract.quoteMinorPerTickLot;
    const units = (valueMinor * BigInt(this.#tick.units)) / perTick;
    return formatFixed(units, this.#tick.decimals, this.#tick.decimals);
  }

  /** Throws invalid_price, naming the step, for a price between two ticks or above the contract's maximum. */
  priceTicks(text: string, field: string): number {
    const ticks = inSteps(text, this.#tick);
    if (typeof ticks !== 'number' || ticks > this.contract.maxPriceTicks || ticks < 1) {
      throw new CallFailure('invalid_price', { field, step: this.#tick.text });
    }
    return ticks;
  }

  /** Null where the text is left out. */
  ticksOrNull(text: string | undefined, field: string): number | null {
    return text === undefined ? null : this.priceTicks(text, field);
  }

  /** Null where the text is left out or empty: no stop. */
  stopTicks(text: string | undefined, field: string): number | null {
    return this.ticksOrNull(text === '' ? undefined : text, field);
  }

  /** In minor units. Throws invalid_amount naming the decimals. */
  amountMinor(text: string, field: string): bigint {
    const minor = parseDecimal(text, this.quote.decimals);
    if (minor === null) throw new CallFailure('invalid_amount', { field, decimals: this.quote.decimals });
    return minor;
  }
}

/** A positive whole number of lots. Throws invalid_lots for anything else, too_many_lots above a book's maximum. */
export function readLots(text: string): number {
  if (MAX_LOTS_TEXT.test(text)) return Number(text);
  if (/^[1-9]\d{15,}$/.test(text)) throw new CallFailure('too_many_lots', { field: 'lots' });
  throw new CallFailure('invalid_lots', { field: 'lots' });
}

/** Throws multiple_not_offered for anything but a whole number; the core knows which ones are offered. */
export function readMultiple(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new CallFailure('multiple_not_offered', { field: 'multiple' });
}

/** The units of all contracts, rebuilt when a contract is configured. */
export class PerpetualUnitsTable {
  readonly #exchange: Pick<ReadonlyExchange, 'perpetual' | 'currency'>;
  readonly #units = new Map<number, PerpetualUnits>();

  constructor(exchange: Pick<ReadonlyExchange, 'perpetual' | 'currency'>) {
    this.#exchange = exchange;
  }

  /** Throws unknown_perpetual. */
  of(marketId: number, field = 'market_id'): PerpetualUnits {
    const contract = this.#exchange.perpetual.contract(marketId);
    if (contract === null) throw new CallFailure('unknown_perpetual', { field });
    const known = this.#units.get(marketId);
    if (known?.contract === contract) return known;
    const base = this.#exchange.currency(contract.baseCurrencyId);
    const quote = this.#exchange.currency(contract.quoteCurrencyId);
    if (base === null || quote === null) throw new Error(`contract ${marketId} lacks a currency`);
    const units = new PerpetualUnits(contract, base, quote);
    this.#units.set(marketId, units);
    return units;
  }
}

/** The units of candles: those of a market or of its contract; marks and indexes lie between ticks. */
export function candleUnits(
  kind: CandleKind,
  marketId: number,
  markets: Pick<MarketUnitsTable, 'of'>,
  contracts: Pick<PerpetualUnitsTable, 'of'>,
): CandleUnits {
  if (kind === 'spot') return markets.of(marketId);
  const units = contracts.of(marketId);
  return {
    price: kind === 'contract' ? ticks => units.price(ticks) : priceE8 => units.exactPrice(priceE8),
    quantity: lots => units.quantity(lots),
    quoteAmount: minor => units.amount(minor),
  };
}
