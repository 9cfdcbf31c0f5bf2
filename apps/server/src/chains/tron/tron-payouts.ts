import { assetOn } from '../networks.ts';
import type { Payout, PayoutCheck, PayoutVerifier } from '../payouts.ts';
import { unitsPerMinor } from '../watcher/judge.ts';
import type { TronRpc } from './tron-rpc.ts';
import { checkChain } from './tron-source.ts';
import { TronTransfers, tronAddress, type TronToken } from './tron-transfers.ts';

export interface TronPayoutsOptions {
  readonly rpc: TronRpc;
  /** The id of the chain's first block. */
  readonly genesis: string;
  readonly tokens: readonly TronToken[];
  readonly confirmations: number;
  readonly ledgerDecimals: (currencyId: number) => number;
}

/** Checks a payout of a token on TRON. */
export class TronPayouts implements PayoutVerifier {
  readonly #options: TronPayoutsOptions;
  readonly #transfers: TronTransfers;

  constructor(options: TronPayoutsOptions) {
    this.#options = options;
    this.#transfers = new TronTransfers(options.tokens);
  }

  async verify({ transactionId, address, currencyId, amountMinor }: Payout): Promise<PayoutCheck> {
    const { rpc, genesis, confirmations: needed, ledgerDecimals } = this.#options;
    await checkChain(rpc, genesis);
    const result = await rpc.result(transactionId);
    if (result === null) return { state: (await rpc.isWaiting(transactionId)) ? 'pending' : 'unknown' };
    const [head, block] = await Promise.all([rpc.head(), rpc.block(result.blockNumber)]);
    const listed = block?.transactions.find(one => one.id === transactionId);
    // Its block was just replaced: it is waiting for another one.
    if (listed === undefined) return { state: 'pending' };
    if (!listed.succeeded || result.failed) return { state: 'failed' };
    const all = this.#transfers.of(result).map(one => ({ ...one, address: tronAddress(one.to) }));
    const amount = amountMinor * unitsPerMinor('TRC20', currencyId, ledgerDecimals(currencyId));
    const paid = all.filter(
      one => one.currencyId === currencyId && one.address === address && one.amount === amount,
    );
    if (paid.length === 0) {
      const decimals = (id: number): number => assetOn('TRC20', id)?.chainDecimals ?? 0;
      return {
        state: 'different',
        paid: all.map(one => ({
          address: one.address,
          currencyId: one.currencyId,
          amount: one.amount,
          decimals: decimals(one.currencyId),
        })),
      };
    }
    const confirmations = Math.max(head.number - result.blockNumber + 1, 0);
    const logIndexes = paid.map(one => one.logIndex);
    return { state: confirmations >= needed ? 'confirmed' : 'included', confirmations, logIndexes };
  }
}
