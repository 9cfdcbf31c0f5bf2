import type { Currency, ReadonlyExchange, OptionDirection, OptionTerms, OptionTime } from '@tallystick/core';
import { PLATFORM_OWNER } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import { breakEvenPpm } from '@tallystick/core/option/settlement';
import { stakeCoveredBy } from '@tallystick/core/option/terms';
import type { CallOutput, WireOptionClosed, WireOptionTime, WirePracticeBalance } from '@tallystick/protocol';
import type { CommandBus } from '../../engine/command-bus.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { submitCommand } from '../../http/submit.ts';
import { wireRate } from './wire.ts';

export interface OptionOffersOptions {
  readonly bus: CommandBus;
  readonly exchange: Pick<
    ReadonlyExchange,
    'option' | 'markets' | 'marketStatus' | 'indexTick' | 'balance' | 'currency'
  >;
  readonly units: MarketUnitsTable;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly now: () => number;
}

/** How many of the largest stakes a practice account starts with. */
const PRACTICE_STAKES = 5n;

/** What is on offer right now: terms as the core holds them, and what the house can still cover. */
export class OptionOffers {
  readonly #options: OptionOffersOptions;

  constructor(options: OptionOffersOptions) {
    this.#options = options;
  }

  markets(): CallOutput<'GET microtrade/markets'> {
    return {
      markets: this.#offered().map(terms => ({
        market_id: terms.marketId,
        symbol: this.#options.units.of(terms.marketId).market.symbol,
        closed: this.#closed(terms),
      })),
    };
  }

  seconds(marketId: number): CallOutput<'GET microtrade/seconds'> {
    const terms = this.#termsOf(marketId);
    return {
      market_id: marketId,
      symbol: this.#options.units.of(marketId).market.symbol,
      terms_version: terms.version,
      closed: this.#closed(terms),
      stale_ms: terms.staleMs,
      times: terms.times.map(time => this.#time(terms, time)),
    };
  }

  payable(customerId: number, marketId: number): CallOutput<'GET microtrade/payable_currencies'> {
    const { exchange, units } = this.#options;
    return {
      currencies: this.#termsOf(marketId).currencies.map(payable => {
        const currency = units.currency(payable.currencyId);
        const available = (account: 'option' | 'spot') =>
          exchange.balance({ ownerId: customerId, account, currencyId: currency.id }).availableMinor;
        return {
          currency_id: currency.id,
          currency: currency.code,
          min_stake: formatMinor(payable.minStakeMinor, currency.decimals),
          max_stake: formatMinor(payable.maxStakeMinor, currency.decimals),
          available: formatMinor(available('option'), currency.decimals),
          spot_available: formatMinor(available('spot'), currency.decimals),
          practice_available: formatMinor(
            exchange.option.practiceMinor(customerId, currency.id),
            currency.decimals,
          ),
        };
      }),
    };
  }

  practice(customerId: number): { balances: WirePracticeBalance[] } {
    const { exchange, units } = this.#options;
    return {
      balances: [...this.#practiceStarts()].map(([currencyId, startMinor]) => {
        const { code, decimals } = units.currency(currencyId);
        return {
          currency_id: currencyId,
          currency: code,
          available: formatMinor(exchange.option.practiceMinor(customerId, currencyId), decimals),
          start: formatMinor(startMinor, decimals),
        };
      }),
    };
  }

  /** Fills the practice account up; one that holds its start or more stays as it is. */
  async fillPractice(customerId: number, currencyId: number): Promise<{ balances: WirePracticeBalance[] }> {
    const { bus, exchange } = this.#options;
    const startMinor = this.#practiceStarts().get(currencyId);
    if (startMinor === undefined) {
      throw new CallFailure('option_currency_not_offered', { field: 'currency_id' });
    }
    if (exchange.option.practiceMinor(customerId, currencyId) < startMinor) {
      await submitCommand(
        bus,
        { type: 'resetPractice', customerId, currencyId, amountMinor: startMinor },
        {},
      );
    }
    return this.practice(customerId);
  }

  #offered(): OptionTerms[] {
    const { exchange } = this.#options;
    return exchange.markets().flatMap(({ id }) => exchange.option.terms(id) ?? []);
  }

  /** Throws unknown_market and options_not_offered. */
  #termsOf(marketId: number): OptionTerms {
    this.#options.units.of(marketId);
    const terms = this.#options.exchange.option.terms(marketId);
    if (terms === null) throw new CallFailure('options_not_offered', { field: 'market_id' });
    return terms;
  }

  /** By currency, ascending: some of the largest stakes that any market takes. */
  #practiceStarts(): Map<number, bigint> {
    const starts = new Map<number, bigint>();
    for (const { currencies } of this.#offered()) {
      for (const { currencyId, maxStakeMinor } of currencies) {
        const startMinor = maxStakeMinor * PRACTICE_STAKES;
        if (startMinor > (starts.get(currencyId) ?? 0n)) starts.set(currencyId, startMinor);
      }
    }
    return new Map([...starts].toSorted(([a], [b]) => a - b));
  }

  #closed(terms: OptionTerms): WireOptionClosed | null {
    const { exchange, settings, now } = this.#options;
    if (!settings.get('products').option) return 'product_off';
    if (!terms.enabled) return 'options_off';
    if (exchange.marketStatus(terms.marketId) !== 'open') return 'market_closed';
    const tick = exchange.indexTick(terms.marketId);
    return tick === null || tick.atMs < now() - terms.staleMs ? 'price_stale' : null;
  }

  #time(terms: OptionTerms, time: OptionTime): WireOptionTime {
    return {
      seconds: time.seconds,
      payout_rate: wireRate(time.payoutPpm),
      break_even_chance: wireRate(breakEvenPpm(time.payoutPpm)),
      currencies: terms.currencies.map(payable => {
        const currency = this.#options.units.currency(payable.currencyId);
        const amount = (minor: bigint): string => formatMinor(minor, currency.decimals);
        const capacity = (direction: OptionDirection): string => {
          const leftMinor =
            payable.exposureLimitMinor -
            this.#options.exchange.option.exposureMinor(terms.marketId, currency.id, direction);
          const poolMinor = this.#poolMinor(currency);
          const covered = stakeCoveredBy(leftMinor < poolMinor ? leftMinor : poolMinor, time.payoutPpm);
          return amount(covered < payable.maxStakeMinor ? covered : payable.maxStakeMinor);
        };
        return {
          currency_id: currency.id,
          currency: currency.code,
          min_stake: amount(payable.minStakeMinor),
          max_stake: amount(payable.maxStakeMinor),
          capacity_rise: capacity('rise'),
          capacity_fall: capacity('fall'),
        };
      }),
    };
  }

  #poolMinor({ id }: Currency): bigint {
    const key = { ownerId: PLATFORM_OWNER, account: 'optionPool', currencyId: id } as const;
    return this.#options.exchange.balance(key).availableMinor;
  }
}
