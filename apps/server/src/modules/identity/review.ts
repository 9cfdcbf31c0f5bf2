import { ADVANCED_FIELDS, BASIC_FIELDS } from '@tallystick/protocol/calls/identity';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Vault } from '../../vault/vault.ts';
import type { CustomerNews } from '../notification/customer-news.ts';
import type { MessageKind } from '../outbox/texts/text.ts';
import type { Pictures } from '../pictures/service.ts';
import type { BasicFields } from './fields.ts';
import type { Gates } from './service.ts';
import { documentPrints, openFields, openNote, sealNote } from './sealing.ts';
import * as store from './store.ts';
import type { Application, Level, Queries, Reason, Redo } from './store.ts';

export interface IdentityReviewOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly pictures: Pictures;
  readonly gates: Pick<Gates, 'beforeVerified'>;
  readonly now: () => number;
  readonly news: Pick<CustomerNews, 'write' | 'wake'>;
}

export type IdentityDecision =
  | { readonly verdict: 'verified' }
  | {
      readonly verdict: 'rejected';
      readonly reason: Reason;
      /** What to do again; all of it if empty. */
      readonly redo: readonly Redo[];
      /** To the customer, in any language. */
      readonly note: string | null;
    };

/** A decision for the desk's log, without personal data. */
export interface DecidedApplication {
  readonly applicationId: number;
  readonly customerId: number;
  readonly level: Level;
  readonly before: 'under_review';
  readonly after: 'verified' | 'rejected';
  readonly reason: Reason | null;
  readonly redo: readonly Redo[];
  readonly operatorId: number;
  readonly atMs: number;
}

export interface ReviewedApplication {
  readonly application: Application;
  /** Of the application, or for the advanced level those that were verified before. */
  readonly fields: BasicFields | null;
  /** The operator's words to the customer. */
  readonly note: string | null;
  /** Other customers who verified, or wait to, with the same document. */
  readonly sameDocument: readonly { readonly customerId: number; readonly applicationId: number }[];
  /** Pictures that another customer, or something else, has used before. */
  readonly replayed: readonly { readonly pictureId: number; readonly usedBy: string }[];
}

/** What can be asked for again. */
export const REDO: Readonly<Record<Level, readonly Redo[]>> = {
  basic: BASIC_FIELDS,
  advanced: ADVANCED_FIELDS,
};
const MESSAGES = {
  basic: { verified: 'basicVerified', rejected: 'basicRejected' },
  advanced: { verified: 'advancedVerified', rejected: 'advancedRejected' },
} as const satisfies Record<Level, Record<'verified' | 'rejected', MessageKind>>;
const MAX_NOTE_LENGTH = 500;

/** Identity verification for operators. The desk checks their permission. */
export class IdentityReview {
  readonly #options: IdentityReviewOptions;

  constructor(options: IdentityReviewOptions) {
    this.#options = options;
  }

  /** Everything an operator needs to decide, personal data included. Throws not_found. */
  async read(applicationId: number): Promise<ReviewedApplication> {
    const { pool, vault } = this.#options;
    const application = await store.findApplication(pool, applicationId);
    if (application === null) throw new CallFailure('not_found', { field: 'id' });
    const { customerId, level } = application;
    const basic = level === 'basic' ? application : (await store.newestOf(pool, customerId)).basic;
    const fields = basic === null ? null : openFields(vault, basic);
    const others =
      fields === null ? [] : await store.othersWithDocument(pool, customerId, documentPrints(vault, fields));
    return {
      application,
      fields,
      note: openNote(vault, application),
      sameDocument: others.map(other => ({ customerId: other.customerId, applicationId: other.id })),
      replayed: await this.#replayed(application),
    };
  }

