import type { PerpetualReader, PositionView } from '@tallystick/core';
import type { CallOutput, CallRequest, WirePosition } from '@tallystick/protocol';
import type pg from 'pg';
import type { MarketData } from '../../engine/market-data/market-data.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { fromWire } from '../../http/words.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { listHoldings } from '../wallet/store.ts';
import { findPosition, listPerpetualFills, listPositions } from './store.ts';
import type { PerpetualUnits, PerpetualUnitsTable } from './units.ts';
import { wirePerpetualFill, wirePosition } from './wire.ts';

export interface PerpetualPositionsOptions {
  readonly pool: pg.Pool;
  readonly marketData: MarketData;
  readonly exchange: { readonly perpetual: Pick<PerpetualReader, 'keptFees'> };
  readonly units: PerpetualUnitsTable;
}

/** What customers have in contracts, as they see it. */
export class PerpetualPositions {
  readonly #options: PerpetualPositionsOptions;

  constructor(options: PerpetualPositionsOptions) {
    this.#options = options;
  }

  async list(
    customerId: number,
    input: CallRequest<'POST lever/my_trade'>,
  ): Promise<CallOutput<'POST lever/my_trade'>> {
    const { pool, units } = this.#options;
    if (input.market_id !== undefined) units.of(input.market_id);
    const positions = await listPositions(pool, customerId, {
      view: input.view,
      marketId: input.market_id,
      side: input.direction,
      status: input.status,
      closeReason: fromWire(input.close_reason),
      fromMs: input.from_ms,
      toMs: input.to_ms,
      beforeId: readCursor(input.cursor, 1)?.[0] ?? null,
      limit: input.limit + 1,
    });
    return pageOf(
      positions,
      input.limit,
      view => String(view.positionId),
      view => this.wire(view),
    );
  }

  /** Throws unknown_position, also for another's. */
  async find(customerId: number, positionId: number): Promise<WirePosition> {
    const view = await findPosition(this.#options.pool, customerId, positionId);
    if (view === null) throw new CallFailure('unknown_position', { field: 'position_id' });
    return this.wire(view);
  }

  async fills(
    customerId: number,
    input: CallRequest<'GET lever/fills'>,
  ): Promise<CallOutput<'GET lever/fills'>> {
    const { pool, units } = this.#options;
    if (input.market_id !== undefined) units.of(input.market_id);
    const cursor = readCursor(input.cursor, 2);
    const fills = await listPerpetualFills(pool, customerId, {
      positionId: input.position_id,
      marketId: input.market_id,
      fromMs: input.from_ms,
      toMs: input.to_ms,
      before: cursor === null ? null : [cursor[0] ?? 0, cursor[1] ?? 0],
      limit: input.limit + 1,
    });
    return pageOf(
      fills,
      input.limit,
      ({ trade, role }) => `${trade.tradeId}.${role === 'maker' ? 1 : 0}`,
      ({ trade, role }) => wirePerpetualFill(trade, role, units.of(trade.marketId)),
    );
  }

  /** With the figures of the newest committed mark. */
  wire(view: PositionView): WirePosition {
    const { units, marketData, exchange } = this.#options;
    const mark = marketData.perpetual.mark(view.marketId);
    return wirePosition(view, units.of(view.marketId), mark, exchange.perpetual.keptFees(view.positionId));
  }

  /** Of the contract account, in the currency the contract is settled in. */
  async balance(
    customerId: number,
    units: PerpetualUnits,
  ): Promise<CallOutput<'POST lever/add_margin'>['balance']> {
    const { id } = units.quote;
    const held = (await listHoldings(this.#options.pool, customerId)).find(
      holding => holding.account === 'contract' && holding.currencyId === id,
    );
    return {
      currency_id: id,
      available: units.amount(held?.availableMinor ?? 0n),
      frozen: units.amount(held?.frozenMinor ?? 0n),
    };
  }
}
