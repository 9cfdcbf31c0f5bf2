import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { inTransaction } from '../../../database/transaction.ts';
import { CallFailure } from '../../../http/call-failure.ts';
import type { Operator } from '../../../http/operator.ts';
import type { MarketService } from '../../market/service.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { DeskBus } from '../desk-bus.ts';
import type { DeskExchange } from '../desk-exchange.ts';
import { STRICTNESS } from './strictness.ts';

export interface DeskMarketsOptions {
  readonly pool: pg.Pool;
  readonly bus: DeskBus;
  readonly exchange: DeskExchange;
  readonly market: Pick<MarketService, 'quotations'>;
  readonly audit: AuditLog;
}

/** Markets as the desk sees them, and the switch that stops them. */
export class DeskMarkets {
  readonly #options: DeskMarketsOptions;

  constructor(options: DeskMarketsOptions) {
    this.#options = options;
  }

  async list(): Promise<DeskOutput<'GET desk/markets'>> {
    const { items } = await this.#options.market.quotations();
    return { items: items.map(({ market, ticker }) => ({ market, ticker })) };
  }

  /** One market or all, at once. Markets that are held back as much already are left as they are. */
  async stop(
    operator: Operator,
    { market_id: marketId, status, reason }: DeskRequest<'POST desk/market_stop'>,
  ): Promise<DeskOutput<'POST desk/market_stop'>> {
    const { pool, bus, exchange, audit } = this.#options;
    if (marketId !== undefined && exchange.market(marketId) === null) {
      throw new CallFailure('unknown_market', { field: 'market_id' });
    }
    const stopped = [];
    for (const { id, symbol } of exchange.markets()) {
      const now = exchange.marketStatus(id);
      if (now === null || (marketId !== undefined && id !== marketId)) continue;
      if (STRICTNESS[now] >= STRICTNESS[status]) continue;
      // First the log: a stop nobody answers for must not exist. The command may be repeated, it ends the same.
      await inTransaction(pool, client =>
        audit.write(client, operator, {
          action: 'market.stop',
          subject: `market:${id}`,
          before: { symbol, status: now },
          after: { symbol, status, reason },
        }),
      );
      await bus.submit({ type: 'setMarketStatus', marketId: id, status }, randomUUID());
      stopped.push(id);
    }
    if (stopped.length === 0) throw new CallFailure('nothing_changed', { field: 'status' });
    return { stopped };
  }
}
