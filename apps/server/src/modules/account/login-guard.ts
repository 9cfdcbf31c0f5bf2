import { MINUTE_MS } from '@tallystick/core/durations';
import { CallFailure } from '../../http/call-failure.ts';
import { networkOf } from '../../http/network.ts';
import type { Allowance, Allowances } from './allowances.ts';

/** How many tries each group of callers shares. */
const RULES = {
  /** One known device: nobody else can use these up. */
  device: { burst: 8, everyMs: 10 * MINUTE_MS },
  /** One person mistyping on a new device. */
  pair: { burst: 5, everyMs: 2 * MINUTE_MS },
  /** One address guessing many accounts. */
  address: { burst: 60, everyMs: MINUTE_MS / 2 },
  /** All unknown devices together, for one account: at most 58 passwords in the first day. */
  strangers: { burst: 10, everyMs: 30 * MINUTE_MS },
  /** Once those are used up: tries with password and second factor in one request. */
  together: { burst: 5, everyMs: 30 * MINUTE_MS },
} as const satisfies Record<string, Allowance>;

/** An attempt that was admitted. */
export interface Admission {
  /** Unknown devices have used up their tries: see `takeTogether`. */
  readonly limited: boolean;
  /** The attempt was right: this person's earlier mistakes are forgotten. */
  succeeded(): Promise<void>;
  /** The attempt was right but is not complete: it is not counted. */
  giveBack(): Promise<void>;
}

/**
 * Makes guessing passwords hopeless without locking the owner out: all devices unknown to an account ("strangers") share
 * its tries, known devices have their own. Accounts that do not exist are counted alike. Tries are counted before the
 * password is checked, so that simultaneous guesses gain nothing.
 */
export class LoginGuard {
  readonly #allowances: Allowances;

  constructor(allowances: Allowances) {
    this.#allowances = allowances;
  }

  /** `deviceId` null: an unknown device. Throws account_locked with the seconds to wait. */
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
      // Tries of other unknown devices at this account stay counted: they may be an attacker's.
      succeeded: async () => {
        await giveBack();
        await this.#allowances.clear(pair);
      },
    };
  }

  /** For password and second factor in one request, while unknown devices are limited. False: refused as well. */
  async takeTogether(account: string): Promise<boolean> {
    return (await this.#allowances.take(`together:${account}`, RULES.together)) === 0;
  }

  /** For a password typed again after the login; `who` has tries of their own. Throws account_locked. */
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
