import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import type pg from 'pg';
import { inTransaction } from '../../../database/transaction.ts';
import type { Browser } from '../../../http/browser.ts';
import { CallFailure } from '../../../http/call-failure.ts';
import type { Vault } from '../../../vault/vault.ts';
import type { AccessWatch } from '../../account/access-watch.ts';
import type { KnownDevices } from '../../account/known-devices.ts';
import type { LoginGuard } from '../../account/login-guard.ts';
import { checkNewPassword, type Passwords } from '../../account/passwords.ts';
import type { Actor, AuditLog } from '../../../audit-log/audit-log.ts';
import type { DeskCaller } from '../../../http/desk-router.ts';
import type { Operator } from '../../../http/operator.ts';
import type { Invitations } from './invitations.ts';
import type { OperatorSessions } from './operator-sessions.ts';
import { standings } from '../../../approval/second-person.ts';
import { findOperator, listOperators, wireOperator, type OperatorRow, type WireOperator } from './store.ts';
import { newTotpSecret, totpPlace, totpStep, totpUri } from './totp.ts';

export interface OperatorsOptions {
  readonly pool: pg.Pool;
  readonly sessions: OperatorSessions;
  readonly guard: LoginGuard;
  readonly devices: KnownDevices;
  readonly watch: AccessWatch;
  readonly passwords: Passwords;
  readonly vault: Vault;
  readonly audit: AuditLog;
  readonly invitations: Pick<Invitations, 'opened' | 'use'>;
  readonly mode: 'demo' | 'live';
  /** The machine's time. */
  readonly now: () => number;
  /** The exchange's time, for the wait until somebody counts as a second person: docs/decisions/0042. */
  readonly exchangeNow: () => number;
}

type Me = DeskOutput<'GET desk/me'>;

/** Checked when there is no such operator, so that the answer takes as long as for a real one. */
const NOBODYS_SECRET = newTotpSecret();

/** Operators' login, and changes of their own account. */
export class Operators {
  readonly #options: OperatorsOptions;

  constructor(options: OperatorsOptions) {
    this.#options = options;
  }

  /**
   * Throws login_failed, account_locked, totp_required or totp_wrong. While strangers have used up the guesses, throws
   * login_limited for every error. A wrong code counts as a failed login.
   */
  async login(
    name: string,
    password: string,
    code: string | undefined,
    caller: DeskCaller,
  ): Promise<DeskOutput<'POST desk/login'>> {
    const { pool, devices, guard, watch } = this.#options;
    const found = await findOperator(pool, { name: name.trim().toLowerCase() });
    const given = code === undefined || code.trim() === '' ? null : code;
    const key = guardKey(name.trim().toLowerCase());
    const deviceId = await devices.find({ operatorId: found?.id ?? null }, caller.browser);
    const admission = await guard.admit(key, caller.address, deviceId).catch((error: unknown) => {
      watch.login('operator', 'locked');
      throw error;
    });
    let row: OperatorRow;
    if (admission.limited) {
      row = await this.#checkTogether(found, key, password, given);
    } else {
      row = await this.#checkPassword(
        found,
        password,
        caller.address,
        deviceId === null ? 'stranger' : 'known',
      );
      if (row.totp_secret !== null) {
        if (given === null) {
          await admission.giveBack();
          watch.login('operator', 'second_step');
          throw new CallFailure('totp_required', { field: 'code' });
        }
        await this.#useCode(row, row.totp_secret, given, caller.address);
      }
      await admission.succeeded();
    }
    const token = await inTransaction(pool, client => this.#letIn(client, row, caller));
    await devices.remember({ operatorId: row.id }, caller.browser, 'more');
    watch.login('operator', 'ok');
    return { token, ...(await this.me(row.id)) };
  }

