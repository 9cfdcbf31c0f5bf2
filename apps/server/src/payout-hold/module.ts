import type { Reconciliation } from '../engine/reconciliation/reconciliation.ts';
import { defineModule } from '../module/module.ts';
import type { PayoutHold } from './payout-hold.ts';
import { registerSignedLogCalls } from '../transparency-log/routes.ts';
import type { SignedHeads } from '../transparency-log/signed-heads.ts';

export interface IntegrityOptions {
  readonly heads: SignedHeads;
  readonly reconciliation: Pick<Reconciliation, 'start' | 'stop' | 'status'>;
  readonly hold: Pick<PayoutHold, 'holders'>;
}

/** Signed heads of journal and audit log, and the comparison of tables with the core: evidence of tampering. */
export function createIntegrity({ heads, reconciliation, hold }: IntegrityOptions) {
  return defineModule({
    name: 'integrity',
    calls: register => registerSignedLogCalls(register, heads),
    deskCalls: register =>
      register('GET desk/integrity', () =>
        Promise.resolve({
          logs: heads.status(),
          books: reconciliation.status,
          payouts_wait_for: [...hold.holders],
        }),
      ),
    start() {
      heads.start();
      reconciliation.start();
      return async () => {
        await reconciliation.stop();
        await heads.stop();
      };
    },
  });
}
