import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import { isAllowed } from '@tallystick/protocol/desk/roles';
import type pg from 'pg';
import { inTransaction } from '../../../database/transaction.ts';
import { CallFailure } from '../../../http/call-failure.ts';
import type { Operator } from '../../../http/operator.ts';
import { declareLink, listLinks, type LinkedAccount } from '../../correction/linked-accounts.ts';
import type { AuditLog } from '../../../audit-log/audit-log.ts';

type WireAccount = DeskOutput<'POST desk/account_link'>;

export interface OperatorAccountsOptions {
  readonly pool: pg.Pool;
  readonly audit: AuditLog;
  readonly now: () => number;
}

/** Customer accounts that are declared as belonging to operators. */
export class OperatorAccounts {
  readonly #options: OperatorAccountsOptions;

  constructor(options: OperatorAccountsOptions) {
    this.#options = options;
  }

  async list(): Promise<DeskOutput<'GET desk/account_links'>> {
    return { items: (await listLinks(this.#options.pool)).map(wireAccount) };
  }

  /** Throws operator_forbidden for another operator's account without the right, and what `declareLink` throws. */
  async declare(operator: Operator, input: DeskRequest<'POST desk/account_link'>): Promise<WireAccount> {
    const { pool, audit, now } = this.#options;
    const { operator_id: operatorId = operator.id, customer_id: customerId, reason } = input;
    if (operatorId !== operator.id && !isAllowed(operator.role, 'operator.propose')) {
      throw new CallFailure('operator_forbidden');
    }
    return inTransaction(pool, async client => {
      await declareLink(client, { operatorId, customerId, by: operator.id, atMs: now() });
      await audit.write(client, operator, {
        action: 'operator.link_account',
        subject: `operator:${operatorId}`,
        before: null,
        after: { customer: customerId },
        about: { customerId, words: { reason } },
      });
      const declared = (await listLinks(client, operatorId)).find(one => one.customerId === customerId);
      if (declared === undefined) throw new Error('a declared account is gone');
      return wireAccount(declared);
    });
  }
}

function wireAccount(link: LinkedAccount): WireAccount {
  return {
    operator_id: link.operatorId,
    operator: link.operator,
    customer_id: link.customerId,
    declared_by: link.declaredBy,
    declared_at_ms: link.declaredAtMs,
  };
}
