import { HOUR_MS } from '@tallystick/core/durations';
import type pg from 'pg';
import type { Queries } from '../../database/rows.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { readLine } from '../../http/text-line.ts';
import type { Vault } from '../../vault/vault.ts';
import { lockCustomer } from '../account/lock.ts';
import type { CustomerNews } from '../notification/customer-news.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { Tryer } from '../security/tries.ts';
import { checkProof, type AuthoritySource, type Proof } from '../security/authority.ts';
import { maskNumber } from './destination.ts';
import type { CardFields } from './fields.ts';

export interface BankCardsOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly security: AuthoritySource;
  readonly news: CustomerNews;
  readonly now: () => number;
}

export interface BankCard {
  readonly id: number;
  readonly fields: CardFields;
  /** The customer's own name for it; may be empty. */
  readonly label: string;
  /** Withdrawals go to it unless another is chosen. Exactly one of a customer's cards. */
  readonly isDefault: boolean;
  readonly usableFromMs: number;
  readonly savedAtMs: number;
}

export const MOST_CARDS = 5;
const LONGEST_LABEL = 40;

/** The bank cards a customer's money may go to. Stored sealed; shown masked, even to their owner. */
export class BankCards {
  readonly #options: BankCardsOptions;

  constructor(options: BankCardsOptions) {
    this.#options = options;
  }

  /** The default first, then the oldest. */
  async list(customerId: number, db: Queries = this.#options.pool): Promise<BankCard[]> {
    const { vault } = this.#options;
    const { rows } = await db.query<Omit<BankCard, 'fields' | 'label'> & { readonly sealed: Buffer }>(
      `select id::float8 as id, sealed, is_default as "isDefault", usable_from_ms::float8 as "usableFromMs",
              saved_at_ms::float8 as "savedAtMs"
         from bank_cards where customer_id = $1 order by is_default desc, id`,
      [customerId],
    );
    return rows.map(({ sealed, ...card }) => {
      // Cards from before they had names have none.
      const opened = JSON.parse(vault.openText(contextOf(customerId), sealed)) as CardFields & {
        readonly label?: string;
      };
      const { label = '', ...fields } = opened;
      return { ...card, fields, label };
    });
  }

  /**
   * A card, or the default, if it can be used now. Throws bank_card_missing, bank_card_unknown (also for another customer's),
   * address_cooling (with `until_ms`).
   */
  async usable(customerId: number, id?: number): Promise<BankCard> {
    const cards = await this.list(customerId);
    if (cards.length === 0) throw new CallFailure('bank_card_missing', { field: 'currency_id' });
    const card =
      id === undefined ? cards.find(({ isDefault }) => isDefault) : cards.find(one => one.id === id);
    if (card === undefined) throw unknown();
    if (card.usableFromMs > this.#options.now()) {
      const field = id === undefined ? 'currency_id' : 'card_id';
      throw new CallFailure('address_cooling', { field, until_ms: card.usableFromMs });
    }
    return card;
  }

  /** Saves another card; the first is the default. Throws label_invalid, too_many_bank_cards, and what proofs throw. */
  async add(by: Tryer, fields: CardFields, label: string, proof: Proof): Promise<BankCard> {
    const { pool, vault, settings, security, news, now } = this.#options;
    const { customerId } = by;
    const name = readLine(label, LONGEST_LABEL);
    if (name === null) throw new CallFailure('label_invalid', { field: 'label' });
    // Before a code is used up.
    refuseMore(await this.list(customerId));
    const useProof = await checkProof(security, by, 'bank_card', proof);
    const savedAtMs = now();
    const usableFromMs = savedAtMs + settings.get('withdrawal_limits').address_cooling_hours * HOUR_MS;
    const values = { card: `${fields.bank_name} ${maskNumber(fields.card_number)}` };
    const sealed = vault.seal(contextOf(customerId), JSON.stringify({ ...fields, label: name }));
    const saved = await inTransaction(pool, async client => {
      await lockCustomer(client, customerId);
      const before = await this.list(customerId, client);
      refuseMore(before);
      await useProof(client);
      const isDefault = before.length === 0;
      const { rows } = await client.query<{ id: number }>(
        `insert into bank_cards (customer_id, sealed, is_default, usable_from_ms, saved_at_ms)
         values ($1, $2, $3, $4, $5) returning id::float8 as id`,
        [customerId, sealed, isDefault, usableFromMs, savedAtMs],
      );
      await news.write(client, customerId, 'bankCardSaved', values);
      return { id: rows[0]!.id, isDefault };
    });
    news.wake();
    return { ...saved, fields, label: name, usableFromMs, savedAtMs };
  }

  /** Withdrawals go to this card from now on unless another is chosen. Throws bank_card_unknown. */
  async makeDefault(customerId: number, id: number): Promise<void> {
    await inTransaction(this.#options.pool, async client => {
      await lockCustomer(client, customerId);
      if (!(await this.list(customerId, client)).some(card => card.id === id)) throw unknown();
      await setDefault(client, customerId, id);
    });
  }

  /** Open withdrawals keep it. Another card becomes the default if it was. Throws bank_card_unknown. */
  async remove(customerId: number, id: number): Promise<void> {
    await inTransaction(this.#options.pool, async client => {
      await lockCustomer(client, customerId);
      const cards = await this.list(customerId, client);
      const removed = cards.find(card => card.id === id);
      if (removed === undefined) throw unknown();
      await client.query('delete from bank_cards where customer_id = $1 and id = $2', [customerId, id]);
      const next = cards.find(card => card.id !== id);
      if (removed.isDefault && next !== undefined) await setDefault(client, customerId, next.id);
    });
  }
}

/** First none, then one: there are never two. */
async function setDefault(client: Queries, customerId: number, id: number): Promise<void> {
  await client.query('update bank_cards set is_default = false where customer_id = $1 and is_default', [
    customerId,
  ]);
  await client.query('update bank_cards set is_default = true where customer_id = $1 and id = $2', [
    customerId,
    id,
  ]);
}

function refuseMore(cards: readonly BankCard[]): void {
  if (cards.length >= MOST_CARDS) throw new CallFailure('too_many_bank_cards', { maximum: MOST_CARDS });
}

function unknown(): CallFailure {
  return new CallFailure('bank_card_unknown', { field: 'card_id' });
}

/** The owner's: a seal put into another customer's row does not open. */
export function contextOf(customerId: number): string {
  return `bank_card:${customerId}`;
}
