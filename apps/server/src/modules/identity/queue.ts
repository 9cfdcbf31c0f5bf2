import { IDENTITY_REASONS } from '@tallystick/protocol/calls/identity';
import type pg from 'pg';
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
import { REDO, type IdentityDecision, type IdentityReview, type ReviewedApplication } from './review.ts';
import * as store from './store.ts';
import type { Application, Redo } from './store.ts';

export interface IdentityQueueOptions {
  readonly pool: pg.Pool;
  readonly review: IdentityReview;
  readonly pictures: Pick<Pictures, 'read'>;
}

const STATES = ['under_review', 'verified', 'rejected'] as const;
const TITLES = { basic: 'Basic', advanced: 'Advanced' } as const;

/** Applications for identity verification at the desk. */
export class IdentityQueue implements QueueKind {
  readonly name = 'identity';
  readonly read = 'identity.read';
  readonly decide = 'identity.decide';
  readonly holdsIdentityDocuments = true;
  readonly states = STATES;
  readonly #options: IdentityQueueOptions;

  constructor(options: IdentityQueueOptions) {
    this.#options = options;
  }

  count(): Promise<number> {
    return store.countWaiting(this.#options.pool);
  }

  list(filter: QueueFilter): Promise<QueuePage> {
    const { pool } = this.#options;
    return queuePage(pool, STATES, filter, asked => store.listApplications(pool, asked), itemOf);
  }

  async detail(id: number): Promise<QueueDetail | null> {
    const { pool, review } = this.#options;
    if ((await store.findApplication(pool, id)) === null) return null;
    const reviewed = await review.read(id);
    const { application } = reviewed;
    const facts = await customerFacts(pool, application.customerId);
    return {
      item: itemOf(application, facts.name, flagsOf(reviewed)),
      fields: [
        ...fieldsOf(rowsOf(reviewed)),
        { key: 'customer_since', value: String(facts.createdAtMs), format: 'time' },
      ],
      pictures: Object.entries(application.pictures ?? {}).map(([label, picture]) => ({
        id: picture,
        label,
      })),
      history: await this.#history(reviewed),
      actions: application.state === 'under_review' ? actionsOf(application) : [],
    };
  }

  async apply(decision: QueueDecision, { operator, audit }: DecisionContext): Promise<void> {
    await this.#options.review.decide(operator.id, decision.id, decisionOf(decision), (client, decided) =>
      audit(client, {
        before: { state: decided.before },
        after: {
          state: decided.after,
          level: decided.level,
          customer_id: decided.customerId,
          reason: decided.reason,
          redo: [...decided.redo],
        },
      }),
    );
  }

  async picture(id: number, pictureId: number): Promise<QueuePicture | null> {
    const { pool, pictures } = this.#options;
    const application = await store.findApplication(pool, id);
    if (!Object.values(application?.pictures ?? {}).includes(pictureId)) return null;
    return pictureOf(pictures, pictureId);
  }

  async #history({ application, note }: ReviewedApplication): Promise<QueueDetail['history']> {
    const { submittedAtMs, decidedAtMs, decidedBy, state, reason } = application;
    const history = [{ at_ms: submittedAtMs, who: '', what: 'created', note: '' }];
    if (decidedAtMs === null || decidedBy === null) return history;
    const whoIs = await operatorNames(this.#options.pool, [decidedBy]);
    const words = [reason, note].filter(word => word !== null).join(': ');
    return [...history, { at_ms: decidedAtMs, who: whoIs(decidedBy), what: state, note: words }];
  }
}

function itemOf(application: Application, customer: string, flags: readonly string[] = []): QueueItem {
  return {
    id: application.id,
    customer_id: application.customerId,
    customer,
    title: TITLES[application.level],
    amount: null,
    currency: null,
    state: application.state,
    flags: [...flags],
    created_at_ms: application.submittedAtMs,
  };
}

function flagsOf({ sameDocument, replayed }: ReviewedApplication): string[] {
  return [
    ...(sameDocument.length > 0 ? ['same_document'] : []),
    ...(replayed.length > 0 ? ['replayed_picture'] : []),
  ];
}

function rowsOf({ application, fields, sameDocument, replayed }: ReviewedApplication): FieldRow[] {
  const { latitude = null, longitude = null } = fields ?? {};
  const map =
    latitude === null || longitude === null
      ? null
      : `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return [
    ['full_name', fields?.fullName || null, 'text'],
    ['birth_date', fields?.birthDate ?? null, 'text'],
    ['country', fields?.country || null, 'text'],
    ['id_number', fields?.idNumber || null, 'text'],
    ['contact_address', fields?.contactAddress || null, 'text'],
    ['region', fields?.region || null, 'text'],
    ['place', map, 'link'],
    ['redo', application.redo.join(', ') || null, 'text'],
    ['same_document', sameDocument.map(one => one.customerId).join(', ') || null, 'text'],
    ['replayed_picture', replayed.map(one => one.usedBy).join(', ') || null, 'text'],
  ];
}

function actionsOf({ level }: Application): QueueDetail['actions'] {
  // Operators may add a note to the listed reason.
  return [action('approve', 'good'), rejectFor(IDENTITY_REASONS, REDO[level])];
}

function decisionOf(decision: QueueDecision): IdentityDecision {
  if (decision.action === 'approve') return { verdict: 'verified' };
  const { choices, reason: note } = decision;
  const reason = chosenReason(IDENTITY_REASONS, decision);
  const everything: readonly Redo[] = [...REDO.basic, ...REDO.advanced];
  return { verdict: 'rejected', reason, redo: everything.filter(one => choices.includes(one)), note };
}
