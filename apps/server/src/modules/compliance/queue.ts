import type pg from 'pg';
import { blockedAsSecond } from '../../approval/second-person.ts';
import type { Operator } from '../../http/operator.ts';
import { action, fieldsOf, pictureOf, type Action, type Field, type FieldRow } from '../../queue/pieces.ts';
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
import type { Vault } from '../../vault/vault.ts';
import { customerFacts, operatorNames, queuePage } from '../account/queue-people.ts';
import type { Pictures } from '../pictures/service.ts';
import { TAKES_TWO, type Cases } from './cases.ts';
import { openEventNote, openPapers, type CasePapers } from './sealing.ts';
import * as store from './store.ts';
import { CASE_STATES, type Case } from './store.ts';

export interface ComplianceQueueOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly cases: Cases;
  readonly pictures: Pick<Pictures, 'read'>;
  readonly certainNow: () => number;
}

const TITLES: Readonly<Record<store.CaseKind, string>> = {
  name: 'Name on a list',
  address: 'Address on a list',
  structuring: 'Just below the limit, several times',
  velocity: 'Much or often within a day',
  rapid: 'In and out again',
  dormant: 'Much after a long silence',
  funds: 'Source of funds',
};

/** What screening and monitoring noticed, at the desk. */
export class ComplianceQueue implements QueueKind {
  readonly name = 'compliance';
  readonly read = 'compliance.read';
  readonly decide = 'compliance.decide';
  readonly holdsIdentityDocuments = true;
  readonly states = CASE_STATES;
  readonly #options: ComplianceQueueOptions;

  constructor(options: ComplianceQueueOptions) {
    this.#options = options;
  }

  count(): Promise<number> {
    return store.countWaiting(this.#options.pool);
  }

  list(filter: QueueFilter): Promise<QueuePage> {
    const { pool } = this.#options;
    return queuePage(pool, CASE_STATES, filter, asked => store.listCases(pool, asked), itemOf);
  }

  async detail(id: number, operator: Operator): Promise<QueueDetail | null> {
    const { pool, vault } = this.#options;
    const found = await store.findCase(pool, id);
    if (found === null) return null;
    const facts = await customerFacts(pool, found.customerId);
    const papers = openPapers(vault, found);
    return {
      item: itemOf(found, facts.name),
      fields: [
        ...caseFields(found, papers),
        { key: 'verification', value: facts.verification, format: 'text' },
        { key: 'customer_since', value: String(facts.createdAtMs), format: 'time' },
      ],
      pictures: (papers.answer?.pictures ?? []).map(picture => ({ id: picture, label: 'source_of_funds' })),
      history: await this.#history(found),
      actions: await this.#actions(found, operator),
    };
  }

  async apply(decision: QueueDecision, { operator, audit }: DecisionContext): Promise<void> {
    const { cases } = this.#options;
    const { id, reason } = decision;
    if (decision.action === 'clear') await cases.clear(id, operator.id, reason, audit);
    else if (decision.action === 'confirm') await cases.confirm(id, operator.id, reason, audit);
    else if (decision.action === 'ask') await cases.ask(id, operator.id, reason, audit);
    else await cases.note(id, operator.id, reason, audit);
  }

  async picture(id: number, pictureId: number): Promise<QueuePicture | null> {
    const { pool, vault, pictures } = this.#options;
    const found = await store.findCase(pool, id);
    if (found === null || !openPapers(vault, found).answer?.pictures.includes(pictureId)) return null;
    return pictureOf(pictures, pictureId);
  }

  async #history(found: Case): Promise<QueueDetail['history']> {
    const { pool, vault } = this.#options;
    const events = await store.eventsOf(pool, found.id);
    const whoIs = await operatorNames(
      pool,
      events.map(one => one.operatorId),
    );
    return events.map(event => ({
      at_ms: event.atMs,
      who: whoIs(event.operatorId),
      what: event.what,
      note: openEventNote(vault, event),
    }));
  }

  async #actions({ kind, state, firstClearedBy }: Case, operator: Operator): Promise<Action[]> {
    const words = { needs_reason: true };
    const note = action('note', 'plain', words);
    if (state === 'cleared') return [note];
    const firsts = TAKES_TWO.has(kind) && firstClearedBy !== null ? [firstClearedBy] : [];
    const { pool, certainNow } = this.#options;
    const second = await blockedAsSecond(pool, operator.id, firsts, certainNow());
    return [
      action('clear', 'good', { ...words, ...second }),
      ...(state === 'confirmed' ? [] : [action('confirm', 'bad', words)]),
      ...(state === 'asked' ? [] : [action('ask', 'plain', words)]),
      note,
    ];
  }
}

/** What is known of a case, also in its report. */
export function caseFields({ kind, evidence, holds }: Case, papers: CasePapers): Field[] {
  const { hit, answer } = papers;
  return fieldsOf([
    ['case_kind', TITLES[kind], 'text'],
    ['holds_money', holds ? 'yes' : 'no', 'text'],
    ...Object.entries(evidence.figures).map(([name, value]): FieldRow => [name, value, 'text']),
    ...evidence.movements.map((movement): FieldRow => ['movement', movement, 'case']),
    ['screened_name', papers.screened ?? null, 'text'],
    ['listed_name', hit?.name ?? null, 'text'],
    ['listed_born', hit?.born.join(', ') || null, 'text'],
    ['listed_countries', hit?.countries.join(', ') || null, 'text'],
    ['listed_entry', hit?.entry ?? null, 'text'],
    ['address', papers.address ?? null, 'address'],
    ['list_note', papers.note || null, 'text'],
    ['funds_origin', answer?.origin ?? null, 'text'],
    ['funds_text', answer?.text ?? null, 'text'],
  ]);
}

function itemOf(found: Case, customer: string): QueueItem {
  const { usdt = null } = found.evidence.figures;
  return {
    id: found.id,
    customer_id: found.customerId,
    customer,
    title: TITLES[found.kind],
    amount: usdt,
    currency: usdt === null ? null : 'USDT',
    state: found.state,
    flags: [
      ...(found.holds ? ['money_held'] : []),
      ...(found.firstClearedBy !== null && found.state !== 'cleared' ? ['two_people'] : []),
    ],
    created_at_ms: found.openedAtMs,
  };
}
