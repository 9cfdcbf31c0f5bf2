import { HOUR_MS } from '@tallystick/core/durations';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
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
  readonly fields: CardFields;
  readonly usableFromMs: number;
  readonly savedAtMs: number;
}

/** The only bank card a customer's money may go to. Stored sealed; shown masked, even to its owner. */
export class BankCards {
  readonly #options: BankCardsOptions;

  constructor(options: BankCardsOptions) {
    this.#options = options;
  }

  async find(customerId: number): Promise<BankCard | null> {
    const { pool, vault } = this.#options;
    const { rows } = await pool.query<Omit<BankCard, 'fields'> & { readonly sealed: Buffer }>(
      `select sealed, usable_from_ms::float8 as "usableFromMs", saved_at_ms::float8 as "savedAtMs"
         from bank_cards where customer_id = $1`,
      [customerId],
    );
    if (rows[0] === undefined) return null;
    const { sealed, ...card } = rows[0];
    return { ...card, fields: JSON.parse(vault.openText(contextOf(customerId), sealed)) as CardFields };
  }

  /** The card, if it can be used now. Throws bank_card_missing, address_cooling (with `until_ms`). */
  async usable(customerId: number): Promise<BankCard> {
    const card = await this.find(customerId);
    if (card === null) throw new CallFailure('bank_card_missing', { field: 'currency_id' });
    if (card.usableFromMs > this.#options.now()) {
      throw new CallFailure('address_cooling', { field: 'currency_id', until_ms: card.usableFromMs });
    }
    return card;
  }

  /** Saves the first card or replaces it. Open withdrawals keep the old one. */
  async save(by: Tryer, fields: CardFields, proof: Proof): Promise<BankCard> {
    const { pool, vault, settings, security, news, now } = this.#options;
    const { customerId } = by;
    const useProof = await checkProof(security, by, 'bank_card', proof);
    const savedAtMs = now();
    const usableFromMs = savedAtMs + settings.get('withdrawal_limits').address_cooling_hours * HOUR_MS;
    const values = { card: `${fields.bank_name} ${maskNumber(fields.card_number)}` };
    await inTransaction(pool, async client => {
      await lockCustomer(client, customerId);
      await useProof(client);
      await client.query(
        `insert into bank_cards (customer_id, sealed, usable_from_ms, saved_at_ms) values ($1, $2, $3, $4)
         on conflict (customer_id) do update set sealed = $2, usable_from_ms = $3, saved_at_ms = $4`,
        [customerId, vault.seal(contextOf(customerId), JSON.stringify(fields)), usableFromMs, savedAtMs],
      );
      await news.write(client, customerId, 'bankCardSaved', values);
    });
    news.wake();
    return { fields, usableFromMs, savedAtMs };
  }
}

function contextOf(customerId: number): string {
  return `bank_card:${customerId}`;
}
