import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { UNFREEZE_AFTER_MS, type Freezes } from './freezes.ts';
import type { PasswordProof } from './password-proof.ts';
import type { Proofs } from './proofs.ts';
import type { Tryer } from './tries.ts';
import type { TwoFactor } from './two-factor.ts';

export interface OwnFreezeOptions {
  readonly pool: pg.Pool;
  readonly freezes: Freezes;
  readonly passwordProof: PasswordProof;
  readonly proofs: Proofs;
  readonly twoFactor: TwoFactor;
  readonly now: () => number;
}

/** Freezing and unfreezing of an account by its owner. */
export class OwnFreeze {
  readonly #options: OwnFreezeOptions;

  constructor(options: OwnFreezeOptions) {
    this.#options = options;
  }

  /** Returns when the customer may lift it. */
  async freeze(by: Tryer, password: string, cancelOrders: boolean): Promise<number> {
    const { freezes, passwordProof } = this.#options;
    await passwordProof.check(by, password);
    const { sinceMs } = await freezes.freeze(by.customerId, 'customer', cancelOrders, by.deviceId);
    return sinceMs + UNFREEZE_AFTER_MS;
  }

  /** Throws not_frozen, unfreeze_by_desk, or unfreeze_too_soon with the seconds to wait. */
  async lift(by: Tryer, code: string, twoFactorCode: string | null): Promise<void> {
    const { pool, freezes, proofs, twoFactor, now } = this.#options;
    const { customerId } = by;
    const freeze = await freezes.current(customerId);
    if (freeze === null) throw new CallFailure('not_frozen');
    if (freeze.by === 'desk') throw new CallFailure('unfreeze_by_desk');
    const leftMs = freeze.sinceMs + UNFREEZE_AFTER_MS - now();
    if (leftMs > 0) throw new CallFailure('unfreeze_too_soon', { retry_after_s: Math.ceil(leftMs / 1000) });
    const checked = await proofs.check(by, 'unfreeze', code);
    await twoFactor.check(by, twoFactorCode);
    await inTransaction(pool, client => proofs.use(client, checked));
    await freezes.lift(customerId);
  }
}
