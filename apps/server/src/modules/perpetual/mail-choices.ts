import type { CallRequest, WirePerpetualMails } from '@tallystick/protocol';
import type pg from 'pg';

/** What comes by mail is chosen, event by event; the notice in the app always comes. */
const NONE: WirePerpetualMails = { near_liquidation: false, stop: false, liquidated: false, funding: false };

export class MailChoices {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async read(customerId: number): Promise<WirePerpetualMails> {
    const { rows } = await this.#pool.query<WirePerpetualMails>(
      'select near_liquidation, stop, liquidated, funding from perpetual_mails where customer_id = $1',
      [customerId],
    );
    return rows[0] ?? NONE;
  }

  /** What is left out stays as it is. */
  async write(customerId: number, choice: CallRequest<'POST lever/alerts'>): Promise<WirePerpetualMails> {
    const { rows } = await this.#pool.query<WirePerpetualMails>(
      `insert into perpetual_mails as mails (customer_id, near_liquidation, stop, liquidated, funding)
       values ($1, coalesce($2, false), coalesce($3, false), coalesce($4, false), coalesce($5, false))
       on conflict (customer_id) do update set
         near_liquidation = coalesce($2, mails.near_liquidation), stop = coalesce($3, mails.stop),
         liquidated = coalesce($4, mails.liquidated), funding = coalesce($5, mails.funding)
       returning near_liquidation, stop, liquidated, funding`,
      [
        customerId,
        choice.near_liquidation ?? null,
        choice.stop ?? null,
        choice.liquidated ?? null,
        choice.funding ?? null,
      ],
    );
    return rows[0] ?? NONE;
  }

  /** Of these customers, those who want mails of the kind. */
  async wanting(
    db: Pick<pg.ClientBase, 'query'>,
    customerIds: readonly number[],
    kind: keyof WirePerpetualMails,
  ): Promise<ReadonlySet<number>> {
    const { rows } = await db.query<{ customer_id: number }>(
      `select customer_id from perpetual_mails where customer_id = any ($1) and ${kind}`,
      [customerIds],
    );
    return new Set(rows.map(row => row.customer_id));
  }
}
