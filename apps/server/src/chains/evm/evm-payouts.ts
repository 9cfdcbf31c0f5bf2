import { assetOn, type Network } from '../networks.ts';
import type { Payout, PayoutCheck, PayoutVerifier } from '../payouts.ts';
import { NATIVE_TRANSFER } from '../watcher/chain-source.ts';
import { unitsPerMinor } from '../watcher/judge.ts';
import { countedTo, type EvmChain } from './evm-chain.ts';
import type { EvmRpc } from './evm-rpc.ts';
import { readTokenTransfer } from './token-transfer.ts';

export interface EvmPayoutsOptions extends EvmChain {
  readonly rpc: EvmRpc;
  readonly confirmations: number;
  readonly ledgerDecimals: (currencyId: number) => number;
}

interface Paid {
  readonly logIndex: number;
  readonly currencyId: number;
  readonly to: string;
  readonly amount: bigint;
}

/** Checks a payout on Ethereum, or a chain like it. */
export class EvmPayouts implements PayoutVerifier {
  readonly #options: EvmPayoutsOptions;
  readonly #currencyOf: ReadonlyMap<string, number>;

  constructor(options: EvmPayoutsOptions) {
    this.#options = options;
    this.#currencyOf = new Map(options.tokens.map(token => [token.contract.toLowerCase(), token.currencyId]));
  }

  async verify(payout: Payout): Promise<PayoutCheck> {
    const { network, coin, rpc, chainId, confirmations: needed, ledgerDecimals } = this.#options;
    if ((await rpc.chainId()) !== chainId) throw new Error(`the node is not on chain ${chainId}`);
    const transaction = await rpc.transaction(payout.transactionId);
    if (transaction === null) return { state: 'unknown' };
    const receipt = await rpc.receipt(payout.transactionId);
    if (receipt === null) return { state: 'pending' };
    const newest = await countedTo(rpc, this.#options, needed);
    const block = await rpc.header(receipt.blockNumber);
    // Its block was just replaced: it is waiting for another one.
    if (block?.hash !== receipt.blockHash) return { state: 'pending' };
    if (!receipt.status) return { state: 'failed' };
    const all: Paid[] = receipt.logs.flatMap((log, logIndex) => {
      const currencyId = this.#currencyOf.get(log.address);
      const paid = readTokenTransfer(log);
      return currencyId === undefined || paid === null || paid.amount === 0n
        ? []
        : [{ ...paid, logIndex, currencyId }];
    });
    if (transaction.value > 0n && transaction.to) {
      all.push({
        logIndex: NATIVE_TRANSFER,
        currencyId: coin,
        to: transaction.to,
        amount: transaction.value,
      });
    }
    const amount =
      payout.amountMinor * unitsPerMinor(network, payout.currencyId, ledgerDecimals(payout.currencyId));
    const paid = all.filter(
      one =>
        one.currencyId === payout.currencyId &&
        one.to === payout.address.toLowerCase() &&
        one.amount === amount,
    );
    if (paid.length === 0) return { state: 'different', paid: all.map(one => describe(network, one)) };
    const confirmations = Math.max(newest - receipt.blockNumber + 1, 0);
    const logIndexes = paid.map(one => one.logIndex);
    return { state: confirmations >= needed ? 'confirmed' : 'included', confirmations, logIndexes };
  }
}

function describe(
  network: Network,
  { to, currencyId, amount }: Paid,
): Extract<PayoutCheck, { state: 'different' }>['paid'][number] {
  return { address: to, currencyId, amount, decimals: assetOn(network, currencyId)?.chainDecimals ?? 0 };
}
