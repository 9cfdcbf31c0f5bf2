import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { isRefusal, submitCommand } from '../../http/submit.ts';
import { finishEach } from '../../module/left-work.ts';
import type { AuditLog } from '../../audit-log/audit-log.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { Tidied } from '../../timekeeping/tidying.ts';
import type { Vault } from '../../vault/vault.ts';
import { lockCustomer } from '../account/lock.ts';
import type { Sessions } from '../account/sessions.ts';
import { lockClaims } from '../deposit/store.ts';
import type { SealedPictures } from '../pictures/sealed-pictures.ts';
import type { PasswordProof } from '../security/password-proof.ts';
import type { Tryer } from '../security/tries.ts';
import { heldMinor, readHoldings, type Escrow } from '../wallet/holdings.ts';
import {
  closedBefore,
  eraseAtClosing,
  eraseForGood,
  releasable,
  releaseEvidence,
  sharingStill,
  stoppedSharing,
} from './erasure.ts';
import { exportOwnData } from './export.ts';

export interface OwnDataOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly vault: Vault;
  readonly sealedPictures: Pick<SealedPictures, 'open'>;
  readonly exchange: { isFrozen(customerId: number): boolean };
  readonly escrows: readonly Escrow[];
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly sessions: Pick<Sessions, 'endAllIn' | 'endedHere'>;
  readonly passwordProof: Pick<PasswordProof, 'check'>;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly now: () => number;
}

const YEAR_MS = 365.25 * 86_400_000;
/** Each reads one page or one picture at a time. A receiver that stops reading ends its file (see `streamBody`). */
const FILES_AT_ONCE = 16;
/** Accounts of one turn. */
const AT_ONCE = 50;

/** What is open although no balance shows it. */
const OPEN = `select 1 from withdrawals where customer_id = $1
                and state not in ('passed', 'rejected', 'cancelled', 'failed')
  union all select 1 from deposits where customer_id = $1 and state in ('processing', 'approving', 'reversing')
  union all select 1 from customer_debts where customer_id = $1 and owed_minor > 0
  union all select 1 from referral_pending where promoter_id = $1 and amount_minor > 0 limit 1`;

/** What is kept about customers: given to them, and taken away when they leave. */
export class OwnData implements Tidied {
  readonly #options: OwnDataOptions;
  /** By reader and customer: neither the desk nor the customer notices that the other is reading. */
  readonly #writing = new Set<string>();

  constructor(options: OwnDataOptions) {
    this.#options = options;
  }

  /** One file at a time of each customer and kind of reader, a few in all. @throws CallFailure busy */
  file(customerId: number, whoReads: 'customer' | 'desk' = 'customer'): AsyncGenerator<string> {
    if (this.#writing.has(`${whoReads}:${customerId}`) || this.#writing.size >= FILES_AT_ONCE)
      throw new CallFailure('busy');
    return this.#write(customerId, whoReads);
  }

  /** The same with what only the desk may see. @throws CallFailure not_found, busy */
  async fileOfDesk(customerId: number): Promise<AsyncGenerator<string>> {
    const { rowCount } = await this.#options.pool.query('select from customers where id = $1', [customerId]);
    if (rowCount !== 1) throw new CallFailure('not_found', { field: 'customer_id' });
    return this.file(customerId, 'desk');
  }

  async *#write(customerId: number, whoReads: 'customer' | 'desk'): AsyncGenerator<string> {
    const key = `${whoReads}:${customerId}`;
    this.#writing.add(key);
    try {
      yield* exportOwnData(this.#options, customerId, whoReads);
    } finally {
      this.#writing.delete(key);
    }
  }

  /**
   * Closes an account in which nothing is left. Returns until when law asks for what is kept. @throws CallFailure
   * password_wrong, account_locked, customer_frozen, account_not_empty
   */
  async close(by: Tryer, password: string): Promise<{ readonly keptUntilMs: number }> {
    const { pool, vault, exchange, escrows, sessions, passwordProof, audit, now } = this.#options;
    const { customerId } = by;
    await passwordProof.check(by, password);
    if (exchange.isFrozen(customerId)) throw new CallFailure('customer_frozen');
    const atMs = now();
    const ended = await inTransaction(pool, async client => {
      // A transfer that is just found is credited before, or held for the desk.
      await lockClaims(client);
      await lockCustomer(client, customerId);
      const holdings = await readHoldings(client, escrows, customerId);
      const open = await client.query(OPEN, [customerId]);
      if (open.rows.length > 0 || holdings.some(one => heldMinor(one) !== 0n)) {
        throw new CallFailure('account_not_empty');
      }
      const sessionIds = await sessions.endAllIn(client, customerId);
      await eraseAtClosing(client, vault, customerId, atMs);
      await audit.write(client, null, {
        action: 'customer.close',
        subject: `customer:${customerId}`,
        before: { account: 'open' },
        after: { account: 'closed' },
      });
      return sessionIds;
    });
    sessions.endedHere(ended);
    await this.#stopSharing(customerId).catch((error: unknown) => {
      this.#options.log.error(
        { err: error, customer: customerId },
        'fees are shared with a closed account for now',
      );
    });
    return { keptUntilMs: atMs + this.#keptMs() };
  }

  /** Stops sharing fees with those who left and with whom that was interrupted. */
  async finishLeft(): Promise<void> {
    await finishEach(await sharingStill(this.#options.pool, AT_ONCE), id => this.#stopSharing(id));
  }

  /** What others' fees would bring to a closed account nobody could take out. */
  async #stopSharing(customerId: number): Promise<void> {
    const { pool, bus } = this.#options;
    const command = { type: 'setReferralStanding', customerId, standing: 'stopped' } as const;
    const idempotency = {
      scope: 'own-data',
      key: `close-${customerId}`,
      inputHash: hashInput({ customerId }),
    };
    try {
      await submitCommand(bus, command, { idempotency });
    } catch (error) {
      // Whom the exchange does not know it shares nothing with.
      if (!isRefusal(error) || error.code !== 'unknown_customer') throw error;
    }
    await stoppedSharing(pool, customerId);
  }

  /** Erases what law has asked for long enough, and evidence that no case needs any more. */
  async forgetOld(): Promise<void> {
    const { pool, vault, audit, now } = this.#options;
    const beforeMs = now() - this.#keptMs();
    await this.#forgetEach(
      after => releasable(pool, after, AT_ONCE),
      async (client, customerId) => void (await releaseEvidence(client, customerId)),
    );
    await this.#forgetEach(
      after => closedBefore(pool, beforeMs, after, AT_ONCE),
      async (client, customerId) => {
        if (!(await eraseForGood(client, vault, customerId, now()))) return;
        await audit.write(client, null, {
          action: 'customer.erase',
          subject: `customer:${customerId}`,
          before: { personal_data: 'kept' },
          after: { personal_data: 'erased' },
        });
      },
    );
  }

  /** Each account by itself, so that one which cannot be erased holds up nobody else. */
  async #forgetEach(
    dueAfter: (customerId: number) => Promise<readonly number[]>,
    forget: (client: pg.ClientBase, customerId: number) => Promise<void>,
  ): Promise<void> {
    const { pool, log } = this.#options;
    let due: readonly number[] = [];
    do {
      due = await dueAfter(due.at(-1) ?? 0);
      for (const customerId of due) {
        await inTransaction(pool, client => forget(client, customerId)).catch((error: unknown) => {
          log.error({ err: error, customer: customerId }, 'a closed account was not erased');
        });
      }
    } while (due.length === AT_ONCE);
  }

  #keptMs(): number {
    return this.#options.settings.get('compliance').retention_years * YEAR_MS;
  }
}
