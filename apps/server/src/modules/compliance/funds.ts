import type { FUNDS_ORIGINS } from '@tallystick/protocol/calls/source-of-funds';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Vault } from '../../vault/vault.ts';
import { lockCustomer } from '../account/lock.ts';
import type { Pictures } from '../pictures/service.ts';
import { openEventNote, openPapers, sealPapers } from './sealing.ts';
import * as store from './store.ts';
import type { Queries } from './store.ts';

export interface FundsOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly pictures: Pick<Pictures, 'use'>;
  readonly now: () => number;
}

export interface FundsAnswer {
  readonly origin: (typeof FUNDS_ORIGINS)[number];
  readonly text: string;
  readonly pictures: readonly number[];
}

/** What the customer is asked, and has answered. */
export interface FundsState {
  readonly state: 'none' | 'asked' | 'answered';
  readonly askedAtMs: number | null;
  /** The operator's own words; null: the program asked. */
  readonly note: string | null;
}

const MOST_PICTURES = 5;

/** Where a customer's money comes from: asked by the program or the desk, answered with documents, decided at the desk. */
export class SourceOfFunds {
  readonly #options: FundsOptions;

  constructor(options: FundsOptions) {
    this.#options = options;
  }

  async state(customerId: number): Promise<FundsState> {
    const { pool, vault } = this.#options;
    const found = await store.askedCase(pool, customerId);
    if (found === null) return { state: 'none', askedAtMs: null, note: null };
    const asked = (await store.eventsOf(pool, found.id)).findLast(one => one.what === 'asked');
    return {
      state: found.state === 'asked' ? 'asked' : 'answered',
      askedAtMs: asked?.atMs ?? found.openedAtMs,
      note: asked === undefined ? null : openEventNote(vault, asked) || null,
    };
  }

  /** @throws CallFailure source_of_funds_not_asked, picture_unknown, picture_in_use, invalid_input */
  async answer(customerId: number, answer: FundsAnswer): Promise<FundsState> {
    const { pool, vault, pictures, now } = this.#options;
    if (answer.pictures.length > MOST_PICTURES || new Set(answer.pictures).size < answer.pictures.length) {
      throw new CallFailure('invalid_input', { field: 'picture_ids' });
    }
    await inTransaction(pool, async client => {
      await lockCustomer(client, customerId);
      const found = await store.askedCase(client, customerId, true);
      if (found?.state !== 'asked') throw new CallFailure('source_of_funds_not_asked');
      for (const pictureId of answer.pictures) {
        const picture = { customerId, pictureId, kind: 'source_of_funds' } as const;
        await pictures.use(client, picture, `compliance:${found.id}`, 'picture_ids');
      }
      const papers = { ...openPapers(vault, found), answer };
      await store.changeCase(client, found.id, {
        state: 'answered',
        sealed: sealPapers(vault, found.id, papers),
      });
      const event = { caseId: found.id, operatorId: null, what: 'answered', atMs: now() };
      await store.insertEvent(client, event);
    });
    return this.state(customerId);
  }

  /** @throws CallFailure source_of_funds_needed: the customer has not answered yet */
  async refuseUnanswered(db: Queries, customerId: number): Promise<void> {
    const found = await store.askedCase(db, customerId);
    if (found?.state === 'asked') throw new CallFailure('source_of_funds_needed');
  }
}
