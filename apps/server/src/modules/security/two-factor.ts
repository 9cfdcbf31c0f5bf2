import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Vault } from '../../vault/vault.ts';
import { maskContact } from '../account/contact.ts';
import { contactsOf } from '../account/store.ts';
import type { Hold, Holds } from './holds.ts';
import type { PasswordProof } from './password-proof.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import type { Messenger } from '../notification/messenger.ts';
import { matchingStep, newTotpSecret, totpUrl } from './totp.ts';
import type { Tries, Tryer } from './tries.ts';
import * as store from './two-factor-store.ts';
import { utcMinute } from '../../timekeeping/utc-minute.ts';

export interface TwoFactorOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly tries: Tries;
  readonly passwordProof: PasswordProof;
  readonly holds: Holds;
  readonly messenger: Messenger;
  readonly now: () => number;
}

/** Used for accounts without a secret, so that they take as long. */
const NOBODYS_SECRET = newTotpSecret();

/** The factor that was accepted. */
export type SecondFactor = 'two_factor' | 'recovery_code';

/** Codes of an authenticator app, each valid once, and recovery codes for a lost phone. */
export class TwoFactor {
  readonly #options: TwoFactorOptions;
  #shown: (customerId: number) => Promise<void> = () => Promise.resolve();

  constructor(options: TwoFactorOptions) {
    this.#options = options;
  }

  /** Called when a logged-in customer has used an app code or a recovery code. */
  onShown(listener: (customerId: number) => Promise<void>): void {
    this.#shown = listener;
  }

  /** Since when it is on; null if it is not. */
  async since(
    customerId: number,
    db: Pick<pg.ClientBase, 'query'> = this.#options.pool,
  ): Promise<number | null> {
    return (await store.findTwoFactor(db, customerId))?.enabledAtMs ?? null;
  }

