import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import { isAllowed } from '@tallystick/protocol/desk/roles';
import { CallFailure } from '../../../http/call-failure.ts';
import type { Operator } from '../../../http/operator.ts';
import type { AuditLog } from '../../../audit-log/audit-log.ts';
import { requirePermission } from '../operator/permission.ts';
import type { ViewAudit } from '../../../queue/view-audit.ts';
import type { QueueDetail, QueueKind, QueueName } from '../../../queue/queue-kind.ts';

/** The queues that modules have registered; the desk shows no others. */
export class Queues {
  readonly #viewAudit: ViewAudit;
  readonly #audit: AuditLog;
  readonly #kinds = new Map<QueueName, QueueKind>();

  constructor(viewAudit: ViewAudit, audit: AuditLog) {
    this.#viewAudit = viewAudit;
    this.#audit = audit;
  }

  add(kind: QueueKind): void {
    if (this.#kinds.has(kind.name)) throw new Error(`queue ${kind.name} is registered twice`);
    this.#kinds.set(kind.name, kind);
  }

  /** Queues registered so far. */
  all(): readonly QueueKind[] {
    return [...this.#kinds.values()];
  }

  async overview(operator: Operator): Promise<DeskOutput<'GET desk/queues'>> {
    const items = [];
    for (const kind of this.#kinds.values()) {
      if (!isAllowed(operator.role, kind.read)) continue;
      items.push({
        name: kind.name,
        waiting: await kind.count(),
        states: [...kind.states],
        may_decide: isAllowed(operator.role, kind.decide),
      });
    }
    return { items };
  }

  list(operator: Operator, input: DeskRequest<'GET desk/queue'>): Promise<DeskOutput<'GET desk/queue'>> {
    const kind = this.#readable(operator, input.queue);
    const state = input.state ?? kind.states[0] ?? '';
    const isKnown = kind.states.includes(state) || (state === 'all' && kind.listsAll === true);
    if (!isKnown) throw new CallFailure('invalid_input', { field: 'state' });
    return kind.list({ state, customerId: input.customer_id, cursor: input.cursor, limit: input.limit });
  }

  /** One item. Opening a customer's documents is logged. */
  async open(operator: Operator, queue: QueueName, id: number): Promise<QueueDetail> {
    const detail = await this.#detail(operator, queue, id);
    if (this.#readable(operator, queue).holdsIdentityDocuments === true) {
      await this.#viewAudit.writeHourly(operator, { action: `${queue}.view`, subject: `${queue}:${id}` });
    }
    return detail;
  }

  async #detail(operator: Operator, queue: QueueName, id: number): Promise<QueueDetail> {
    const kind = this.#readable(operator, queue);
    const detail = await kind.detail(id, operator);
    if (detail === null) throw new CallFailure('not_found', { field: 'id' });
    const mayDecide = isAllowed(operator.role, kind.decide);
    return mayDecide ? detail : { ...detail, actions: [] };
  }

  /** A picture of a customer's document. Viewing it is logged. */
  async picture(
    operator: Operator,
    { queue, id, picture_id: pictureId }: DeskRequest<'GET desk/queue_picture'>,
  ): Promise<DeskOutput<'GET desk/queue_picture'>> {
    const kind = this.#readable(operator, queue);
    const picture = (await kind.picture?.(id, pictureId)) ?? null;
    if (picture === null) throw new CallFailure('not_found', { field: 'picture_id' });
    await this.#viewAudit.write(operator, {
      action: `${queue}.view_picture`,
      subject: `${queue}:${id}`,
      after: { picture: pictureId },
    });
    return picture;
  }

  async decide(operator: Operator, input: DeskRequest<'POST desk/queue_decide'>): Promise<QueueDetail> {
    const { queue, ...decision } = input;
    const kind = this.#readable(operator, queue);
    requirePermission(operator, kind.decide);
    const detail = await kind.detail(decision.id, operator);
    if (detail === null) throw new CallFailure('not_found', { field: 'id' });
    const action = detail.actions.find(one => one.name === decision.action);
    if (action === undefined) throw new CallFailure('already_decided', { state: detail.item.state });
    if (action.needs_reason && decision.reason === '') {
      throw new CallFailure('reason_required', { field: 'reason' });
    }
    for (const { name, required } of action.inputs) {
      if (required && (decision.inputs[name] ?? '') === '')
        throw new CallFailure('missing_field', { field: name });
    }
    if (decision.choices.some(choice => !action.choices.includes(choice))) {
      throw new CallFailure('invalid_input', { field: 'choices' });
    }
    let logged = false;
    await kind.apply(decision, {
      operator,
      audit: async (client, entry) => {
        logged = true;
        await this.#audit.write(client, operator, {
          action: `${queue}.${decision.action}`,
          subject: `${queue}:${decision.id}`,
          ...entry,
        });
      },
    });
    if (!logged) throw new Error(`queue ${queue} decided ${decision.id} without writing it to the log`);
    return this.#detail(operator, queue, decision.id);
  }

  #readable(operator: Operator, queue: QueueName): QueueKind {
    const kind = this.#kinds.get(queue);
    if (kind === undefined) throw new CallFailure('not_found', { field: 'queue' });
    requirePermission(operator, kind.read);
    return kind;
  }
}