  /**
   * The owner of an opened link sets the password and proves the second factor; the wait for counting as a second
   * person begins then. Throws invitation_expired, totp_wrong, account_locked and password errors.
   */
  async accept(
    input: DeskRequest<'POST desk/invitation_accept'>,
    caller: DeskCaller,
  ): Promise<DeskOutput<'POST desk/invitation_accept'>> {
    const { pool, passwords, sessions, devices, guard, invitations, audit, exchangeNow } = this.#options;
    const { id, operator: row, waitMs } = await invitations.opened(input.setup_token);
    checkNewPassword(input.password, input.re_password);
    const admission = await guard.admitProof(`desk-invitation:${id}`);
    const secret = row.totp_secret ?? row.totp_pending;
    if (secret === null) throw new CallFailure('invitation_expired');
    await this.#useCode(row, secret, input.code, caller.address);
    await admission.succeeded();
    const passwordHash = await passwords.hash(input.password);
    // Operators without a wait count even with a clock in doubt: they may have to confirm the clock.
    const fromMs = waitMs === 0 ? 0 : exchangeNow() + waitMs;
    const token = await inTransaction(pool, async client => {
      await invitations.use(client, id);
      await client.query(
        `update operators set password_hash = $2, totp_secret = $3, totp_pending = null, second_from_ms = $4
          where id = $1`,
        [row.id, passwordHash, secret, fromMs],
      );
      await sessions.endAllOf(client, row.id);
      await audit.write(client, actorOf(row, caller), {
        action: 'operator.join',
        subject: subject(row),
        before: null,
        after: { totp: true, second_from_ms: fromMs },
      });
      return this.#letIn(client, row, caller);
    });
    await devices.remember({ operatorId: row.id }, caller.browser, 'more');
    return { token, ...(await this.me(row.id)) };
  }

