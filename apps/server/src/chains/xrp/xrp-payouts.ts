import { XRP } from '@tallystick/protocol/currency-ids';
import type { Payout, PayoutCheck, PayoutVerifier } from '../payouts.ts';
import { NATIVE_TRANSFER } from '../watcher/chain-source.ts';
import { unitsPerMinor } from '../watcher/judge.ts';
import { paymentOf } from './xrp-payments.ts';
import type { XrpRpc } from './xrp-rpc.ts';

export interface XrpPayoutsOptions {
  readonly rpc: XrpRpc;
  readonly ledgerDecimals: (currencyId: number) => number;
}

/** Checks a payout of XRP: address, destination tag and what was delivered. A validated ledger is final. */
export class XrpPayouts implements PayoutVerifier {
  readonly #options: XrpPayoutsOptions;

  constructor(options: XrpPayoutsOptions) {
    this.#options = options;
  }

  async verify({ transactionId, address, memo = null, amountMinor }: Payout): Promise<PayoutCheck> {
    const { rpc, ledgerDecimals } = this.#options;
    const { newest } = await rpc.server();
    const sent = await rpc.transaction(transactionId);
    if (sent === null) return { state: 'unknown' };
    if (sent.validated === null) return { state: 'pending' };
    const { transaction, ledgerIndex } = sent.validated;
    if (transaction.result !== 'tesSUCCESS') return { state: 'failed' };
    const paid = paymentOf(transaction);
    const amount = amountMinor * unitsPerMinor('XRP', XRP, ledgerDecimals(XRP));
    const tag = paid === null || paid.tag === null ? null : String(paid.tag);
    if (paid?.to === address && tag === memo && paid.delivered === amount) {
      const confirmations = Math.max(newest - ledgerIndex + 1, 1);
      return { state: 'confirmed', confirmations, logIndexes: [NATIVE_TRANSFER] };
    }
    return {
      state: 'different',
      paid: paid === null ? [] : [{ address: paid.to, currencyId: XRP, amount: paid.delivered, decimals: 6 }],
    };
  }
}
