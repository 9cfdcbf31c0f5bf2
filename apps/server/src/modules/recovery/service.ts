import { randomInt } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@tallystick/core/durations';
import { RECOVERY_GESTURES } from '@tallystick/protocol/calls/recovery';
import type pg from 'pg';
import { nextId } from '../../database/rows.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Allowance, Allowances } from '../account/allowances.ts';
import type { Sessions } from '../account/sessions.ts';
import { newToken, tokenHash } from '../account/token.ts';
import type { Pictures } from '../pictures/service.ts';
import { RECOVERY_WAIT_MS, type Holds } from '../security/holds.ts';
import type { LoginTickets } from '../security/login-tickets.ts';
import { deleteTwoFactor } from '../security/two-factor-store.ts';
import type { TwoFactor } from '../security/two-factor.ts';
import { identityOnFile, sealClaim, type Claim } from './identity-claim.ts';
import * as store from './store.ts';
import type { Challenge, Recovery } from './store.ts';
import type { RecoveryMessenger } from './messenger.ts';
import { utcMinute } from '../../timekeeping/utc-minute.ts';

const CHALLENGE_LIFETIME_MS = 15 * 60_000;
/** Pictures that may be sent for one challenge: the first one is often blurred. */
const PICTURES_PER_CHALLENGE = 5;
const CHALLENGES: Allowance = { burst: 5, everyMs: HOUR_MS };
const REQUESTS_PER_MONTH = 3;
/** After the owner has stopped one, none can begin for this long: otherwise a thief with the password could repeat it for ever. */
const QUIET_AFTER_STOP_MS = 7 * DAY_MS;

export interface FactorRecoveryOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly tickets: LoginTickets;
  readonly twoFactor: Pick<TwoFactor, 'since'>;
  readonly allowances: Allowances;
  readonly pictures: Pictures;
  readonly holds: Holds;
  readonly sessions: Pick<Sessions, 'endAllOf'>;
  readonly messenger: RecoveryMessenger;
  /** The exchange's time, which does not follow changes of the machine's clock: see `Clock.certainNow`. */
  readonly now: () => number;
  readonly certainNow: () => number;
  readonly machineNow: () => number;
  /** How long the claim and its picture are kept after a recovery has ended. */
  readonly rejectedDocumentDays: number;
}

/** Why none can begin now: no verified identity to compare with, one is under way, or there were too many. */
const BLOCKED_CODES = {
  needs_identity: 'recovery_needs_identity',
  open: 'recovery_open',
  too_often: 'recovery_too_often',
} as const;
type Blocked = keyof typeof BLOCKED_CODES;

export interface ShownRecovery extends Recovery {
  /** How many of the two operators have approved. */
  readonly approvals: number;
}

/**
 * Recovery for an owner who has lost the second factor and its recovery codes: the password, the verified document's data
 * and a picture taken now, checked by two operators, then 72 hours in which the owner can object.
 */
export class FactorRecovery {
  readonly #options: FactorRecoveryOptions;

  constructor(options: FactorRecoveryOptions) {
    this.#options = options;
  }