  recoveryCodesLeft(customerId: number): Promise<number> {
    return store.countRecoveryCodes(this.#options.pool, customerId);
  }

  /**
   * Passes if two-factor is off. Else throws two_factor_required, two_factor_wrong (with `tries_left`) or
   * two_factor_locked (with `retry_after_s`). Recovery codes are not accepted: they are for logging in, not
   * for moving money. Do not call it within a transaction: the count and the used code must survive a rollback.
   */
  async check(by: Tryer, code: string | null): Promise<void> {
    if ((await this.since(by.customerId)) === null) return;
    if (code === null || code === '')
      throw new CallFailure('two_factor_required', { field: 'two_factor_code' });
    await this.#accept(by, code, false);
  }

  /** For logging in and turning it off; accepts recovery codes, too. Also throws two_factor_off. */
  async checkOrRecover(by: Tryer, code: string): Promise<SecondFactor> {
    return this.#accept(by, code, true);
  }

  /** A new secret, kept sealed until `confirm`. */
  async setUp(by: Tryer, password: string): Promise<{ readonly secret: string; readonly url: string }> {
    const { pool, vault, passwordProof, now } = this.#options;
    const customer = await passwordProof.check(by, password);
    const { customerId } = by;
    const secret = newTotpSecret();
    const sealed = vault.seal(contextOf(customerId), secret);
    if (!(await store.keepPendingSecret(pool, customerId, sealed, now()))) {
      throw new CallFailure('two_factor_on');
    }
    const [contact] = contactsOf(customer);
    return { secret, url: totpUrl(secret, contact === undefined ? customer.nickname : maskContact(contact)) };
  }

  /** Turns it on with the first code. Returns the recovery codes, of which only hashes are stored. */
  async confirm(by: Tryer, code: string): Promise<string[]> {
    const { pool, vault, tries, messenger, now } = this.#options;
    const { customerId } = by;
    const row = await store.findTwoFactor(pool, customerId);
    if (row === null) throw new CallFailure('two_factor_off');
    if (row.enabledAtMs !== null) throw new CallFailure('two_factor_on');
    const triesLeft = await tries.take(by, 'two_factor');
    const step = matchingStep(vault.openText(contextOf(customerId), row.secret), code.trim(), now());
    if (step === null) throw wrong(triesLeft);
    const codes = newRecoveryCodes();
    await inTransaction(pool, async client => {
      if (!(await store.enableTwoFactor(client, customerId, row.secret, step, now()))) {
        throw new CallFailure('two_factor_on');
      }
      await store.replaceRecoveryCodes(client, customerId, hashesOf(codes));
      await tries.clearAll(customerId, 'two_factor', client);
      await messenger.write(client, customerId, 'twoFactorOn');
    });
    messenger.wake();
    return codes;
  }

  /** With the password and a code; withdrawals go on hold. */
  async disable(by: Tryer, password: string, code: string): Promise<Hold | null> {
    const { pool, passwordProof, holds, messenger } = this.#options;
    const { customerId } = by;
    await passwordProof.check(by, password);
    await this.checkOrRecover(by, code);
    const hold = await inTransaction(pool, async client => {
      if (!(await store.deleteTwoFactor(client, customerId))) throw new CallFailure('two_factor_off');
      const started = await holds.start(client, customerId, 'two_factor');
      await messenger.write(client, customerId, 'twoFactorOff', { until: utcMinute(started.untilMs) });
      return started;
    });
    messenger.wake();
    return hold;
  }

  /** Ten new recovery codes with the password and a code of the app; the old ones end. */
  async renewRecoveryCodes(by: Tryer, password: string, code: string): Promise<string[]> {
    const { pool, passwordProof } = this.#options;
    const { customerId } = by;
    await passwordProof.check(by, password);
    await this.#accept(by, code, false);
    const codes = newRecoveryCodes();
    await inTransaction(pool, client => store.replaceRecoveryCodes(client, customerId, hashesOf(codes)));
    return codes;
  }

  async #accept(by: Tryer, code: string, recoveryToo: boolean): Promise<SecondFactor> {
    const { pool, vault, tries, now } = this.#options;
    const { customerId } = by;
    const row = await store.findTwoFactor(pool, customerId);
    if (row === null || row.enabledAtMs === null) throw new CallFailure('two_factor_off');
    const who = await tries.whoIs(by);
    const triesLeft = await tries.take(by, 'two_factor');
    const recovery = recoveryToo ? recoveryCodeHash(code) : null;
    if (recovery !== null) {
      if (!(await this.#useRecoveryCode(customerId, recovery, who))) throw wrong(triesLeft);
      await this.#shown(customerId);
      return 'recovery_code';
    }
    const step = matchingStep(vault.openText(contextOf(customerId), row.secret), code.trim(), now());
    if (step === null || !(await store.takeStep(pool, customerId, step))) throw wrong(triesLeft);
    await tries.clear(customerId, 'two_factor', who);
    await this.#shown(customerId);
    return 'two_factor';
  }

  /**
   * Checks the second factor together with the password; `matches`: whether that was right. It does the same work whichever
   * is wrong, and for accounts without a factor or that do not exist (null). LoginGuard has counted the try before.
   */
  async checkTogether(
    customerId: number | null,
    matches: boolean,
    code: string,
  ): Promise<SecondFactor | null> {
    const { pool, vault, now } = this.#options;
    const id = customerId ?? 0;
    const row = await store.findTwoFactor(pool, id);
    const isOn = row !== null && row.enabledAtMs !== null;
    const secret = isOn ? vault.openText(contextOf(id), row.secret) : NOBODYS_SECRET;
    const step = matchingStep(secret, code.trim(), now());
    const isOwner = matches && isOn;
    const recovery = recoveryCodeHash(code);
    if (recovery !== null) {
      // With a wrong password it searches for customer 0, which takes as long.
      const isRight = await this.#useRecoveryCode(isOwner ? id : 0, recovery, 'strangers');
      return isRight ? 'recovery_code' : null;
    }
    if (!isOwner) return null;
    return step !== null && (await store.takeStep(pool, id, step)) ? 'two_factor' : null;
  }

  /** Uses up a recovery code and tells the owner. False for an unknown or used one. */
  async #useRecoveryCode(customerId: number, hash: Buffer, who: string): Promise<boolean> {
    const { pool, tries, messenger, now } = this.#options;
    const isRight = await inTransaction(pool, async client => {
      if (!(await store.useRecoveryCode(client, customerId, hash, now()))) return false;
      await tries.clear(customerId, 'two_factor', who, client);
      const left = await store.countRecoveryCodes(client, customerId);
      await messenger.write(client, customerId, 'recoveryCodeUsed', { left: String(left) });
      return true;
    });
    if (isRight) messenger.wake();
    return isRight;
  }
}

function wrong(triesLeft: number): CallFailure {
  return new CallFailure('two_factor_wrong', { field: 'two_factor_code', tries_left: triesLeft });
}

export function contextOf(customerId: number): string {
  return `two_factor:${customerId}:secret`;
}

function hashesOf(codes: readonly string[]): Buffer[] {
  return codes.map(code => recoveryCodeHash(code)).filter(hash => hash !== null);
}
