import { ALERT_KINDS, ALERT_ROLES, type AlertKind } from '@tallystick/protocol/desk/alerts';
import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import type pg from 'pg';
import { inTransaction } from '../../../database/transaction.ts';
import { CallFailure } from '../../../http/call-failure.ts';
import type { Operator } from '../../../http/operator.ts';
import { pageOf, readCursor } from '../../../http/page.ts';
import type { AuditLog } from '../../../audit-log/audit-log.ts';
import {
  acknowledgeAlert,
  choicesOf,
  choose,
  countUnseen,
  findAlert,
  hasMailbox,
  listAlerts,
  wireAlert,
  type AlertChoice,
} from './store.ts';
import type { AlertWatch } from './watch.ts';

export interface DeskAlertsOptions {
  readonly pool: pg.Pool;
  readonly audit: AuditLog;
  readonly watch: Pick<AlertWatch, 'lookedAtMs'>;
  readonly now: () => number;
}

/** Alerts for operators, and which kinds each operator gets. */
export class DeskAlerts {
  readonly #options: DeskAlertsOptions;

  constructor(options: DeskAlertsOptions) {
    this.#options = options;
  }

  async list({
    state,
    cursor,
    limit,
  }: DeskRequest<'GET desk/alerts'>): Promise<DeskOutput<'GET desk/alerts'>> {
    const { pool, watch } = this.#options;
    const rows = await listAlerts(pool, state, readCursor(cursor, 1)?.[0] ?? null, limit + 1);
    return {
      ...pageOf(rows, limit, row => row.id, wireAlert),
      unseen: await countUnseen(pool),
      looked_at_ms: watch.lookedAtMs,
    };
  }

  /** Throws not_found, and nothing_changed if it is already acknowledged or resolved. */
  async acknowledge(
    operator: Operator,
    { id }: DeskRequest<'POST desk/alert_acknowledge'>,
  ): Promise<DeskOutput<'POST desk/alert_acknowledge'>> {
    const { pool, audit, now } = this.#options;
    return inTransaction(pool, async client => {
      const before = await findAlert(client, id);
      if (before === null) throw new CallFailure('not_found', { field: 'id' });
      if (!(await acknowledgeAlert(client, id, operator.id, now()))) {
        throw new CallFailure('nothing_changed', { field: 'id' });
      }
      await audit.write(client, operator, {
        action: 'alert.acknowledge',
        subject: `alert:${id}`,
        before: null,
        after: { kind: before.kind, which: before.subject },
      });
      return wireAlert((await findAlert(client, id)) ?? before);
    });
  }

  async choices(operator: Operator): Promise<DeskOutput<'GET desk/alert_choices'>> {
    const { pool } = this.#options;
    const chosen = await choicesOf(pool, operator.id);
    return {
      items: ALERT_KINDS.map(kind => wireChoice(operator, kind, chosen.get(kind))),
      has_mailbox: await hasMailbox(pool, operator.id),
    };
  }

  async choose(
    operator: Operator,
    { kind, mail, push }: DeskRequest<'POST desk/alert_choose'>,
  ): Promise<DeskOutput<'POST desk/alert_choose'>> {
    const { pool } = this.#options;
    await choose(pool, operator.id, kind, { mail: mail ?? null, push: push ?? null });
    return wireChoice(operator, kind, (await choicesOf(pool, operator.id)).get(kind));
  }
}

function wireChoice(
  { role }: Operator,
  kind: AlertKind,
  { mail, push }: AlertChoice = { mail: null, push: null },
): DeskOutput<'POST desk/alert_choose'> {
  const usual = ALERT_ROLES[kind].includes(role);
  return {
    kind,
    mail: mail ?? usual,
    push: push ?? usual,
    by_role: mail === null && push === null,
  };
}
