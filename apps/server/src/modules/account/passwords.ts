import { hash, verify } from '@node-rs/argon2';
import { CallFailure } from '../../http/call-failure.ts';

const SHORTEST = 6;
const LONGEST = 1024;

/** OWASP's recommendation for Argon2id: 19 MiB, two passes. The package's default algorithm is Argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** A hash keeps a processor core busy for tens of milliseconds: a flood of logins must leave cores to the exchange. */
const AT_ONCE = 2;
const WAITING_AT_MOST = 64;

/** Throws password_too_short, password_too_long or passwords_differ. */
export function checkNewPassword(password: string, repeated: string): void {
  if ([...password].length < SHORTEST) {
    throw new CallFailure('password_too_short', { field: 'password', minimum: SHORTEST });
  }
  if (password.length > LONGEST) throw new CallFailure('password_too_long', { field: 'password' });
  if (password !== repeated) throw new CallFailure('passwords_differ', { field: 're_password' });
}

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Takes as long without a hash (no account, or no password set) as with one. Known devices go first. Throws busy.
   */
  verify(stored: string | null, password: string, whose?: 'known' | 'stranger'): Promise<boolean>;
}

export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

export async function createPasswords(cost: PasswordCost = COST): Promise<Passwords> {
  const dummy = await hash('no account has this password', cost);
  let running = 0;
  const waiting = { known: [] as (() => void)[], stranger: [] as (() => void)[] };

  async function inTurn<Result>(whose: keyof typeof waiting, work: () => Promise<Result>): Promise<Result> {
    if (running >= AT_ONCE) {
      const own = waiting[whose];
      if (own.length >= WAITING_AT_MOST) throw new CallFailure('busy');
      await new Promise<void>(resolve => own.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const next = waiting.known.shift() ?? waiting.stranger.shift();
      if (next === undefined) running--;
      else next();
    }
  }

  return {
    hash: password => inTurn('known', () => hash(normalise(password), cost)),
    async verify(stored, password, whose = 'known') {
      const matches = await inTurn(whose, () => verify(stored ?? dummy, normalise(password)));
      return stored !== null && matches;
    },
  };
}

/** Different keyboards may send the same letters as different code points. */
function normalise(password: string): string {
  return password.normalize('NFC');
}
