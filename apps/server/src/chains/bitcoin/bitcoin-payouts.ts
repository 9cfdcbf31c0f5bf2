import { BTC } from '@tallystick/protocol/currency-ids';
import type { BitcoinNetworkParameters } from '../addresses/bitcoin-networks.ts';
import { addressOfScript } from '../addresses/bitcoin-script.ts';
import { assetOn } from '../networks.ts';
import type { Payout, PayoutCheck, PayoutVerifier } from '../payouts.ts';
import { unitsPerMinor } from '../watcher/judge.ts';
import type { BitcoinRpc } from './bitcoin-rpc.ts';
import { identifyNode } from './bitcoin-source.ts';

export interface BitcoinPayoutsOptions {
  readonly rpc: BitcoinRpc;
  readonly parameters: BitcoinNetworkParameters;
  readonly confirmations: number;
  readonly ledgerDecimals: (currencyId: number) => number;
}

/**
 * Checks a payout of BTC. One transaction may pay many: each is an output of its own, which is claimed by its index. Who
 * raises a fee makes another transaction, and the one before is `unknown` from then on: a node keeps none that another
 * one has replaced. Omni tokens are in no output, so an operator looks at an explorer.
 */
export class BitcoinPayouts implements PayoutVerifier {
  readonly #options: BitcoinPayoutsOptions;

  constructor(options: BitcoinPayoutsOptions) {
    this.#options = options;
  }

  async verify(payout: Payout): Promise<PayoutCheck> {
    const { rpc, parameters, confirmations: needed, ledgerDecimals } = this.#options;
    if (payout.currencyId !== BTC) return { state: 'unverifiable' };
    await identifyNode(rpc, parameters);
    const found = await rpc.transaction(payout.transactionId);
    if (found === null) return { state: 'unknown' };
    const amount = payout.amountMinor * unitsPerMinor('OMNI', BTC, ledgerDecimals(BTC));
    const all = found.transaction.outputs.flatMap((output, logIndex) => {
      const address = addressOfScript(output.script, parameters);
      return address === null || output.amount === 0n ? [] : [{ address, amount: output.amount, logIndex }];
    });
    const logIndexes = all
      .filter(one => one.address === payout.address && one.amount === amount)
      .map(one => one.logIndex);
    if (logIndexes.length === 0) {
      const decimals = assetOn('OMNI', BTC)?.chainDecimals ?? 0;
      return {
        state: 'different',
        paid: all.map(one => ({ address: one.address, currencyId: BTC, amount: one.amount, decimals })),
      };
    }
    const height = found.blockHash === null ? null : await rpc.heightOf(found.blockHash);
    if (height === null) {
      // Its block was replaced: it waits for another one, unless its coins were spent elsewhere meanwhile.
      const isWaiting = found.blockHash === null || (await rpc.isWaiting(payout.transactionId));
      return isWaiting ? { state: 'pending', logIndexes } : { state: 'unknown' };
    }
    const confirmations = Math.max((await rpc.head()).number - height + 1, 0);
    return { state: confirmations >= needed ? 'confirmed' : 'included', confirmations, logIndexes };
  }
}
