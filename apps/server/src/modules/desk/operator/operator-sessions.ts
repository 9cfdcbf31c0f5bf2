import type { Role } from '@tallystick/protocol/desk/roles';
import type pg from 'pg';
import type { DeskAuthenticator, Operator } from '../../../http/operator.ts';
import { forgetPushDevicesOf } from '../../push/operator-devices.ts';
import { newToken, tokenHash } from '../../account/token.ts';

/** An idle session ends, and no session outlasts a shift. */
const IDLE_LIFETIME_MS = 60 * 60_000;
const LONGEST_MS = 12 * 3_600_000;
/** How stale `last_seen_at_ms` may be. */
const SEEN_EVERY_MS = 30_000;

/**
 * Operators' sessions: random 256-bit tokens, stored as hashes. They are read from the database at every call, so that
 * a removed operator is out at once; operators are few.
 */
export class OperatorSessions implements DeskAuthenticator {
  readonly #pool: pg.Pool;
  readonly #mode: 'demo' | 'live';
  readonly #now: () => number;

  constructor(pool: pg.Pool, mode: 'demo' | 'live', now: () => number) {
    this.#pool = pool;
    this.#mode = mode;
    this.#now = now;
  }

  /** A new session's token; it cannot be shown again. */
  async open(
    db: Pick<pg.ClientBase, 'query'>,
    operatorId: number,
    device: string,
    address: string,
  ): Promise<string> {
    const token = newToken();
    await db.query(
      `insert into operator_sessions (token_hash, operator_id, device, address, created_at_ms, last_seen_at_ms)
       values ($1, $2, $3, $4, $5, $5)`,
      [tokenHash(token), operatorId, device, address, this.#now()],
    );
    return token;
  }

  async find(
    token: string,
    address: string,
    isUse = true,
  ): Promise<{ operator: Operator; pending: boolean } | null> {
    const atMs = this.#now();
    const { rows } = await this.#pool.query<{
      session_id: string;
      id: number;
      name: string;
      role: Role;
      totp: boolean;
      last_seen_at_ms: string;
    }>(
      `select s.id as session_id, s.last_seen_at_ms, o.id, o.name, o.role, o.totp_secret is not null as totp
         from operator_sessions s join operators o on o.id = s.operator_id
        where s.token_hash = $1 and s.ended_at_ms is null and s.last_seen_at_ms > $2 and s.created_at_ms > $3
          and o.active`,
      [tokenHash(token), atMs - IDLE_LIFETIME_MS, atMs - LONGEST_MS],
    );
    const [row] = rows;
    if (row === undefined) return null;
    const sessionId = Number(row.session_id);
    if (isUse && atMs - Number(row.last_seen_at_ms) >= SEEN_EVERY_MS) {
      await this.#pool.query('update operator_sessions set last_seen_at_ms = $2 where id = $1', [
        sessionId,
        atMs,
      ]);
    }
    return {
      operator: { id: row.id, name: row.name, role: row.role, sessionId, address },
      // In live nobody works without a second factor.
      pending: this.#mode === 'live' && !row.totp,
    };
  }

  async end(db: Pick<pg.ClientBase, 'query'>, sessionId: number): Promise<void> {
    await db.query('update operator_sessions set ended_at_ms = $2 where id = $1 and ended_at_ms is null', [
      sessionId,
      this.#now(),
    ]);
  }

  /** Their browsers get no more pushes: whoever had the account may have enabled one. */
  async endAllOf(
    db: Pick<pg.ClientBase, 'query'>,
    operatorId: number,
    exceptId: number | null = null,
  ): Promise<void> {
    await db.query(
      `update operator_sessions set ended_at_ms = $2
        where operator_id = $1 and ended_at_ms is null and id is distinct from $3`,
      [operatorId, this.#now(), exceptId],
    );
    await forgetPushDevicesOf(db, operatorId);
  }
}
