import { MINUTE_MS } from '@tallystick/core/durations';
import { CallFailure } from '../../http/call-failure.ts';
import { networkOf } from '../../http/network.ts';
import type { Allowance, Allowances } from './allowances.ts';

/** What may be tried, and by whom together. */
const RULES = {
  /** One device that has been logged in before: nobody else uses these up. */
  device: { burst: 8, everyMs: 10 * MINUTE_MS },
  /** One person mistyping on a device that is new. */
  pair: { burst: 5, everyMs: 2 * MINUTE_MS },
  /** One address guessing many accounts. */
  address: { burst: 60, everyMs: MINUTE_MS / 2 },
  /** All strangers to one account together, wherever they come from: at most 58 passwords in the first day. */
  strangers: { burst: 10, everyMs: 30 * MINUTE_MS },
  /** The same, once those are used up: password and second factor in one request. */
  together: { burst: 5, everyMs: 30 * MINUTE_MS },
} as const satisfies Record<string, Allowance>;

/** What may be tried for now. */
export interface Admission {
  /** Strangers have used up what they may guess: see `takeTogether`. */
  readonly limited: boolean;
  /** What was tried was right: nothing that was wrong before counts against this person any more. */
  succeeded(): Promise<void>;
  /** It was right, and not all yet: as if it had not been tried. */
  giveBack(): Promise<void>;
}

/**
 * Makes guessing passwords hopeless without locking the owner out: strangers to an account share what may be guessed,
 * known devices have their own. It counts for accounts that do not exist as for those that do, and before the
 * password is checked, so that many guesses at the same moment are no more than one after the other.
 */
export class LoginGuard {
  readonly #allowances: Allowances;

  constructor(allowances: Allowances) {
    this.#allowances = allowances;
  }

  /** `deviceId` null: a stranger. Throws account_locked with the seconds to wait. */
  async admit(account: string, address: string, deviceId: number | null): Promise<Admission> {
    if (deviceId !== null) return this.#ofDevice(`device:${deviceId}`);
    const network = networkOf(address);
    const pair = `pair:${account}:${network}`;
    const strangers = `account:${account}`;
    await this.#take(`address:${network}`, RULES.address);
    await this.#take(pair, RULES.pair);
    const limited = (await this.#allowances.take(strangers, RULES.strangers)) > 0;
    const giveBack = async (): Promise<void> => {
      await this.#allowances.giveBack(`address:${network}`, RULES.address);
      await this.#allowances.giveBack(pair, RULES.pair);
      if (!limited) await this.#allowances.giveBack(strangers, RULES.strangers);
    };
    return {
      limited,
      giveBack,
      // What strangers have tried at this account stays counted: they may be others.
      succeeded: async () => {
        await giveBack();
        await this.#allowances.clear(pair);
      },
    };
  }

  /** Password and second factor at once, while strangers are limited. False: not even that for now. */
  async takeTogether(account: string): Promise<boolean> {
    return (await this.#allowances.take(`together:${account}`, RULES.together)) === 0;
  }

  /** Somebody who is logged in types the password again: `who` shares it with nobody else. Throws account_locked. */
  async admitProof(who: string): Promise<Admission> {
    return this.#ofDevice(`proof:${who}`);
  }

  async #ofDevice(key: string): Promise<Admission> {
    await this.#take(key, RULES.device);
    return {
      limited: false,
      giveBack: () => this.#allowances.giveBack(key, RULES.device),
      succeeded: () => this.#allowances.clear(key),
    };
  }

  async #take(key: string, rule: Allowance): Promise<void> {
    const waitMs = await this.#allowances.take(key, rule);
    if (waitMs > 0) throw new CallFailure('account_locked', { retry_after_s: Math.ceil(waitMs / 1000) });
  }
}
