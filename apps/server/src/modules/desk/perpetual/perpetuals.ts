import { randomUUID } from 'node:crypto';
import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import type pg from 'pg';
import { inTransaction } from '../../../database/transaction.ts';
import { CallFailure } from '../../../http/call-failure.ts';
import type { Operator } from '../../../http/operator.ts';
import type { Perpetual } from '../../perpetual/perpetual.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { DeskBus } from '../desk-bus.ts';
import type { DeskExchange } from '../desk-exchange.ts';
import { STRICTNESS } from '../market/strictness.ts';

/** What the desk may look at of contracts. */
export type DeskPerpetualView = Pick<Perpetual, 'markets' | 'records'>;

export interface DeskPerpetualsOptions {
  readonly pool: pg.Pool;
  readonly bus: DeskBus;
  readonly exchange: DeskExchange;
  readonly perpetual: DeskPerpetualView;
  readonly audit: AuditLog;
}

/** Contracts as the desk sees them, and the switch that stops them. */
export class DeskPerpetuals {
  readonly #options: DeskPerpetualsOptions;

  constructor(options: DeskPerpetualsOptions) {
    this.#options = options;
  }

  list(): DeskOutput<'GET desk/perpetuals'> {
    return this.#options.perpetual.markets.contracts();
  }

  liquidations(input: DeskRequest<'GET desk/liquidations'>): Promise<DeskOutput<'GET desk/liquidations'>> {
    return this.#options.perpetual.records.allLiquidations(input);
  }

  /** One contract or all, at once. Those that are held back as much already are left as they are. */
  async stop(
    operator: Operator,
    { market_id: marketId, status, reason }: DeskRequest<'POST desk/perpetual_stop'>,
  ): Promise<DeskOutput<'POST desk/perpetual_stop'>> {
    const { pool, bus, exchange, audit } = this.#options;
    const { perpetual } = exchange;
    if (marketId !== undefined && perpetual.contract(marketId) === null) {
      throw new CallFailure('unknown_perpetual', { field: 'market_id' });
    }
    const stopped = [];
    for (const { marketId: id, symbol } of perpetual.contracts()) {
      const now = perpetual.status(id);
      if (now === null || (marketId !== undefined && id !== marketId)) continue;
      if (STRICTNESS[now] >= STRICTNESS[status]) continue;
      // First the log: a stop nobody answers for must not exist. The command may be repeated, it ends the same.
      await inTransaction(pool, client =>
        audit.write(client, operator, {
          action: 'perpetual.stop',
          subject: `perpetual:${id}`,
          before: { symbol, status: now },
          after: { symbol, status, reason },
        }),
      );
      await bus.submit({ type: 'setPerpetualStatus', marketId: id, status }, randomUUID());
      stopped.push(id);
    }
    if (stopped.length === 0) throw new CallFailure('nothing_changed', { field: 'status' });
    return { stopped };
  }
}
