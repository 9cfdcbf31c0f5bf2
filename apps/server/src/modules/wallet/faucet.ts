import type { Exchange } from '@tallystick/core';
import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { CallOutput } from '@tallystick/protocol';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { submitCommand } from '../submit.ts';

/** What one turn of the faucet gives, by currency code. */
const AMOUNTS: Readonly<Record<string, string>> = { USDT: '10000', BTC: '0.1', ETH: '2' };
export const FAUCET_INTERVAL_MS = 24 * 3_600_000;

export interface FaucetOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: Exchange;
  readonly now: () => number;
  /** Only in demo. */
  readonly enabled: boolean;
}

interface Claim {
  readonly id: number;
  readonly claimedAtMs: number;
}

/** Demo funds, once per interval. The claim is the row; the credits follow from its id and may be repeated. */
export class Faucet {
  readonly #options: FaucetOptions;

  constructor(options: FaucetOptions) {
    this.#options = options;
  }

  /** What the next turn gives, and from when. */
  async state(customerId: number): Promise<CallOutput<'GET wallet/faucet'>> {
    const { pool, exchange, now, enabled } = this.#options;
    if (!enabled) throw new CallFailure('faucet_disabled');
    const { rows } = await pool.query<{ last: string | null }>(
      'select max(claimed_at_ms) as last from faucet_claims where customer_id = $1',
      [customerId],
    );
    const last = rows[0]?.last ?? null;
    const nextAtMs = last === null ? 0 : Number(last) + FAUCET_INTERVAL_MS;
    const credits = exchange
      .currencies()
      .flatMap(({ code }) =>
        AMOUNTS[code] === undefined ? [] : [{ currency: code, amount: AMOUNTS[code] }],
      );
    return { credits, next_at_ms: nextAtMs > now() ? nextAtMs : null };
  }

  async claim(customerId: number, key: string): Promise<CallOutput<'POST wallet/faucet'>> {
    if (!this.#options.enabled) throw new CallFailure('faucet_disabled');
    const claim = await this.#take(customerId, key);
    return {
      credits: await this.#credit(customerId, claim),
      next_at_ms: claim.claimedAtMs + FAUCET_INTERVAL_MS,
    };
  }

  /** Credits of claims that a crash cut short. */
  async finishClaims(): Promise<void> {
    const { rows } = await this.#options.pool.query<{
      id: string;
      customer_id: number;
      claimed_at_ms: string;
    }>('select id, customer_id, claimed_at_ms from faucet_claims where not credited order by id');
    for (const row of rows) {
      await this.#credit(row.customer_id, { id: Number(row.id), claimedAtMs: Number(row.claimed_at_ms) });
    }
  }

  /** This key's claim: the one it made before, or a new one. Throws faucet_too_soon. */
  #take(customerId: number, key: string): Promise<Claim> {
    const { pool, now } = this.#options;
    return inTransaction(pool, async client => {
      await client.query('select id from customers where id = $1 for update', [customerId]);
      const { rows } = await client.query<{ id: string; claimed_at_ms: string; same_key: boolean }>(
        `select id, claimed_at_ms, idempotency_key = $2 as same_key from faucet_claims where customer_id = $1
          order by idempotency_key = $2 desc, claimed_at_ms desc limit 1`,
        [customerId, key],
      );
      const [last] = rows;
      if (last !== undefined) {
        const claimedAtMs = Number(last.claimed_at_ms);
        if (last.same_key) return { id: Number(last.id), claimedAtMs };
        const waitMs = claimedAtMs + FAUCET_INTERVAL_MS - now();
        if (waitMs > 0) {
          throw new CallFailure('faucet_too_soon', {
            retry_after_s: Math.ceil(waitMs / 1000),
            next_at_ms: claimedAtMs + FAUCET_INTERVAL_MS,
          });
        }
      }
      const inserted = await client.query<{ id: string; claimed_at_ms: string }>(
        `insert into faucet_claims (customer_id, idempotency_key, claimed_at_ms) values ($1, $2, $3)
         returning id, claimed_at_ms`,
        [customerId, key, now()],
      );
      const [claim] = inserted.rows;
      if (claim === undefined) throw new Error('the claim was not written');
      return { id: Number(claim.id), claimedAtMs: Number(claim.claimed_at_ms) };
    });
  }

  async #credit(customerId: number, claim: Claim): Promise<{ currency: string; amount: string }[]> {
    const { bus, exchange, pool } = this.#options;
    const reference = `faucet:${claim.id}`;
    const credits = [];
    for (const { id: currencyId, code, decimals } of exchange.currencies()) {
      const amountMinor = parseDecimal(AMOUNTS[code] ?? '0', decimals) ?? 0n;
      if (amountMinor === 0n) continue;
      await submitCommand(
        bus,
        { type: 'credit', customerId, account: 'spot', currencyId, amountMinor, from: 'faucet', reference },
        {
          idempotency: {
            scope: 'faucet',
            key: `${claim.id}-${currencyId}`,
            inputHash: hashInput({ customerId, currencyId, amountMinor }),
          },
        },
      );
      credits.push({ currency: code, amount: formatMinor(amountMinor, decimals) });
    }
    await pool.query('update faucet_claims set credited = true where id = $1', [claim.id]);
    return credits;
  }
}
