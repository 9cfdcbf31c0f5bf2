import type { OptionView } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { optionOf, type OptionRow } from '../../engine/projections/option-rows.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { InTurn } from '../in-turn.ts';
import { writeCustomerNotices, type CustomerNotice } from '../notice/write.ts';
import { writeState } from '../server-state.ts';

/** In `server_state`: the sequence up to which customers have been told. */
const STATE = 'option-told';
const EVERY_MS = 5_000;

export interface OptionNewsOptions {
  readonly pool: pg.Pool;
  readonly units: MarketUnitsTable;
  readonly log: FastifyBaseLogger;
}

/**
 * Tells customers of stakes that came back because prices stood still: wins and losses they expect, this they do not.
 * How far it got is kept in the transaction of the notices, so each is written once, also after a crash.
 */
export class OptionNews {
  readonly #options: OptionNewsOptions;
  readonly #turns: InTurn;

  constructor(options: OptionNewsOptions) {
    this.#options = options;
    this.#turns = new InTurn(() => this.#tellAll(), {
      everyMs: EVERY_MS,
      log: options.log,
      failure: 'news of refunded options could not be written; they will be with the next',
    });
  }

  /** Returns the way to stop. */
  start(): () => Promise<void> {
    return this.#turns.start();
  }

  /** Everything since the last time. One at a time. */
  tell(): Promise<void> {
    return this.#turns.now();
  }

  async #tellAll(): Promise<void> {
    await inTransaction(this.#options.pool, async client => {
      const { rows } = await client.query<OptionRow & { sequence: string }>(
        `select * from options
          where not practice and result in ('staleEntry', 'staleExit')
            and sequence > coalesce((select (value ->> 'sequence')::bigint from server_state where name = $1), 0)
          order by sequence, option_id`,
        [STATE],
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      await writeCustomerNotices(
        client,
        rows.map(row => this.#notice(optionOf(row))),
      );
      await writeState(client, STATE, { sequence: Number(last.sequence) });
    });
  }

  #notice(option: OptionView): CustomerNotice {
    const { units } = this.#options;
    const { code, decimals } = units.currency(option.currencyId);
    return {
      customerId: option.customerId,
      kind: option.result === 'staleEntry' ? 'optionStaleEntry' : 'optionStaleExit',
      atMs: option.settledAtMs ?? option.deliveryAtMs,
      values: {
        option: String(option.optionId),
        symbol: units.of(option.marketId).market.symbol,
        seconds: String(option.seconds),
        amount: formatMinor(option.stakeMinor, decimals),
        currency: code,
      },
    };
  }
}
