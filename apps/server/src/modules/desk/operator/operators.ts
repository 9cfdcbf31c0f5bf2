import type { DeskOutput } from '@tallystick/protocol/desk';
import type pg from 'pg';
import { inTransaction } from '../../../database/transaction.ts';
import { CallFailure } from '../../../http/call-failure.ts';
import type { Vault } from '../../../vault/vault.ts';
import type { LoginGuard } from '../../account/login-guard.ts';
import { checkNewPassword, type Passwords } from '../../account/passwords.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { DeskCaller } from '../../../http/desk-router.ts';
import type { Operator } from '../../../http/operator.ts';
import type { OperatorSessions } from './operator-sessions.ts';
import { findOperator, listOperators, wireOperator, type OperatorRow, type WireOperator } from './store.ts';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';

export interface OperatorsOptions {
  readonly pool: pg.Pool;
  readonly sessions: OperatorSessions;
  readonly guard: LoginGuard;
  readonly passwords: Passwords;
  readonly vault: Vault;
  readonly audit: AuditLog;
  readonly mode: 'demo' | 'live';
  readonly now: () => number;
}

type Me = DeskOutput<'GET desk/me'>;

/** Logging in at the desk, and what operators do with their own account. */
export class Operators {
  readonly #options: OperatorsOptions;

  constructor(options: OperatorsOptions) {
    this.#options = options;
  }

  /** Throws login_failed, account_locked, totp_required or totp_wrong. A wrong code counts as a failed login. */
  async login(
    name: string,
    password: string,
    code: string | undefined,
    caller: DeskCaller,
  ): Promise<DeskOutput<'POST desk/login'>> {
    const { pool, sessions, audit, now } = this.#options;
    const found = await findOperator(pool, { name: name.trim().toLowerCase() });
    const row = await this.#checkPassword(found, name, password, caller.address);
    if (row.totp_secret !== null) {
      if (code === undefined || code.trim() === '') throw new CallFailure('totp_required', { field: 'code' });
      await this.#useCode(row, row.totp_secret, code, caller.address);
    }
    await this.#options.guard.succeeded(guardKey(row.name), caller.address);
    const token = await inTransaction(pool, async client => {
      const opened = await sessions.open(client, row.id, caller.device, caller.address);
      await client.query('update operators set last_login_at_ms = $2 where id = $1', [row.id, now()]);
      const actor = { id: row.id, name: row.name, role: row.role, address: caller.address };
      const after = { device: caller.device };
      await audit.write(client, actor, {
        action: 'operator.login',
        subject: subject(row),
        before: null,
        after,
      });
      return opened;
    });
    return { token, ...(await this.me(row.id)) };
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
    const row = await findOperator(this.#options.pool, { id: operatorId });
    if (row === null) throw new CallFailure('session_invalid');
    return {
      operator: wireOperator(row),
      mode: this.#options.mode,
      totp_setup_required: this.#options.mode === 'live' && row.totp_secret === null,
    };
  }

  /** A secret that counts once `confirmTotp` saw a code of it. Needs the password: a session may be borrowed. */
  async beginTotp(operator: Operator, password: string): Promise<DeskOutput<'POST desk/totp_begin'>> {
    const { pool, vault } = this.#options;
    const found = await findOperator(pool, { id: operator.id });
    await this.#checkPassword(found, operator.name, password, operator.address);
    const secret = newTotpSecret();
    await pool.query('update operators set totp_pending = $2 where id = $1', [
      operator.id,
      vault.seal(totpPlace(operator.id), secret),
    ]);
    return { secret, uri: totpUri(secret, operator.name) };
  }

  async confirmTotp(operator: Operator, code: string): Promise<Me> {
    const { pool, sessions, audit } = this.#options;
    await this.#options.guard.check(guardKey(operator.name), operator.address);
    const found = await findOperator(pool, { id: operator.id });
    if (found?.totp_pending === null || found === null)
      throw new CallFailure('totp_wrong', { field: 'code' });
    const pending = found.totp_pending;
    await this.#useCode(found, pending, code, operator.address);
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

  async changePassword(operator: Operator, old: string, password: string, repeated: string): Promise<void> {
    const { pool, passwords, sessions, audit } = this.#options;
    const found = await findOperator(pool, { id: operator.id });
    await this.#checkPassword(found, operator.name, old, operator.address);
    checkNewPassword(password, repeated);
    const passwordHash = await passwords.hash(password);
    await inTransaction(pool, async client => {
      await client.query('update operators set password_hash = $2 where id = $1', [
        operator.id,
        passwordHash,
      ]);
      await sessions.endAllOf(client, operator.id, operator.sessionId);
      await audit.write(client, operator, {
        action: 'operator.password',
        subject: `operator:${operator.id}`,
        before: null,
        after: null,
      });
    });
  }

  async list(): Promise<WireOperator[]> {
    return (await listOperators(this.#options.pool)).map(wireOperator);
  }

  /** Takes as long, and says the same, whether or not there is such an operator. */
  async #checkPassword(
    found: OperatorRow | null,
    name: string,
    password: string,
    address: string,
  ): Promise<OperatorRow> {
    const { guard, passwords } = this.#options;
    const key = guardKey(name.trim().toLowerCase());
    await guard.check(key, address);
    const matches = await passwords.verify(found?.password_hash ?? null, password);
    if (found !== null && found.active && matches) return found;
    await guard.failed(key, address);
    await this.#noteFailure(found, 'password', address);
    throw new CallFailure('login_failed');
  }

  /**
   * That somebody tried to be an operator. The guard keeps it to a few. A name nobody bears takes as long, and is not
   * written down: it may be a password in the wrong field.
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
    const { pool, vault, guard, now } = this.#options;
    const secret = vault.openText(totpPlace(row.id), sealed);
    const step = totpStep(secret, code, now(), Number(row.totp_last_step));
    if (step !== null) {
      // One statement: the same code sent twice at once counts once.
      const used = await pool.query(
        'update operators set totp_last_step = $2 where id = $1 and totp_last_step < $2',
        [row.id, step],
      );
      if (used.rowCount === 1) return;
    }
    await guard.failed(guardKey(row.name), address);
    await this.#noteFailure(row, 'code', address);
    throw new CallFailure('totp_wrong', { field: 'code' });
  }
}

/** Operators' failures are counted apart from those of a customer of the same name. */
function guardKey(name: string): string {
  return `desk:${name}`;
}

function totpPlace(operatorId: number): string {
  return `operator:${operatorId}:totp`;
}

function subject(row: OperatorRow): string {
  return `operator:${row.id}`;
}