  /** Opens a session and logs it. */
  async #letIn(client: pg.ClientBase, row: OperatorRow, caller: DeskCaller): Promise<string> {
    const { sessions, audit, now } = this.#options;
    const token = await sessions.open(client, row.id, caller.device, caller.address);
    await client.query('update operators set last_login_at_ms = $2 where id = $1', [row.id, now()]);
    await audit.write(client, actorOf(row, caller), {
      action: 'operator.login',
      subject: subject(row),
      before: null,
      after: { device: caller.device },
    });
    return token;
  }

  async logout(operator: Operator): Promise<void> {
    const { pool, sessions, audit } = this.#options;
    await inTransaction(pool, async client => {
      await sessions.end(client, operator.sessionId);
      await audit.write(client, operator, {
        action: 'operator.logout',
        subject: `operator:${operator.id}`,
        before: null,
        after: null,
      });
    });
  }

  async me(operatorId: number): Promise<Me> {
    const { mode } = this.#options;
    const operator = (await this.list()).find(({ id }) => id === operatorId);
    if (operator === undefined) throw new CallFailure('session_invalid');
    return { operator, mode, totp_setup_required: mode === 'live' && !operator.totp };
  }

  /** A secret, valid once `confirmTotp` got a code of it. Needs the password: the session may be stolen. */
  async beginTotp(operator: Operator, password: string): Promise<DeskOutput<'POST desk/totp_begin'>> {
    const { pool, vault } = this.#options;
    const found = await findOperator(pool, { id: operator.id });
    await this.#proveAgain(found, operator, password);
    const secret = newTotpSecret();
    await pool.query('update operators set totp_pending = $2 where id = $1', [
      operator.id,
      vault.seal(totpPlace(operator.id), secret),
    ]);
    return { secret, uri: totpUri(secret, operator.name) };
  }

  async confirmTotp(operator: Operator, code: string): Promise<Me> {
    const { pool, sessions, audit } = this.#options;
    const admission = await this.#options.guard.admitProof(proofKey(operator));
    const found = await findOperator(pool, { id: operator.id });
    if (found?.totp_pending === null || found === null)
      throw new CallFailure('totp_wrong', { field: 'code' });
    const pending = found.totp_pending;
    await this.#useCode(found, pending, code, operator.address);
    await admission.succeeded();
    await inTransaction(pool, async client => {
      await client.query('update operators set totp_secret = $2, totp_pending = null where id = $1', [
        operator.id,
        pending,
      ]);
      await sessions.endAllOf(client, operator.id, operator.sessionId);
      await audit.write(client, operator, {
        action: 'operator.totp',
        subject: `operator:${operator.id}`,
        before: { totp: found.totp_secret !== null },
        after: { totp: true },
      });
    });
    return this.me(operator.id);
  }

  /** Ends the other sessions; only this device stays known. */
  async changePassword(
    operator: Operator,
    browser: Browser,
    old: string,
    password: string,
    repeated: string,
  ): Promise<void> {
    const { pool, devices, passwords, sessions, audit } = this.#options;
    const found = await findOperator(pool, { id: operator.id });
    await this.#proveAgain(found, operator, old);
    checkNewPassword(password, repeated);
    const passwordHash = await passwords.hash(password);
    const deviceId = await devices.find({ operatorId: operator.id }, browser);
    await inTransaction(pool, async client => {
      await client.query('update operators set password_hash = $2 where id = $1', [
        operator.id,
        passwordHash,
      ]);
      await sessions.endAllOf(client, operator.id, operator.sessionId);
      await devices.forgetAllOf({ operatorId: operator.id }, deviceId, client);
      await audit.write(client, operator, {
        action: 'operator.password',
        subject: `operator:${operator.id}`,
        before: null,
        after: null,
      });
    });
  }

  async list(): Promise<WireOperator[]> {
    const { pool, exchangeNow } = this.#options;
    const rows = await listOperators(pool);
    const all = await standings(pool, exchangeNow());
    const names = new Map(rows.map(row => [row.id, row.name]));
    return rows.map(row => wireOperator(row, all.get(row.id), names));
  }

  /** Same duration and answer whether or not the operator exists. */
  async #checkPassword(
    found: OperatorRow | null,
    password: string,
    address: string,
    whose: 'known' | 'stranger',
  ): Promise<OperatorRow> {
    const { passwords, watch } = this.#options;
    const matches = await passwords.verify(found?.password_hash ?? null, password, whose);
    if (found !== null && found.active && matches) return found;
    watch.login('operator', 'wrong_password');
    await this.#noteFailure(found, 'password', address);
    throw new CallFailure('login_failed');
  }

  /** For logged-in operators, in case the session was stolen. Each session has its own tries. */
  async #proveAgain(found: OperatorRow | null, operator: Operator, password: string): Promise<void> {
    const admission = await this.#options.guard.admitProof(proofKey(operator));
    await this.#checkPassword(found, password, operator.address, 'known');
    await admission.succeeded();
  }

  /**
   * While strangers are limited: password and code in one call, with the same answer and work for every error, and also
   * without a second factor. Others use `npm run operator -- unlock NAME`.
   */
  async #checkTogether(
    found: OperatorRow | null,
    key: string,
    password: string,
    code: string | null,
  ): Promise<OperatorRow> {
    const { guard, passwords, vault, watch, now } = this.#options;
    const isTried = code !== null && (await guard.takeTogether(key));
    const matches = await passwords.verify(
      isTried ? (found?.password_hash ?? null) : null,
      password,
      'stranger',
    );
    const sealed = found?.totp_secret ?? null;
    const secret =
      found === null || sealed === null ? NOBODYS_SECRET : vault.openText(totpPlace(found.id), sealed);
    const step = totpStep(secret, code ?? '', now(), Number(found?.totp_last_step ?? 0));
    const isRight = found !== null && found.active && sealed !== null && matches && step !== null;
    if (isRight && (await this.#takeStep(found, step))) return found;
    watch.login('operator', 'limited');
    throw new CallFailure('login_limited');
  }

  /** One statement: the same code sent twice at once counts once. */
  async #takeStep(row: OperatorRow, step: number): Promise<boolean> {
    const used = await this.#options.pool.query(
      'update operators set totp_last_step = $2 where id = $1 and totp_last_step < $2',
      [row.id, step],
    );
    return used.rowCount === 1;
  }

  /**
   * Logs a failed login; a limit keeps these few. An unknown name takes as long but is not logged: it may be a password
   * typed in the wrong field.
   */
  async #noteFailure(row: OperatorRow | null, wrong: 'password' | 'code', address: string): Promise<void> {
    const { pool, audit } = this.#options;
    const after = { wrong, address };
    await inTransaction(pool, client =>
      audit.write(client, null, {
        action: 'operator.failed_proof',
        subject: row === null ? 'operator:unknown' : subject(row),
        before: null,
        after,
      }),
    );
  }

  async #useCode(row: OperatorRow, sealed: Buffer, code: string, address: string): Promise<void> {
    const { vault, watch, now } = this.#options;
    const secret = vault.openText(totpPlace(row.id), sealed);
    const step = totpStep(secret, code, now(), Number(row.totp_last_step));
    if (step !== null && (await this.#takeStep(row, step))) return;
    watch.login('operator', 'wrong_second_factor');
    await this.#noteFailure(row, 'code', address);
    throw new CallFailure('totp_wrong', { field: 'code' });
  }
}

/** Operators' failures count separately from those of a customer with the same name. */
function guardKey(name: string): string {
  return `desk:${name}`;
}

/** A stolen session uses up only its own tries. */
function proofKey(operator: Operator): string {
  return `desk:${operator.sessionId}`;
}

function actorOf({ id, name, role }: OperatorRow, { address }: DeskCaller): Actor {
  return { id, name, role, address };
}

function subject(row: OperatorRow): string {
  return `operator:${row.id}`;
}
