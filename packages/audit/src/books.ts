import { check } from './check-failed.ts';

export type Part = 'available' | 'frozen';

/** Whose account (0: the platform), its name, its currency, which part of it, and how much is added to it. */
export type Entry = readonly [owner: number, account: string, currency: number, part: Part, amount: bigint];

export interface Posting {
  /** Postings are numbered from 1, empty ones too. */
  readonly number: number;
  readonly reason: string;
  readonly reference: string;
  readonly entries: readonly Entry[];
}

export interface Balance {
  available: bigint;
  frozen: bigint;
}

export const PLATFORM = 0;
export const CUSTOMER_ACCOUNTS = ['spot', 'option', 'contract', 'trust'] as const;
export const HOUSE_FUNDS = ['treasury', 'insurance', 'optionPool'] as const;
/** Real money comes in and goes out through these. */
export const CHANNELS = [
  'custodyBitcoin',
  'custodyEthereum',
  'custodyTron',
  'bank',
  'custodyBnb',
  'custodySolana',
  'custodyXrp',
  'custodyDogecoin',
  'custodyCardano',
] as const;

/** They mirror money outside, debts, open contracts and launched currencies. */
const MAY_OWE: ReadonlySet<string> = new Set([
  ...CHANNELS,
  'faucet',
  'receivable',
  'perpetualClearing',
  'issuance',
]);
/** No account owes more than this: a deposit or reversal beyond it is refused. */
export const MOST_OWED = 2n ** 59n;

/** All balances, and the only code that changes them. */
export class Books {
  #balances = new Map<string, Balance>();
  /** Number of the newest posting. */
  postings = 0;
  /** Told of every posting that has entries; tests compare them one by one. */
  posted: ((posting: Posting) => void) | null = null;

  available(owner: number, account: string, currency: number): bigint {
    return this.#balances.get(`${owner}/${account}/${currency}`)?.available ?? 0n;
  }

  frozen(owner: number, account: string, currency: number): bigint {
    return this.#balances.get(`${owner}/${account}/${currency}`)?.frozen ?? 0n;
  }

  /**
   * One posting. Throws CheckFailed unless it sums to zero in each currency and leaves no account below zero that may
   * not owe. Entries of zero are dropped.
   */
  post(reason: string, reference: string, entries: readonly Entry[]): void {
    this.postings++;
    const sums = new Map<number, bigint>();
    const touched: (readonly [string, Balance])[] = [];
    for (const [owner, account, currency, part, amount] of entries) {
      if (amount === 0n) continue;
      sums.set(currency, (sums.get(currency) ?? 0n) + amount);
      const key = `${owner}/${account}/${currency}`;
      let balance = this.#balances.get(key);
      if (balance === undefined) this.#balances.set(key, (balance = { available: 0n, frozen: 0n }));
      balance[part] += amount;
      touched.push([key, balance]);
    }
    for (const [currency, sum] of sums) {
      check(sum === 0n, `${reason} ${reference} does not balance in currency ${currency}`);
    }
    for (const [key, { available, frozen }] of touched) {
      check(frozen >= 0n, `${reason} ${reference} leaves ${key} with ${frozen} frozen`);
      if (available < 0n) {
        const [owner, account] = key.split('/');
        check(
          owner === '0' && MAY_OWE.has(account!),
          `${reason} ${reference} leaves ${key} with ${available}`,
        );
      }
    }
    if (this.posted !== null && touched.length > 0) {
      this.posted({
        number: this.postings,
        reason,
        reference,
        entries: entries.filter(([, , , , amount]) => amount !== 0n),
      });
    }
  }

  /** A posting that moves an amount from available to frozen of one account. */
  freeze(reason: string, reference: string, [owner, account, currency]: AccountName, amount: bigint): void {
    this.post(reason, reference, [
      [owner, account, currency, 'available', -amount],
      [owner, account, currency, 'frozen', amount],
    ]);
  }

  /** The way back. */
  unfreeze(reason: string, reference: string, account: AccountName, amount: bigint): void {
    this.freeze(reason, reference, account, -amount);
  }

  get state(): unknown {
    return { balances: this.#balances, postings: this.postings };
  }

  set state(state: unknown) {
    const { balances, postings } = state as { balances: Map<string, Balance>; postings: number };
    this.#balances = balances;
    this.postings = postings;
  }

  /** `balance OWNER ACCOUNT CURRENCY AVAILABLE FROZEN` of every account that is not empty. */
  *lines(): Iterable<string> {
    for (const [key, { available, frozen }] of this.#balances) {
      if (available !== 0n || frozen !== 0n)
        yield `balance ${key.replaceAll('/', ' ')} ${available} ${frozen}`;
    }
  }
}

export type AccountName = readonly [owner: number, account: string, currency: number];
