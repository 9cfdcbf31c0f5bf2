import { CHANNELS, CUSTOMER_ACCOUNTS, HOUSE_FUNDS, MOST_OWED, PLATFORM } from './books.ts';
import { DAY_MS, isAmount, isWhole, least, most } from './numbers.ts';
import { change, owed, takeBack } from './debts.ts';
import type { Part, Refusal } from './part.ts';
import type { World } from './world.ts';

interface Credit {
  readonly type: 'credit';
  readonly customerId: number;
  readonly account: string;
  readonly currencyId: number;
  readonly amountMinor: bigint;
  readonly from: string;
  readonly reference: string;
}

interface ReverseCredit {
  readonly type: 'reverseCredit';
  readonly customerId: number;
  readonly account: string;
  readonly currencyId: number;
  readonly amountMinor: bigint;
  readonly to: string;
  readonly reference: string;
}

interface FundHouse {
  readonly from: string;
  readonly to: string;
  readonly currencyId: number;
  readonly amountMinor: bigint;
  readonly reference: string;
}

interface Transfer {
  readonly type: 'transfer';
  readonly customerId: number;
  readonly currencyId: number;
  readonly from: string;
  readonly to: string;
  readonly amountMinor: bigint;
}

/** What the house withdraws of its profit: announced a day before, proven within the last. */
interface WithdrawProfit {
  readonly type: 'withdrawProfit';
  readonly from: string;
  readonly to: string;
  readonly currencyId: number;
  readonly amountMinor: bigint;
  readonly announcedAtMs: number;
  readonly provenAtMs: number;
  readonly liabilitiesMinor: bigint;
  readonly assetsMinor: bigint;
  readonly reference: string;
}

type WalletCommand =
  | WithdrawProfit
  | Credit
  | ReverseCredit
  | Transfer
  | (FundHouse & { readonly type: 'fundHouse' })
  | (Omit<FundHouse, 'from'> & { readonly type: 'takeFromInsurance' });

/** Deposits and their reversals, transfers, and the house's own money. */
export class WalletPart implements Part {
  readonly commands = [
    'credit',
    'reverseCredit',
    'fundHouse',
    'takeFromInsurance',
    'withdrawProfit',
    'transfer',
  ];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  apply(command: WalletCommand): Refusal {
    switch (command.type) {
      case 'credit':
        return this.#credit(command);
      case 'reverseCredit':
        return this.#reverse(command);
      case 'fundHouse':
        return this.#fund(command);
      case 'takeFromInsurance':
        return this.#takeFromInsurance(command);
      case 'withdrawProfit':
        return this.#withdrawProfit(command);
      case 'transfer':
        return this.#transfer(command);
    }
  }

  *lines(): Iterable<string> {
    for (const [key, minor] of this.#world.debts) yield `debt ${key.replace('/', ' ')} ${minor}`;
  }

  #credit({ customerId, account, currencyId, amountMinor, from, reference }: Credit): Refusal {
    const world = this.#world;
    const isChannel = isOneOf(CHANNELS, from);
    if (!world.customers.has(customerId)) return 'unknown_customer';
    if (!world.currencies.has(currencyId)) return 'unknown_currency';
    const isValid =
      isOneOf(CUSTOMER_ACCOUNTS, account) &&
      (isChannel || from === 'faucet' || from === 'treasury') &&
      isReference(reference);
    if (!isValid) return 'invalid_order';
    const refusal = this.#refusePaying(from, from === 'treasury', currencyId, amountMinor);
    if (refusal !== null) return refusal;
    // Money from outside first pays what the customer owes.
    const repaid = isChannel ? least(amountMinor, owed(world, customerId, currencyId)) : 0n;
    world.books.post(from === 'faucet' ? 'faucet' : 'deposit', reference, [
      [PLATFORM, from, currencyId, 'available', -amountMinor],
      [PLATFORM, 'receivable', currencyId, 'available', repaid],
      [customerId, account, currencyId, 'available', amountMinor - repaid],
    ]);
    change(world, customerId, currencyId, -repaid);
    return null;
  }

