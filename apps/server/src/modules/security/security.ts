import type pg from 'pg';
import type { CommandBus } from '../../engine/command-bus.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Codes } from '../account/codes.ts';
import type { AccessWatch } from '../account/access-watch.ts';
import type { Allowances } from '../account/allowances.ts';
import type { KnownDevices } from '../account/known-devices.ts';
import type { LoginGuard } from '../account/login-guard.ts';
import type { Passwords } from '../account/passwords.ts';
import type { Sessions } from '../account/sessions.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { Challenges } from './challenges.ts';
import { Contacts } from './contacts.ts';
import { Freezes } from './freezes.ts';
import { FundPassword } from './fund-password.ts';
import { Holds } from './holds.ts';
import { LoginGate } from './login-gate.ts';
import { LoginHistory } from './login-history.ts';
import { LoginLinks } from './login-links.ts';
import { LoginPassword } from './login-password.ts';
import { LoginTickets } from './login-tickets.ts';
import { OwnFreeze } from './own-freeze.ts';
import { Passkeys } from './passkeys.ts';
import { PasswordProof } from './password-proof.ts';
import { Phrase } from './phrase.ts';
import { Proofs } from './proofs.ts';
import { relyingPartyOf } from './relying-party.ts';
import { SecurityMessenger } from './security-messenger.ts';
import { Tries } from './tries.ts';
import { TwoFactor } from './two-factor.ts';

export interface SecurityOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly vault: Vault;
  readonly passwords: Passwords;
  readonly codes: Codes;
  readonly guard: LoginGuard;
  readonly allowances: Allowances;
  readonly devices: KnownDevices;
  readonly watch: AccessWatch;
  readonly sessions: Sessions;
  readonly outbox: Outbox;
  readonly now: () => number;
  /** The machine's clock: codes of authenticator apps depend on it, not on the exchange's time. */
  readonly machineNow: () => number;
  /** How long withdrawals are on hold after a security change. */
  readonly holdHours: () => number;
  /** Where customers open the app, if that is set. */
  readonly publicUrl: string | null;
  /** Demo: codes are shown on the page. */
  readonly showCodes: boolean;
}

export type Security = ReturnType<typeof createSecurity>;

/** The parts that protect an account beyond its password; other modules use them one by one. */
export function createSecurity(options: SecurityOptions) {
  const { pool, bus, sessions, now } = options;
  const timed = { ...options, now: options.machineNow };
  const messenger = new SecurityMessenger({ ...options, now });
  const tries = new Tries(timed);
  const holds = new Holds(options);
  const history = new LoginHistory(options);
  const tickets = new LoginTickets(timed);
  const challenges = new Challenges(timed);
  const loginLinks = new LoginLinks({ ...timed, showLinks: options.showCodes });
  const passwordProof = new PasswordProof({ ...options, tries });
  const proofs = new Proofs({ ...options, tries });
  const shared = { ...options, messenger, tries, holds, passwordProof, proofs };
  const twoFactor = new TwoFactor({ ...shared, now: options.machineNow });
  const passkeys = new Passkeys({
    ...shared,
    challenges,
    relyingParty: relyingPartyOf(options.publicUrl),
  });
  const freezes = new Freezes({ pool, bus, sessions, messenger, now });
  return {
    passwordProof,
    loginPassword: new LoginPassword({ ...shared, twoFactor }),
    fundPassword: new FundPassword({ ...shared, twoFactor }),
    proofs,
    twoFactor,
    passkeys,
    holds,
    freezes,
    ownFreeze: new OwnFreeze({ ...shared, freezes, twoFactor }),
    contacts: new Contacts({ ...shared, twoFactor }),
    phrase: new Phrase(shared),
    gate: new LoginGate({ pool, history, tickets, twoFactor, passkeys, messenger, watch: options.watch }),
    history,
    tickets,
    loginLinks,
    devices: options.devices,
    watch: options.watch,
    /** Deletes what no check reads any more. */
    async forgetOld() {
      await challenges.forgetOld();
      await tickets.forgetOld();
      await loginLinks.forgetOld();
      await options.allowances.forgetOld();
      await history.forgetOld();
    },
  };
}