  /**
   * Verifies or rejects an application, once. The customer is told in the app and by mail.
   *
   * @param inside more to do in the same transaction, such as the desk's log
   * @throws CallFailure not_found, already_decided, reason_required, identity_document_used, invalid_input,
   * compliance_hold, country_not_served, missing_field, too_young
   */
  async decide(
    operatorId: number,
    applicationId: number,
    decision: IdentityDecision,
    inside: (db: pg.ClientBase, decided: DecidedApplication) => Promise<void> = async () => undefined,
  ): Promise<DecidedApplication> {
    const { pool, gates } = this.#options;
    if (decision.verdict === 'verified') {
      const seen = await store.findApplication(pool, applicationId);
      if (seen !== null) await gates.beforeVerified(seen.customerId);
    }
    const decided = await inTransaction(pool, async client => {
      const result = await this.#decideIn(client, operatorId, applicationId, decision);
      await inside(client, result);
      return result;
    });
    this.#options.news.wake();
    return decided;
  }

  async #decideIn(
    client: Queries,
    operatorId: number,
    applicationId: number,
    decision: IdentityDecision,
  ): Promise<DecidedApplication> {
    const { vault, now, news } = this.#options;
    // Locked in the same order as in submissions, to avoid deadlocks.
    const seen = await store.findApplication(client, applicationId);
    if (seen === null) throw new CallFailure('not_found', { field: 'id' });
    await store.lockCustomer(client, seen.customerId);
    const application = await store.findApplication(client, applicationId, true);
    if (application?.state !== 'under_review') throw new CallFailure('already_decided');
    const { id, customerId, level } = application;
    if (decision.verdict === 'verified') await this.#refuseUsedDocument(client, application);
    const rejection = decision.verdict === 'rejected' ? readRejection(decision, level) : null;
    const atMs = now();
    const result = {
      id,
      state: decision.verdict,
      reason: rejection?.reason ?? null,
      redo: rejection?.redo ?? [],
      sealedNote: rejection?.note ? sealNote(vault, id, rejection.note) : null,
      operatorId,
      atMs,
    };
    await store.writeDecision(client, result);
    const overall = level === 'advanced' && decision.verdict === 'verified' ? 'verified' : 'unverified';
    await store.markCustomer(client, customerId, overall);
    await news.write(client, customerId, MESSAGES[level][decision.verdict]);
    return {
      applicationId: id,
      customerId,
      level,
      before: 'under_review',
      after: decision.verdict,
      reason: result.reason,
      redo: result.redo,
      operatorId,
      atMs,
    };
  }

  async #refuseUsedDocument(client: Queries, application: Application): Promise<void> {
    const { vault } = this.#options;
    const fields = openFields(vault, application);
    if (fields === null) return;
    await store.lockDocuments(client);
    const others = await store.othersWithDocument(
      client,
      application.customerId,
      documentPrints(vault, fields),
    );
    if (others.some(other => other.state === 'verified')) throw new CallFailure('identity_document_used');
  }

  async #replayed({ customerId, pictures }: Application): Promise<ReviewedApplication['replayed']> {
    const replayed = [];
    for (const pictureId of pictures === null ? [] : Object.values(pictures)) {
      for (const { usedBy } of await this.#options.pictures.replays(pictureId)) {
        if (usedBy !== null && usedBy !== `identity:${customerId}`) replayed.push({ pictureId, usedBy });
      }
    }
    return replayed;
  }
}

function readRejection(decision: IdentityDecision & { verdict: 'rejected' }, level: Level) {
  const note = decision.note?.trim() || null;
  if (decision.reason === 'other' && note === null)
    throw new CallFailure('reason_required', { field: 'note' });
  if (note !== null && note.length > MAX_NOTE_LENGTH)
    throw new CallFailure('invalid_input', { field: 'note' });
  const possible = REDO[level];
  if (decision.redo.some(field => !possible.includes(field))) {
    throw new CallFailure('invalid_input', { field: 'redo' });
  }
  const redo = possible.filter(field => decision.redo.length === 0 || decision.redo.includes(field));
  return { reason: decision.reason, redo, note };
}
