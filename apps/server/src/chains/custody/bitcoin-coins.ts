import { BalanceShort } from './custody-chain.ts';

/** An unspent output of ours. */
export interface Coin {
  readonly transactionId: string;
  readonly index: number;
  /** Satoshi. */
  readonly amount: bigint;
  readonly address: string;
  readonly script: Uint8Array;
}

export interface Payment {
  readonly address: string;
  readonly script: Uint8Array;
  readonly amount: bigint;
}

/** Less is not worth an output: nodes pass on no transaction that makes one. */
export const DUST = 546n;
/** Version, numbers of inputs and outputs, lock time, segwit's flags; in virtual bytes, rounded up. */
const OVERHEAD = 11n;
const WITNESS_KEY_INPUT = 68n;
const KEY_INPUT = 148n;

/** Virtual bytes of a signed transaction, at most. @param inputs scripts of what is spent: P2WPKH or P2PKH */
export function sizeOf(inputs: readonly Uint8Array[], outputs: readonly Uint8Array[]): bigint {
  const spent = inputs.reduce(
    (sum, script) => sum + (isWitnessKey(script) ? WITNESS_KEY_INPUT : KEY_INPUT),
    0n,
  );
  const made = outputs.reduce((sum, script) => sum + 9n + BigInt(script.length), 0n);
  return OVERHEAD + spent + made;
}

/** Segwit's version 0 with the hash of one key. */
export function isWitnessKey(script: Uint8Array): boolean {
  return script.length === 22 && script[0] === 0x00 && script[1] === 20;
}

export interface FeeAim {
  /** Satoshi for each virtual byte, at least. */
  readonly rate: bigint;
  /** Satoshi in all that the version before it costs: BIP-125 asks a replacement for that, and its own relay on top. */
  readonly above: bigint | null;
}

/** A transaction with more inputs would be slow to sign, and large. */
export const MOST_INPUTS = 200;
/** So many more, where a replacement pays more than its predecessor's inputs hold. */
export const SPARE_INPUTS = 20;

/** What a transaction of that size costs. */
export function feeOf({ rate, above }: FeeAim, size: bigint): bigint {
  const fee = rate * size;
  return above === null || fee >= above + size ? fee : above + size;
}

export interface Selection {
  readonly coins: readonly Coin[];
  readonly fee: bigint;
  /** Null: too little to be an output; it is part of the fee. */
  readonly change: bigint | null;
}

/**
 * Coins for payments and fee, largest first, so that few are needed; `must` are among them, since a replacement spends
 * what its predecessor spends. No more than `MOST_INPUTS` of them, and `SPARE_INPUTS` in a replacement.
 * @throws BalanceShort when these hold too little
 */
export function selectCoins(
  available: readonly Coin[],
  must: readonly Coin[],
  payments: readonly Payment[],
  changeScript: Uint8Array,
  aim: FeeAim,
  currencyId: number,
): Selection {
  const paid = payments.reduce((sum, one) => sum + one.amount, 0n);
  const rest = available.filter(coin => !must.some(one => isSame(one, coin))).toSorted(largestFirst);
  const coins = [...must];
  const most = must.length === 0 ? MOST_INPUTS : MOST_INPUTS + SPARE_INPUTS;
  const scripts = payments.map(one => one.script);
  for (;;) {
    const sum = coins.reduce((total, coin) => total + coin.amount, 0n);
    const inputs = coins.map(coin => coin.script);
    const fee = feeOf(aim, sizeOf(inputs, [...scripts, changeScript]));
    const change = sum - paid - fee;
    if (coins.length > 0 && change >= DUST) return { coins, fee, change };
    const least = feeOf(aim, sizeOf(inputs, scripts));
    if (payments.length > 0 && coins.length > 0 && sum - paid >= least) {
      return { coins, fee: sum - paid, change: null };
    }
    const next = coins.length < most ? rest.shift() : undefined;
    if (next === undefined) throw new BalanceShort(currencyId, paid + fee, sum);
    coins.push(next);
  }
}

export function largestFirst(a: Pick<Coin, 'amount'>, b: Pick<Coin, 'amount'>): number {
  return a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1;
}

export function isSame(a: Pick<Coin, 'transactionId' | 'index'>, b: Pick<Coin, 'transactionId' | 'index'>) {
  return a.transactionId === b.transactionId && a.index === b.index;
}