  /** For somebody who has just given the right password. Throws second_factor_expired. */
  async state(ticket: string): Promise<{ blocked: Blocked | null; recovery: ShownRecovery | null }> {
    const customerId = await this.#options.tickets.read(ticket);
    const recovery = await this.newest(customerId);
    return { blocked: await this.#blocked(customerId), recovery };
  }

  /** Null: there never was one. */
  async newest(customerId: number): Promise<ShownRecovery | null> {
    const { pool } = this.#options;
    const recovery = await store.newestRecovery(pool, customerId);
    if (recovery === null) return null;
    return { ...recovery, approvals: (await store.approvalsOf(pool, recovery.id)).length };
  }

  /**
   * Says what the picture has to show. Uses up the ticket: one challenge for each right password.
   *
   * @throws CallFailure second_factor_expired, recovery_needs_identity, recovery_open, recovery_too_often
   */
  async begin(ticket: string) {
    const { pool, tickets, allowances, machineNow } = this.#options;
    const customerId = await tickets.read(ticket);
    refuse(await this.#blocked(customerId));
    const waitMs = await allowances.take(`recovery:${customerId}`, CHALLENGES);
    if (waitMs > 0) throw new CallFailure('recovery_too_often', { retry_after_s: Math.ceil(waitMs / 1000) });
    const token = newToken();
    const gesture = RECOVERY_GESTURES[randomInt(RECOVERY_GESTURES.length)] ?? 'open_palm';
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await store.insertChallenge(
      pool,
      tokenHash(token),
      { customerId, gesture, code },
      machineNow() + CHALLENGE_LIFETIME_MS,
    );
    // Last: a password change deletes tickets and challenges, so one that comes in between leaves neither usable.
    await tickets.take(ticket);
    return { token, gesture, code, expiresInMs: CHALLENGE_LIFETIME_MS };
  }

  /**
   * Sends the claim to the desk. The answer does not show whether it matches: a thief would learn whose account it is.
   *
   * @throws CallFailure recovery_challenge_expired, recovery_picture_replayed and as `begin` and `Pictures.upload`
   */
  async request(token: string, claim: Claim, file: Buffer): Promise<ShownRecovery> {
    const { pool, pictures, machineNow } = this.#options;
    const hash = tokenHash(token);
    const challenge = await store.tryChallenge(pool, hash, machineNow(), PICTURES_PER_CHALLENGE);
    if (challenge === null) throw new CallFailure('recovery_challenge_expired');
    const { customerId } = challenge;
    const picture = await pictures.upload(customerId, 'recovery_live', file);
    if ((await pictures.replays(picture.id)).length > 0) {
      throw new CallFailure('recovery_picture_replayed', { field: 'file' });
    }
    await inTransaction(pool, async client => {
      await client.query('select from customers where id = $1 for update', [customerId]);
      refuse(await this.#blocked(customerId, client));
      if (!(await store.takeChallenge(client, hash, machineNow()))) {
        throw new CallFailure('recovery_challenge_expired');
      }
      await this.#begun(client, challenge, picture.id, claim);
    });
    this.#options.messenger.wake();
    const recovery = await this.newest(customerId);
    if (recovery === null) throw new Error('the recovery was not written');
    return recovery;
  }

  async #begun(client: pg.ClientBase, challenge: Challenge, pictureId: number, claim: Claim): Promise<void> {
    const { vault, pictures, messenger, now } = this.#options;
    const { customerId } = challenge;
    const id = await nextId(client, 'factor_recoveries');
    await pictures.use(client, { customerId, pictureId, kind: 'recovery_live' }, `recovery:${id}`, 'file');
    const sealed = sealClaim(vault, id, claim);
    await store.insertRecovery(client, { ...challenge, id, sealed, pictureId, atMs: now() });
    const hours = String(RECOVERY_WAIT_MS / HOUR_MS);
    await messenger.write(client, { id, customerId }, 'recoveryRequested', { hours }, true);
  }

  /** By the link in a message. Throws recovery_stop_expired. */
  async stopByLink(token: string): Promise<void> {
    const { pool } = this.#options;
    const id = await store.findStop(pool, tokenHash(token));
    const stopped =
      id !== null &&
      (await inTransaction(pool, async client => {
        const recovery = await store.findRecovery(client, id, true);
        return recovery !== null && this.#stop(client, recovery, 'link');
      }));
    if (!stopped) throw new CallFailure('recovery_stop_expired');
    this.#options.messenger.wake();
  }

  /** From a session. Throws recovery_none. */
  async stopBySession(customerId: number): Promise<void> {
    const stopped = await inTransaction(this.#options.pool, client =>
      this.stopIn(client, customerId, 'session'),
    );
    if (!stopped) throw new CallFailure('recovery_none');
    this.#options.messenger.wake();
  }

  /** For a customer who has used the second factor, and so has not lost it. */
  async stopByFactor(customerId: number): Promise<void> {
    const stopped = await inTransaction(this.#options.pool, client =>
      this.stopIn(client, customerId, 'second_factor'),
    );
    if (stopped) this.#options.messenger.wake();
  }

  /** In the caller's transaction; false if none is under way. `wake` after the commit. */
  async stopIn(
    client: pg.ClientBase,
    customerId: number,
    by: NonNullable<Recovery['stoppedBy']>,
  ): Promise<boolean> {
    const recovery = await store.lockOpenRecovery(client, customerId);
    return recovery !== null && this.#stop(client, recovery, by);
  }

  async #stop(
    client: pg.ClientBase,
    recovery: Recovery,
    stoppedBy: NonNullable<Recovery['stoppedBy']>,
  ): Promise<boolean> {
    if (recovery.endedAtMs !== null) return false;
    const { messenger, now } = this.#options;
    await store.endRecovery(client, recovery.id, { state: 'stopped', stoppedBy }, now());
    await messenger.write(client, recovery, 'recoveryStopped', {}, false);
    return true;
  }

  /** Removes the second factors whose wait is over, each in its own transaction, so that one failure does not block others. */
  async completeDue(): Promise<void> {
    const { pool, certainNow } = this.#options;
    const failures: unknown[] = [];
    for (const id of await store.idsDue(pool, certainNow())) {
      await this.#complete(id).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} recoveries failed`);
  }

  async #complete(id: number): Promise<void> {
    const { pool, holds, sessions, messenger, now, certainNow } = this.#options;
    const isDue = (recovery: Recovery | null): recovery is Recovery =>
      recovery?.state === 'waiting' && (recovery.readyAtMs ?? Infinity) <= certainNow();
    const due = await store.findRecovery(pool, id);
    if (!isDue(due)) return;
    // The lost phone may still be logged in. Sessions end first: after a crash they are ended once more, never left open.
    await sessions.endAllOf(due.customerId);
    const completed = await inTransaction(pool, async client => {
      const recovery = await store.findRecovery(client, id, true);
      if (!isDue(recovery)) return false;
      await store.endRecovery(client, id, { state: 'completed' }, now());
      await deleteTwoFactor(client, recovery.customerId);
      const hold = await holds.start(client, recovery.customerId, 'recovery');
      await messenger.write(client, recovery, 'recoveryCompleted', { until: utcMinute(hold.untilMs) }, false);
      return true;
    });
    if (completed) messenger.wake();
  }

  async forgetOld(): Promise<void> {
    const { pool, machineNow, now, rejectedDocumentDays } = this.#options;
    await store.deleteOldChallenges(pool, machineNow());
    const keptMs = rejectedDocumentDays * DAY_MS;
    await inTransaction(pool, client => store.deleteOldClaims(client, now() - keptMs));
  }

  async #blocked(customerId: number, db: store.Queries = this.#options.pool): Promise<Blocked | null> {
    const { vault, twoFactor, now } = this.#options;
    if ((await twoFactor.since(customerId, db)) === null) throw new CallFailure('second_factor_expired');
    const newest = await store.newestRecovery(db, customerId);
    if (newest !== null && newest.endedAtMs === null) return 'open';
    const { began, stoppedAtMs } = await store.historyOf(db, customerId, now() - 30 * DAY_MS);
    if (stoppedAtMs !== null && stoppedAtMs > now() - QUIET_AFTER_STOP_MS) return 'too_often';
    if (began >= REQUESTS_PER_MONTH) return 'too_often';
    return (await identityOnFile(db, vault, customerId)) === null ? 'needs_identity' : null;
  }
}

function refuse(blocked: Blocked | null): void {
  if (blocked !== null) throw new CallFailure(BLOCKED_CODES[blocked]);
}
