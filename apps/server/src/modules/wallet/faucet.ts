import type { Currency, ReadonlyExchange } from '@tallystick/core';
import { parseDecimal } from '@tallystick/core/money/decimal';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { submitAttempt } from '../../http/submit.ts';
import { finishEach } from '../../module/left-work.ts';

/** What one payment of the faucet gives, by currency code. */
const AMOUNTS: Readonly<Record<string, string>> = { USDT: '10000', BTC: '0.1', ETH: '2' };
export const FAUCET_INTERVAL_MS = 24 * 3_600_000;

export interface FaucetOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: ReadonlyExchange;
  readonly now: () => number;
  /** Only in demo. */
  readonly enabled: boolean;
}

interface Claim {
  readonly id: number;
  readonly claimedAtMs: number;
  /** True if made with this key; false for an older claim that is too recent to allow a new one. */
  readonly own: boolean;
  readonly credited: boolean;
}

/** The currencies for which the customer's ledger has an entry of that reference. */
export async function creditedUnder(
  pool: pg.Pool,
  customerId: number,
  reference: string,
): Promise<ReadonlySet<number>> {
  const { rows } = await pool.query<{ currency_id: number }>(
    'select currency_id from ledger_entries where owner_id = $1 and reference = $2',
    [customerId, reference],
  );
  return new Set(rows.map(row => row.currency_id));
}

/** Demo funds, once per interval. The row is the claim; the credits' keys come from its id, so they can be repeated. */
export class Faucet {
  readonly #options: FaucetOptions;

  constructor(options: FaucetOptions) {
    this.#options = options;
  }

  /** When the faucet pays again; null: now. Throws faucet_disabled. */
  async nextAtMs(customerId: number): Promise<number | null> {
    const { pool, now, enabled } = this.#options;
    if (!enabled) throw new CallFailure('faucet_disabled');
    const { rows } = await pool.query<{ last: string | null }>(
      'select max(claimed_at_ms) as last from faucet_claims where customer_id = $1',
      [customerId],
    );
    const last = rows[0]?.last ?? null;
    const nextAtMs = last === null ? 0 : Number(last) + FAUCET_INTERVAL_MS;
    return nextAtMs > now() ? nextAtMs : null;
  }

  /** Pays, and returns when the faucet pays again. Throws faucet_disabled and faucet_too_soon. */
  async claim(customerId: number, key: string): Promise<number> {
    if (!this.#options.enabled) throw new CallFailure('faucet_disabled');
    const claim = await this.#take(customerId, key);
    // Credit an older claim as well: if its credits failed, nothing would repeat them before the next start.
    if (!claim.credited) await this.#credit(customerId, claim.id);
    const nextAtMs = claim.claimedAtMs + FAUCET_INTERVAL_MS;
    if (!claim.own) {
      const waitMs = nextAtMs - this.#options.now();
      throw new CallFailure('faucet_too_soon', {
        retry_after_s: Math.ceil(waitMs / 1000),
        next_at_ms: nextAtMs,
      });
    }
    return nextAtMs;
  }

  /** Completes the credits of claims that were interrupted more than `leftForMs` ago. */
  async finishClaims(leftForMs: number): Promise<void> {
    const { pool, now } = this.#options;
    const { rows } = await pool.query<{ id: string; customer_id: number }>(
      'select id, customer_id from faucet_claims where not credited and claimed_at_ms <= $1 order by id',
      [now() - leftForMs],
    );
    await finishEach(rows, row => this.#credit(row.customer_id, Number(row.id)));
  }

  /** This key's claim, found or new; another key's claim if it is too soon for a new one. */
  #take(customerId: number, key: string): Promise<Claim> {
    const { pool, now } = this.#options;
    return inTransaction(pool, async client => {
      await client.query('select id from customers where id = $1 for update', [customerId]);
      const { rows } = await client.query<{
        id: string;
        claimed_at_ms: string;
        credited: boolean;
        same_key: boolean;
      }>(
        `select id, claimed_at_ms, credited, idempotency_key = $2 as same_key from faucet_claims where customer_id = $1
          order by idempotency_key = $2 desc, claimed_at_ms desc limit 1`,
        [customerId, key],
      );
      const [last] = rows;
      if (last !== undefined) {
        const claimedAtMs = Number(last.claimed_at_ms);
        if (last.same_key || claimedAtMs + FAUCET_INTERVAL_MS > now()) {
          return { id: Number(last.id), claimedAtMs, own: last.same_key, credited: last.credited };
        }
      }
      const claimedAtMs = now();
      const inserted = await client.query<{ id: string }>(
        'insert into faucet_claims (customer_id, idempotency_key, claimed_at_ms) values ($1, $2, $3) returning id',
        [customerId, key, claimedAtMs],
      );
      return { id: Number(inserted.rows[0]?.id), claimedAtMs, own: true, credited: false };
    });
  }

  /** What one payment gives. */
  credits(): { readonly currency: Currency; readonly amountMinor: bigint }[] {
    return this.#options.exchange.currencies().flatMap(currency => {
      const amountMinor = parseDecimal(AMOUNTS[currency.code] ?? '0', currency.decimals) ?? 0n;
      return amountMinor === 0n ? [] : [{ currency, amountMinor }];
    });
  }

  /** Can be repeated: the ledger shows which amounts were credited. */
  async #credit(customerId: number, claimId: number): Promise<void> {
    const { bus, pool } = this.#options;
    const reference = `faucet:${claimId}`;
    const credited = await creditedUnder(pool, customerId, reference);
    for (const { currency, amountMinor } of this.credits()) {
      const currencyId = currency.id;
      if (credited.has(currencyId)) continue;
      await submitAttempt(
        bus,
        { type: 'credit', customerId, account: 'spot', currencyId, amountMinor, from: 'faucet', reference },
        {
          scope: 'faucet',
          key: `${claimId}-${currencyId}`,
          inputHash: hashInput({ customerId, currencyId, amountMinor }),
        },
      );
    }
    await pool.query('update faucet_claims set credited = true where id = $1', [claimId]);
  }
}