  #reverse({ customerId, account, currencyId, amountMinor, to, reference }: ReverseCredit): Refusal {
    const world = this.#world;
    if (!world.customers.has(customerId)) return 'unknown_customer';
    if (!world.currencies.has(currencyId)) return 'unknown_currency';
    const isValid = isOneOf(CUSTOMER_ACCOUNTS, account) && isOneOf(CHANNELS, to) && isReference(reference);
    if (!isValid) return 'invalid_order';
    if (!isAmount(amountMinor)) return 'invalid_amount';
    return takeBack(world, { customerId, account, currencyId, amountMinor, to, reference });
  }

  #fund({ from, to, currencyId, amountMinor, reference }: FundHouse): Refusal {
    const isOutside = from === 'faucet' || isOneOf(CHANNELS, from);
    if (!this.#world.currencies.has(currencyId)) return 'unknown_currency';
    const isValid = (isOutside || from === 'fees' || isOneOf(HOUSE_FUNDS, from)) && isOneOf(HOUSE_FUNDS, to);
    if (!isValid) return 'invalid_order';
    if (from === to) return 'same_account';
    if (!isReference(reference)) return 'invalid_order';
    const refusal = this.#refusePaying(from, !isOutside, currencyId, amountMinor);
    if (refusal !== null) return refusal;
    this.#world.books.post('houseFunding', reference, [
      [PLATFORM, from, currencyId, 'available', -amountMinor],
      [PLATFORM, to, currencyId, 'available', amountMinor],
    ]);
    return null;
  }

  /** 1 % of the open interest, rounded up, stays in the fund. */
  #takeFromInsurance(command: Omit<FundHouse, 'from'>): Refusal {
    const { to, currencyId, amountMinor } = command;
    if (!this.#world.currencies.has(currencyId)) return 'unknown_currency';
    if (to === 'insurance') return 'invalid_order';
    const free = most(0n, this.#insuranceBeyondFloor(currencyId));
    if (isOneOf(HOUSE_FUNDS, to) && isAmount(amountMinor) && amountMinor > free) return 'insurance_floor';
    return this.#fund({ ...command, from: 'insurance' });
  }

  /** What the insurance fund has beyond its floor; below 0: what it lacks. */
  #insuranceBeyondFloor(currencyId: number): bigint {
    const { perpetual, books } = this.#world;
    const floor = (perpetual.openInterestMinor(currencyId) + 99n) / 100n;
    return books.available(PLATFORM, 'insurance', currencyId) - floor;
  }

  /**
   * Leaves through a channel, no more than lies there, than the house's own funds have beyond what customers owe it and
   * the insurance fund lacks, and than proven assets exceed proven liabilities.
   */
  #withdrawProfit(command: WithdrawProfit): Refusal {
    const { from, to, currencyId, amountMinor, announcedAtMs, provenAtMs, reference } = command;
    const { liabilitiesMinor, assetsMinor } = command;
    const { books, currencies, now } = this.#world;
    if (!currencies.has(currencyId)) return 'unknown_currency';
    const isFrom = isOneOf(['fees', 'treasury', 'optionPool'], from);
    if (!isFrom || !isOneOf(CHANNELS, to) || !isReference(reference)) return 'invalid_order';
    if (!isAmount(amountMinor)) return 'invalid_amount';
    if (!isWhole(announcedAtMs, 1, now) || !isWhole(provenAtMs, 1, now)) return 'invalid_order';
    if (![liabilitiesMinor, assetsMinor].every(one => typeof one === 'bigint' && one >= 0n))
      return 'invalid_amount';
    if (now < announcedAtMs + DAY_MS) return 'profit_wait';
    if (now > provenAtMs + DAY_MS) return 'profit_unproven';
    const own = (account: string): bigint => books.available(PLATFORM, account, currencyId);
    if (own(from) < amountMinor || -own(to) < amountMinor) return 'insufficient_balance';
    const lacking = least(0n, this.#insuranceBeyondFloor(currencyId));
    const free = own('fees') + own('treasury') + own('optionPool') + own('receivable') + lacking;
    if (free < amountMinor) return 'profit_bound';
    if (assetsMinor - liabilitiesMinor < amountMinor) return 'profit_unproven';
    books.post('profitWithdrawal', reference, [
      [PLATFORM, from, currencyId, 'available', -amountMinor],
      [PLATFORM, to, currencyId, 'available', amountMinor],
    ]);
    return null;
  }

  #transfer({ customerId, currencyId, from, to, amountMinor }: Transfer): Refusal {
    const { books, currencies } = this.#world;
    const refusal = this.#world.refuseActing(customerId);
    if (refusal !== null) return refusal;
    if (!currencies.has(currencyId)) return 'unknown_currency';
    if (!isOneOf(CUSTOMER_ACCOUNTS, from) || !isOneOf(CUSTOMER_ACCOUNTS, to)) return 'invalid_order';
    if (from === to) return 'same_account';
    if (!isAmount(amountMinor)) return 'invalid_amount';
    const available = books.available(customerId, from, currencyId);
    if (available < amountMinor) return 'insufficient_balance';
    const needed = from === 'contract' ? this.#world.perpetual.requiredMinor(customerId, currencyId) : 0n;
    if (available - needed < amountMinor) return 'cross_margin_needed';
    books.post('transfer', `transfer:${books.postings + 1}`, [
      [customerId, from, currencyId, 'available', -amountMinor],
      [customerId, to, currencyId, 'available', amountMinor],
    ]);
    return null;
  }

  /** The house's own accounts pay what they have; those that face outside owe no more than a bound. */
  #refusePaying(from: string, isLimited: boolean, currencyId: number, amountMinor: bigint): Refusal {
    if (!isAmount(amountMinor)) return 'invalid_amount';
    const held = this.#world.books.available(PLATFORM, from, currencyId);
    if (isLimited) return held >= amountMinor ? null : 'insufficient_balance';
    return amountMinor - held > MOST_OWED ? 'amount_too_large' : null;
  }
}

function isOneOf(list: readonly string[], value: string): boolean {
  return list.includes(value);
}

function isReference(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= 128;
}
