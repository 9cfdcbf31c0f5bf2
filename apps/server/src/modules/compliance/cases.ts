import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Vault } from '../../vault/vault.ts';
import { requireSecondPerson } from '../../approval/second-person.ts';
import type { CustomerNews } from '../notification/customer-news.ts';
import { sealEventNote, sealPapers, type CasePapers } from './sealing.ts';
import * as store from './store.ts';
import type { Case, CaseKind, Queries } from './store.ts';
import type { Subjects } from './subjects.ts';

export interface CasesOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly news: Pick<CustomerNews, 'write' | 'wake'>;
  readonly now: () => number;
  /** See `Clock.certainNow`: decides whether a second person has waited long enough. */
  readonly certainNow: () => number;
}

export interface Noticed {
  readonly customerId: number;
  readonly kind: CaseKind;
  readonly subjects: Subjects;
  /** The customer's money waits whatever kind it is of. */
  readonly holds?: boolean;
  readonly evidence: store.Evidence;
  readonly papers?: CasePapers;
}

/** Additional work within the decision's transaction, such as the desk's log. */
export type Inside = (
  client: pg.ClientBase,
  change: {
    readonly before: { readonly state: store.CaseState };
    readonly after: Record<string, string | number | boolean>;
  },
) => Promise<void>;

/** While one of these is open no money leaves: law forbids paying out, or an answer is owed. */
const HOLDING: ReadonlySet<CaseKind> = new Set(['name', 'address', 'funds']);
/** A hit on a list is cleared by two people. */
export const TAKES_TWO: ReadonlySet<CaseKind> = new Set(['name', 'address']);

const { CASE_STATES } = store;
const UNCLEARED = CASE_STATES.filter(state => state !== 'cleared');

/** What screening and monitoring noticed about customers, and what people decide about it. */
export class Cases {
  readonly #options: CasesOptions;

  constructor(options: CasesOptions) {
    this.#options = options;
  }

  /** Opens a case, in the caller's transaction; null if the same was noticed before. */
  async open(db: Queries, noticed: Noticed): Promise<number | null> {
    const { vault, now, news } = this.#options;
    const { papers, customerId, kind, evidence } = noticed;
    const [subject, ...older] = noticed.subjects;
    const state = kind === 'funds' ? 'asked' : 'open';
    const holds = noticed.holds === true || HOLDING.has(kind);
    const id = await store.insertCase(
      db,
      { customerId, kind, subject, evidence, state, holds, openedAtMs: now() },
      older,
      papers === undefined ? null : caseId => sealPapers(vault, caseId, papers),
    );
    if (id === null) return null;
    await store.insertEvent(db, { caseId: id, operatorId: null, what: 'created', atMs: now() });
    if (kind === 'funds') await news.write(db, customerId, 'fundsAsked');
    return id;
  }

  /** @throws CallFailure compliance_hold: a case keeps the customer's money from leaving */
  async refuseHeld(db: Queries, customerId: number): Promise<void> {
    if (await store.isHeld(db, customerId)) throw new CallFailure('compliance_hold');
  }

  /**
   * Nothing is wrong. A hit on a list takes two people: after the first it goes on waiting. @throws CallFailure
   * not_found, already_decided, reason_required, same_operator, second_person_waiting, second_person_related
   */
  async clear(id: number, operatorId: number, reason: string, inside: Inside): Promise<void> {
    await this.#decide(id, operatorId, reason, inside, async (client, found) => {
      const isFirst = TAKES_TWO.has(found.kind) && found.firstClearedBy === null;
      if (isFirst) {
        await store.changeCase(client, id, { firstClearedBy: operatorId });
        return { what: 'cleared_first', state: found.state };
      }
      if (TAKES_TWO.has(found.kind)) {
        const first = found.firstClearedBy ?? operatorId;
        await requireSecondPerson(client, operatorId, [first], this.#options.certainNow());
      }
      const decided = { decidedBy: operatorId, decidedAtMs: this.#options.now() };
      await store.changeCase(client, id, { ...decided, state: 'cleared', holds: false });
      return { what: 'cleared', state: 'cleared' };
    });
  }

  /** It is what it looks like: money stays, whatever else is to be done. @throws CallFailure as `clear`, for one person */
  async confirm(id: number, operatorId: number, reason: string, inside: Inside): Promise<void> {
    await this.#decide(id, operatorId, reason, inside, async client => {
      const decided = { decidedBy: operatorId, decidedAtMs: this.#options.now() };
      await store.changeCase(client, id, {
        ...decided,
        state: 'confirmed',
        holds: true,
        firstClearedBy: null,
      });
      return { what: 'confirmed', state: 'confirmed' };
    });
  }

  /** Asks the customer where their money comes from; until they have answered and it was decided, none leaves. */
  async ask(id: number, operatorId: number, reason: string, inside: Inside): Promise<void> {
    await this.#decide(id, operatorId, reason, inside, async (client, found) => {
      const undecided = { decidedBy: null, decidedAtMs: null, firstClearedBy: null };
      await store.changeCase(client, id, { ...undecided, state: 'asked', holds: true });
      await this.#options.news.write(client, found.customerId, 'fundsAsked');
      return { what: 'asked', state: 'asked' };
    });
    this.#options.news.wake();
  }

  /** For colleagues; the customer never reads it. */
  async note(id: number, operatorId: number, text: string, inside: Inside): Promise<void> {
    await this.#decide(
      id,
      operatorId,
      text,
      inside,
      async (_client, found) => ({ what: 'noted', state: found.state }),
      CASE_STATES,
    );
  }

  async #decide(
    id: number,
    operatorId: number,
    reason: string,
    inside: Inside,
    change: (
      client: pg.PoolClient,
      found: Case,
    ) => Promise<{ readonly what: string; readonly state: store.CaseState }>,
    states: readonly store.CaseState[] = UNCLEARED,
  ): Promise<void> {
    const { pool, vault, now } = this.#options;
    const words = reason.trim();
    if (words === '') throw new CallFailure('reason_required', { field: 'reason' });
    await inTransaction(pool, async client => {
      const found = await store.findCase(client, id, true);
      if (found === null) throw new CallFailure('not_found', { field: 'id' });
      if (!states.includes(found.state)) throw new CallFailure('already_decided');
      const { what, state } = await change(client, found);
      const event = { caseId: id, operatorId, what, atMs: now() };
      await store.insertEvent(client, event, eventId => sealEventNote(vault, eventId, words));
      await inside(client, {
        before: { state: found.state },
        after: { state, what, kind: found.kind, customer_id: found.customerId },
      });
    });
  }
}
