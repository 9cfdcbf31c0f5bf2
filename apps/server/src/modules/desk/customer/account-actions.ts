import type { DeskOutput } from '@tallystick/protocol/desk';
import type pg from 'pg';
import { inTransaction } from '../../../database/transaction.ts';
import { CallFailure } from '../../../http/call-failure.ts';
import type { Operator } from '../../../http/operator.ts';
import type { Sessions } from '../../account/sessions.ts';
import type { Freezes } from '../../security/freezes.ts';
import type { AuditLog } from '../../../audit-log/audit-log.ts';
import type { Directory, WireCustomer } from './directory.ts';
import { insertNote } from './notes.ts';

export interface AccountActionsOptions {
  readonly pool: pg.Pool;
  readonly freezes: Pick<Freezes, 'current' | 'freeze' | 'lift'>;
  readonly sessions: Sessions;
  readonly directory: Directory;
  readonly audit: AuditLog;
  readonly now: () => number;
}

/** Operators' actions on a customer's account: notes, logging out, freezing. Never on money or orders. */
export class AccountActions {
  readonly #options: AccountActionsOptions;

  constructor(options: AccountActionsOptions) {
    this.#options = options;
  }

  async note(
    operator: Operator,
    customerId: number,
    text: string,
  ): Promise<DeskOutput<'POST desk/customer_note'>> {
    const { pool, directory, audit, now } = this.#options;
    await directory.summary(operator, customerId);
    const atMs = now();
    const id = await inTransaction(pool, async client => {
      const noteId = await insertNote(client, { customerId, operatorId: operator.id, text, atMs });
      // Not its words: the log is for ever, and notes go with what else is kept about people.
      const after = { note: noteId };
      await audit.write(client, operator, {
        action: 'customer.note',
        subject: of(customerId),
        before: null,
        after,
      });
      return noteId;
    });
    return { id, operator: operator.name, text, at_ms: atMs };
  }

  async endSessions(operator: Operator, customerId: number, reason: string): Promise<number> {
    const { pool, sessions, directory, audit } = this.#options;
    await directory.summary(operator, customerId);
    await inTransaction(pool, client =>
      audit.write(client, operator, {
        action: 'customer.end_sessions',
        subject: of(customerId),
        before: null,
        after: null,
        about: { customerId, words: { reason } },
      }),
    );
    return sessions.endAllOf(customerId);
  }

  /** Replaces the customer's own freeze: only the desk can lift it then. Throws nothing_changed if already so. */
  async setFrozen(
    operator: Operator,
    customerId: number,
    frozen: boolean,
    reason: string,
  ): Promise<WireCustomer> {
    const { pool, freezes, directory, audit } = this.#options;
    const { id } = await directory.summary(operator, customerId);
    const current = await freezes.current(id);
    const isSo = frozen ? current?.by === 'desk' : current === null;
    if (isSo) throw new CallFailure('nothing_changed');
    // Write the log first: the rest can be repeated with the same result.
    await inTransaction(pool, client =>
      audit.write(client, operator, {
        action: frozen ? 'customer.freeze' : 'customer.unfreeze',
        subject: of(id),
        before: { frozen: current !== null },
        after: { frozen },
        about: { customerId: id, words: { reason } },
      }),
    );
    if (frozen) await freezes.freeze(id, 'desk', false);
    else await freezes.lift(id);
    return directory.summary(operator, id);
  }
}

function of(customerId: number): string {
  return `customer:${customerId}`;
}
