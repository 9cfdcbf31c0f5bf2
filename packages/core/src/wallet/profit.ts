import type { CommandOf } from '../command.ts';
import { DAY_MS } from '../durations.ts';
import { CHANNELS, PLATFORM_OWNER, PROFIT_SOURCES, type ProfitSource } from '../ledger/account.ts';
import { checkAvailable } from '../ledger/check-available.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Markets } from '../market/market.ts';
import { formatMinor } from '../money/decimal.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { isReference } from './reference.ts';

/** From the announcement in public until the money may leave. */
const NOTICE_MS = DAY_MS;
/** Figures of an older audit point prove nothing about today. */
const PROOF_AGE_MS = DAY_MS;

/** The house's profit on its way out of the exchange. It takes from the house's own funds, and from nothing else. */
export class ProfitWithdrawals {
  readonly #ledger: Ledger;
  readonly #markets: Markets;
  readonly #floorMinor: (currencyId: number) => bigint;

  /** `floorMinor`: what the insurance fund must keep in a currency. */
  constructor(ledger: Ledger, markets: Markets, floorMinor: (currencyId: number) => bigint) {
    this.#ledger = ledger;
    this.#markets = markets;
    this.#floorMinor = floorMinor;
  }

  /**
   * What of the house's own money is bound by nothing; below zero if something is short. Promises are in escrow already,
   * which is no fund. What the insurance fund lacks of its floor, and what customers owe and may never pay, is left out;
   * what it has beyond the floor does not count, because it has to be drawn first.
   */
  freeMinor(currencyId: number): bigint {
    const held = (account: ProfitSource | 'insurance' | 'receivable'): bigint => {
      const found = this.#ledger.find({ ownerId: PLATFORM_OWNER, account, currencyId });
      return found === null ? 0n : this.#ledger.availableMinor(found);
    };
    const overFloorMinor = held('insurance') - this.#floorMinor(currencyId);
    return PROFIT_SOURCES.reduce(
      (sum, account) => sum + held(account),
      held('receivable') + (overFloorMinor < 0n ? overFloorMinor : 0n),
    );
  }

  withdraw(command: CommandOf<'withdrawProfit'>, atMs: number): Refusal | null {
    const { from, to, currencyId, amountMinor, reference } = command;
    const currency = this.#markets.currency(currencyId);
    if (currency === undefined) return refuse('unknown_currency', 'currency_id');
    if (!PROFIT_SOURCES.includes(from)) return refuse('invalid_order', 'from');
    if (!CHANNELS.includes(to)) return refuse('invalid_order', 'to');
    if (!isReference(reference)) return refuse('invalid_order', 'reference');
    if (typeof amountMinor !== 'bigint' || amountMinor <= 0n) return refuse('invalid_amount', 'amount');
    const refusal = this.#refuseTimes(command, atMs);
    if (refusal !== null) return refusal;
    const source = this.#ledger.platform(from, currencyId);
    const lacking = checkAvailable(this.#ledger, source, amountMinor, currency);
    if (lacking !== null) return lacking;
    const channel = this.#ledger.platform(to, currencyId);
    const shown = (minor: bigint) => ({
      available: formatMinor(minor > 0n ? minor : 0n, currency.decimals),
      currency: currency.code,
    });
    // A channel is negative by what lies there.
    const thereMinor = -this.#ledger.availableMinor(channel);
    if (amountMinor > thereMinor) return refuse('insufficient_balance', 'to', shown(thereMinor));
    const freeMinor = this.freeMinor(currencyId);
    if (amountMinor > freeMinor) return refuse('profit_bound', 'amount', shown(freeMinor));
    const provenMinor = command.assetsMinor - command.liabilitiesMinor;
    if (amountMinor > provenMinor) return refuse('profit_unproven', 'amount', shown(provenMinor));
    this.#ledger.open('profitWithdrawal', reference);
    this.#ledger.availableBig(source, -amountMinor);
    this.#ledger.availableBig(channel, amountMinor);
    this.#ledger.close();
    return null;
  }

  #refuseTimes(command: CommandOf<'withdrawProfit'>, atMs: number): Refusal | null {
    const { announcedAtMs, provenAtMs, liabilitiesMinor, assetsMinor } = command;
    if (!isIntegerWithin(announcedAtMs, 1, atMs)) return refuse('invalid_order', 'announced_at_ms');
    if (!isIntegerWithin(provenAtMs, 1, atMs)) return refuse('invalid_order', 'proven_at_ms');
    if (typeof liabilitiesMinor !== 'bigint' || liabilitiesMinor < 0n) {
      return refuse('invalid_amount', 'liabilities');
    }
    if (typeof assetsMinor !== 'bigint' || assetsMinor < 0n) return refuse('invalid_amount', 'assets');
    if (atMs < announcedAtMs + NOTICE_MS) {
      return refuse('profit_wait', undefined, { until_ms: announcedAtMs + NOTICE_MS });
    }
    return atMs > provenAtMs + PROOF_AGE_MS ? refuse('profit_unproven', 'proven_at_ms') : null;
  }
}
