import { HOUR_MS } from '@tallystick/core/durations';
import type { DeskOutput } from '@tallystick/protocol/desk';
import type { Language } from '@tallystick/protocol';
import type pg from 'pg';
import { inTransaction } from '../../../database/transaction.ts';
import { CallFailure } from '../../../http/call-failure.ts';
import type { DeskCaller } from '../../../http/desk-router.ts';
import type { Vault } from '../../../vault/vault.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { AuditLog } from '../../../audit-log/audit-log.ts';
import { findOperator, type OperatorRow } from './store.ts';
import { newTotpSecret, totpPlace, totpUri } from './totp.ts';
import { newToken, tokenHash } from '../../account/token.ts';
import { utcMinute } from '../../../timekeeping/utc-minute.ts';

/** Measured by the machine's clock, so moving a demo's clock ends no link. */
export const INVITATION_HOURS = 24;
/** Time from opening the link to having set password and second factor. */
const SETUP_LIFETIME_MS = HOUR_MS;

type Queries = Pick<pg.ClientBase, 'query'>;

export interface InvitationsOptions {
  readonly pool: pg.Pool;
  readonly outbox: Outbox;
  readonly audit: AuditLog;
  readonly vault: Vault;
  /** The apps' address; null: the mail contains no link address. */
  readonly publicUrl: string | null;
  /** The host's language, because operators have chosen none. */
  readonly language: Language;
  /** The machine's time. */
  readonly now: () => number;
}

/** An opened link whose owner has not chosen a password yet. */
export interface OpenedInvitation {
  readonly id: number;
  readonly operator: OperatorRow;
  readonly waitMs: number;
}

/**
 * Invitations: a link to the operator's own mailbox that opens once. Neither proposer nor confirmer sees the link or a
 * password; if one of them used the link, its owner finds it used.
 */
export class Invitations {
  readonly #options: InvitationsOptions;

  constructor(options: InvitationsOptions) {
    this.#options = options;
  }

  /** Call it in the transaction that creates the account; call `sendWaiting` after the commit. */
  async send(
    client: pg.ClientBase,
    operator: { readonly id: number; readonly name: string; readonly email: string },
    proposalId: number,
    waitMs: number,
  ): Promise<void> {
    const { outbox, publicUrl, language, now } = this.#options;
    const token = await issueInvitation(client, {
      operatorId: operator.id,
      proposalId,
      waitMs,
      atMs: now(),
    });
    await outbox.write(client, 'mail', operator.email, 'operatorInvitation', language, {
      invitation: `${publicUrl ?? ''}${invitationPath(token)}`,
      name: operator.name,
      hours: String(INVITATION_HOURS),
    });
  }

  sendWaiting(): void {
    this.#options.outbox.wake();
  }

  /** Opens the link for good: only its answer lets the owner continue. Throws invitation_used, invitation_expired. */
  async open(token: string, caller: DeskCaller): Promise<DeskOutput<'POST desk/invitation_open'>> {
    const { pool, audit, vault, now } = this.#options;
    const setupToken = newToken();
    const opened = await inTransaction(pool, async client => {
      const { rows } = await client.query<{ operator_id: number }>(
        `update operator_invitations i set opened_at_ms = $2, setup_hash = $3, setup_expires_at_ms = $4
           from operators o
          where i.token_hash = $1 and i.opened_at_ms is null and i.expires_at_ms > $2
            and o.id = i.operator_id and o.active
         returning i.operator_id`,
        [tokenHash(token), now(), tokenHash(setupToken), now() + SETUP_LIFETIME_MS],
      );
      const found = rows[0] === undefined ? null : await findOperator(client, { id: rows[0].operator_id });
      if (found === null) return null;
      const secret = found.totp_secret === null ? newTotpSecret() : null;
      if (secret !== null) {
        await client.query('update operators set totp_pending = $2 where id = $1', [
          found.id,
          vault.seal(totpPlace(found.id), secret),
        ]);
      }
      await audit.write(client, null, {
        action: 'operator.link_opened',
        subject: `operator:${found.id}`,
        before: null,
        after: { name: found.name, address: caller.address, device: caller.device },
      });
      return { found, secret };
    });
    if (opened === null) throw await this.#refusalOf(token);
    const { found, secret } = opened;
    return {
      name: found.name,
      role: found.role,
      setup_token: setupToken,
      totp: secret === null ? null : { secret, uri: totpUri(secret, found.name) },
    };
  }

  /** The opened link of a setup token. Throws invitation_expired. */
  async opened(setupToken: string): Promise<OpenedInvitation> {
    const { pool, now } = this.#options;
    const { rows } = await pool.query<{ id: string; operator_id: number; wait_ms: string }>(
      `select id, operator_id, wait_ms from operator_invitations
        where setup_hash = $1 and setup_expires_at_ms > $2 and used_at_ms is null`,
      [tokenHash(setupToken), now()],
    );
    const [row] = rows;
    const operator = row === undefined ? null : await findOperator(pool, { id: row.operator_id });
    if (row === undefined || operator === null || !operator.active)
      throw new CallFailure('invitation_expired');
    return { id: Number(row.id), operator, waitMs: Number(row.wait_ms) };
  }

  /** Throws invitation_expired if another request was faster. */
  async use(client: pg.ClientBase, id: number): Promise<void> {
    const { rowCount } = await client.query(
      `update operator_invitations set used_at_ms = $2
        where id = $1 and used_at_ms is null and setup_expires_at_ms > $2`,
      [id, this.#options.now()],
    );
    if (rowCount !== 1) throw new CallFailure('invitation_expired');
  }

  async #refusalOf(token: string): Promise<CallFailure> {
    const { rows } = await this.#options.pool.query<{ opened_at_ms: string | null }>(
      'select opened_at_ms from operator_invitations where token_hash = $1',
      [tokenHash(token)],
    );
    const openedAtMs = rows[0]?.opened_at_ms ?? null;
    if (openedAtMs === null) return new CallFailure('invitation_expired');
    return new CallFailure('invitation_used', { time: `${utcMinute(Number(openedAtMs))} UTC` });
  }
}

/** A new link's token, of which only the hash is stored. Earlier links stop working. */
export async function issueInvitation(
  db: Queries,
  invitation: {
    readonly operatorId: number;
    /** Null: made on the host. */
    readonly proposalId: number | null;
    readonly waitMs: number;
    readonly atMs: number;
  },
): Promise<string> {
  const { operatorId, proposalId, waitMs, atMs } = invitation;
  await db.query(
    `update operator_invitations
        set expires_at_ms = least(expires_at_ms, $2), setup_expires_at_ms = least(setup_expires_at_ms, $2)
      where operator_id = $1`,
    [operatorId, atMs],
  );
  const token = newToken();
  await db.query(
    `insert into operator_invitations (operator_id, proposal_id, token_hash, wait_ms, created_at_ms, expires_at_ms)
     values ($1, $2, $3, $4, $5, $6)`,
    [operatorId, proposalId, tokenHash(token), waitMs, atMs, atMs + INVITATION_HOURS * HOUR_MS],
  );
  return token;
}

export function invitationPath(token: string): string {
  return `/desk/#invitation=${token}`;
}
