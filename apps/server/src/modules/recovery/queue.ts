import { RECOVERY_REASONS, RECOVERY_STATES } from '@tallystick/protocol/calls/recovery';
import type pg from 'pg';
import type { Operator } from '../../http/operator.ts';
import type { Vault } from '../../vault/vault.ts';
import { blockedAsSecond } from '../../approval/second-person.ts';
import { customerFacts, operatorNames, queuePage } from '../account/queue-people.ts';
import { action, chosenReason, fieldsOf, pictureOf, rejectFor, type FieldRow } from '../../queue/pieces.ts';
import type {
  DecisionContext,
  QueueDecision,
  QueueDetail,
  QueueFilter,
  QueueItem,
  QueueKind,
  QueuePage,
  QueuePicture,
} from '../../queue/queue-kind.ts';
import type { Pictures } from '../pictures/service.ts';
import { differences, identityOnFile, openClaim, type IdentityOnFile } from './identity-claim.ts';
import type { RecoveryReview } from './review.ts';
import * as store from './store.ts';
import type { Approval, Recovery } from './store.ts';

export interface RecoveryQueueOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly review: RecoveryReview;
  readonly pictures: Pick<Pictures, 'read'>;
  readonly certainNow: () => number;
}

/** Recoveries at the desk: the claimed identity and picture beside the verified ones. */
export class RecoveryQueue implements QueueKind {
  readonly name = 'recovery';
  readonly read = 'recovery.read';
  readonly decide = 'recovery.decide';
  readonly holdsIdentityDocuments = true;
  readonly states = RECOVERY_STATES;
  readonly #options: RecoveryQueueOptions;

  constructor(options: RecoveryQueueOptions) {
    this.#options = options;
  }

  count(): Promise<number> {
    return store.countWaiting(this.#options.pool);
  }

  list(filter: QueueFilter): Promise<QueuePage> {
    const { pool } = this.#options;
    return queuePage(pool, RECOVERY_STATES, filter, asked => store.listRecoveries(pool, asked), itemOf);
  }

  async detail(id: number, operator: Operator): Promise<QueueDetail | null> {
    const { pool, vault } = this.#options;
    const recovery = await store.findRecovery(pool, id);
    if (recovery === null) return null;
    const facts = await customerFacts(pool, recovery.customerId);
    const onFile = await identityOnFile(pool, vault, recovery.customerId);
    const approvals = await store.approvalsOf(pool, id);
    const claim = recovery.sealed === null ? null : openClaim(vault, id, recovery.sealed);
    const differing = onFile === null || claim === null ? [] : differences(claim, onFile.fields);
    const flags = [
      ...(differing.length > 0 ? ['identity_differs'] : []),
      ...(onFile === null ? ['identity_missing'] : []),
    ];
    const rows: FieldRow[] = [
      ['gesture', recovery.gesture, 'text'],
      ['picture_code', recovery.code, 'text'],
      ['full_name', claim?.fullName ?? null, 'text'],
      ['full_name_on_file', onFile?.fields.fullName ?? null, 'text'],
      ['country', claim?.country ?? null, 'text'],
      ['country_on_file', onFile?.fields.country ?? null, 'text'],
      ['id_number', claim?.idNumber ?? null, 'text'],
      ['id_number_on_file', onFile?.fields.idNumber ?? null, 'text'],
      ['approvals', `${approvals.length} / 2`, 'text'],
      ['ready_at', recovery.readyAtMs === null ? null : String(recovery.readyAtMs), 'time'],
      ['customer_since', String(facts.createdAtMs), 'time'],
    ];
    return {
      item: itemOf(recovery, facts.name, flags),
      fields: fieldsOf(rows),
      pictures: picturesOf(recovery, onFile).map(([label, picture]) => ({ id: picture, label })),
      history: await this.#history(recovery, approvals),
      actions: await this.#actions(recovery, approvals, operator),
    };
  }

  async apply(decision: QueueDecision, { operator, audit }: DecisionContext): Promise<void> {
    const { review } = this.#options;
    if (decision.action === 'approve') return review.approve(decision.id, operator.id, audit);
    return review.reject(decision.id, operator.id, chosenReason(RECOVERY_REASONS, decision), audit);
  }

  async picture(id: number, pictureId: number): Promise<QueuePicture | null> {
    const { pool, vault, pictures } = this.#options;
    const recovery = await store.findRecovery(pool, id);
    if (recovery === null) return null;
    const onFile = await identityOnFile(pool, vault, recovery.customerId);
    if (!picturesOf(recovery, onFile).some(([, picture]) => picture === pictureId)) return null;
    return pictureOf(pictures, pictureId);
  }

  async #history(recovery: Recovery, approvals: readonly Approval[]): Promise<QueueDetail['history']> {
    const ids = [...approvals.map(one => one.operatorId), recovery.rejectedBy];
    const nameOf = await operatorNames(this.#options.pool, ids);
    const history = [{ at_ms: recovery.requestedAtMs, who: '', what: 'created', note: '' }];
    for (const { operatorId, atMs } of approvals) {
      history.push({ at_ms: atMs, who: nameOf(operatorId), what: 'approved', note: '' });
    }
    const { endedAtMs, state, stoppedBy, reason, rejectedBy } = recovery;
    if (endedAtMs === null) return history;
    const note = stoppedBy ?? reason ?? '';
    return [...history, { at_ms: endedAtMs, who: nameOf(rejectedBy), what: state, note }];
  }

  async #actions(
    { state }: Recovery,
    approvals: readonly Approval[],
    operator: Operator,
  ): Promise<QueueDetail['actions']> {
    if (state !== 'under_review' && state !== 'waiting') return [];
    const { pool, certainNow } = this.#options;
    const firsts = approvals.map(one => one.operatorId);
    const reject = rejectFor(RECOVERY_REASONS);
    if (state === 'waiting') return [reject];
    const blocked = await blockedAsSecond(pool, operator.id, firsts, certainNow());
    return [action('approve', 'good', blocked), reject];
  }
}

function picturesOf({ pictureId }: Recovery, onFile: IdentityOnFile | null): [label: string, id: number][] {
  const live: [string, number][] = pictureId === null ? [] : [['live', pictureId]];
  return [...live, ...Object.entries(onFile?.pictures ?? {})];
}

function itemOf(recovery: Recovery, customer: string, flags: readonly string[] = []): QueueItem {
  return {
    id: recovery.id,
    customer_id: recovery.customerId,
    customer,
    title: 'Second factor',
    amount: null,
    currency: null,
    state: recovery.state,
    flags: [...flags],
    created_at_ms: recovery.requestedAtMs,
  };
}
