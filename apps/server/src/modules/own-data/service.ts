import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { AuditLog } from '../../audit-log/audit-log.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { Tidied } from '../../timekeeping/tidying.ts';
import type { Vault } from '../../vault/vault.ts';
import { lockCustomer } from '../account/lock.ts';
import type { Sessions } from '../account/sessions.ts';
import type { SealedPictures } from '../pictures/sealed-pictures.ts';
import type { PasswordProof } from '../security/password-proof.ts';
import type { Tryer } from '../security/tries.ts';
import { heldMinor, readHoldings, type Escrow } from '../wallet/holdings.ts';
import { closedBefore, eraseAtClosing, eraseForGood } from './erasure.ts';
import { exportOwnData } from './export.ts';

export interface OwnDataOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly sealedPictures: Pick<SealedPictures, 'open'>;
  readonly exchange: { isFrozen(customerId: number): boolean };
  readonly escrows: readonly Escrow[];
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly sessions: Pick<Sessions, 'endAllIn' | 'endedHere'>;
  readonly passwordProof: Pick<PasswordProof, 'check'>;
  readonly audit: Pick<AuditLog, 'write'>;
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
  readonly #writing = new Set<number>();

  constructor(options: OwnDataOptions) {
    this.#options = options;
  }

  /** One file at a time of each customer, a few in all. @throws CallFailure busy */
  file(customerId: number, whoReads: 'customer' | 'desk' = 'customer'): AsyncGenerator<string> {
    if (this.#writing.has(customerId) || this.#writing.size >= FILES_AT_ONCE) throw new CallFailure('busy');
    return this.#write(customerId, whoReads);
  }

  /** The same with what only the desk may see. @throws CallFailure not_found, busy */
  async fileOfDesk(customerId: number): Promise<AsyncGenerator<string>> {
    const { rowCount } = await this.#options.pool.query('select from customers where id = $1', [customerId]);
    if (rowCount !== 1) throw new CallFailure('not_found', { field: 'customer_id' });
    return this.file(customerId, 'desk');
  }

  async *#write(customerId: number, whoReads: 'customer' | 'desk'): AsyncGenerator<string> {
    this.#writing.add(customerId);
    try {
      yield* exportOwnData(this.#options, customerId, whoReads);
    } finally {
      this.#writing.delete(customerId);
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
    return { keptUntilMs: atMs + this.#keptMs() };
  }

  /** Erases what law has asked for long enough. */
  async forgetOld(): Promise<void> {
    const { pool, vault, audit, now } = this.#options;
    const beforeMs = now() - this.#keptMs();
    let due: readonly number[];
    do {
      due = await closedBefore(pool, beforeMs, AT_ONCE);
      for (const customerId of due) {
        await inTransaction(pool, async client => {
          if (!(await eraseForGood(client, vault, customerId, now()))) return;
          await audit.write(client, null, {
            action: 'customer.erase',
            subject: `customer:${customerId}`,
            before: { personal_data: 'kept' },
            after: { personal_data: 'erased' },
          });
        });
      }
    } while (due.length === AT_ONCE);
  }

  #keptMs(): number {
    return this.#options.settings.get('compliance').retention_years * YEAR_MS;
  }
}
