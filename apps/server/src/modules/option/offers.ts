import type { OptionDirection, OptionTerms, OptionTime, ReadonlyExchange } from '@tallystick/core';
import { PLATFORM_OWNER } from '@tallystick/core';
import { stakeCoveredBy } from '@tallystick/core/option/derive-terms';
import type { CommandBus } from '../../engine/command-bus.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { submitCommand } from '../../http/submit.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';

export interface OptionOffersOptions {
  readonly bus: CommandBus;
  readonly exchange: Pick<
    ReadonlyExchange,
    'option' | 'market' | 'markets' | 'marketStatus' | 'indexTick' | 'balance'
  >;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly now: () => number;
}

type OptionCurrency = OptionTerms['currencies'][number];

/** Why nothing can be bought, the most lasting reason first. Only the market and its prices stop practice. */
export type OptionClosed = 'productOff' | 'optionsOff' | 'marketClosed' | 'priceStale';

/** A market's terms as they are on offer. */
export interface OfferedOptions {
  readonly terms: OptionTerms;
  /** Null when it can be bought. */
  readonly closed: OptionClosed | null;
}

export interface OptionPurse {
  readonly payable: OptionCurrency;
  /** Balances of the option account, and of the spot account it can be filled from. */
  readonly availableMinor: bigint;
  readonly spotMinor: bigint;
  readonly practiceMinor: bigint;
}

export interface PracticeBalance {
  readonly currencyId: number;
  readonly availableMinor: bigint;
  /** The balance after a reset. */
  readonly startMinor: bigint;
}

/** A practice account starts with this many of the largest stakes. */
const PRACTICE_STAKES = 5n;

/** What is on offer now: terms from the core, and the stakes the house can still cover. */
export class OptionOffers {
  readonly #options: OptionOffersOptions;

  constructor(options: OptionOffersOptions) {
    this.#options = options;
  }

  markets(): OfferedOptions[] {
    return this.#offered().map(terms => ({ terms, closed: this.#closed(terms) }));
  }

  /** Throws unknown_market and options_not_offered. */
  on(marketId: number): OfferedOptions {
    const terms = this.#termsOf(marketId);
    return { terms, closed: this.#closed(terms) };
  }

  /** What the customer can stake on a market. Throws as `on` does. */
  payable(customerId: number, marketId: number): OptionPurse[] {
    const { exchange } = this.#options;
    return this.#termsOf(marketId).currencies.map(payable => {
      const { currencyId } = payable;
      const available = (account: 'option' | 'spot') =>
        exchange.balance({ ownerId: customerId, account, currencyId }).availableMinor;
      return {
        payable,
        availableMinor: available('option'),
        spotMinor: available('spot'),
        practiceMinor: exchange.option.practiceMinor(customerId, currencyId),
      };
    });
  }

  practice(customerId: number): PracticeBalance[] {
    const { option } = this.#options.exchange;
    return [...this.#practiceStarts()].map(([currencyId, startMinor]) => ({
      currencyId,
      availableMinor: option.practiceMinor(customerId, currencyId),
      startMinor,
    }));
  }

  /** Fills the practice account up to its start balance; an account that holds as much or more stays as it is. */
  async fillPractice(customerId: number, currencyId: number): Promise<PracticeBalance[]> {
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

  /** The largest stake on one duration and direction that the house can cover now. */
  capacityMinor(
    { marketId }: OptionTerms,
    { payoutPpm }: OptionTime,
    { currencyId, exposureLimitMinor, maxStakeMinor }: OptionCurrency,
    direction: OptionDirection,
  ): bigint {
    const { exchange } = this.#options;
    const leftMinor = exposureLimitMinor - exchange.option.exposureMinor(marketId, currencyId, direction);
    const poolMinor = exchange.balance({
      ownerId: PLATFORM_OWNER,
      account: 'optionPool',
      currencyId,
    }).availableMinor;
    const covered = stakeCoveredBy(leftMinor < poolMinor ? leftMinor : poolMinor, payoutPpm);
    return covered < maxStakeMinor ? covered : maxStakeMinor;
  }

  #offered(): OptionTerms[] {
    const { exchange } = this.#options;
    return exchange.markets().flatMap(({ id }) => exchange.option.terms(id) ?? []);
  }

  #termsOf(marketId: number): OptionTerms {
    const { exchange } = this.#options;
    if (exchange.market(marketId) === null) throw new CallFailure('unknown_market', { field: 'market_id' });
    const terms = exchange.option.terms(marketId);
    if (terms === null) throw new CallFailure('options_not_offered', { field: 'market_id' });
    return terms;
  }

  /** Start balances by currency id, ascending: `PRACTICE_STAKES` times the largest stake that any market takes. */
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

  #closed(terms: OptionTerms): OptionClosed | null {
    const { exchange, settings, now } = this.#options;
    if (!settings.get('products').option) return 'productOff';
    if (!terms.enabled) return 'optionsOff';
    if (exchange.marketStatus(terms.marketId) !== 'open') return 'marketClosed';
    const tick = exchange.indexTick(terms.marketId);
    return tick === null || tick.atMs < now() - terms.staleMs ? 'priceStale' : null;
  }
}
