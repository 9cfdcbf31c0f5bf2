import type { Trade } from '@tallystick/core';
import { BigintColumn, IntegerColumn, WordColumn } from './columns.ts';
import { insertFromUnnest, type ProjectionTable } from './table.ts';

const NAMES = [
  'trade_id',
  'market_id',
  'price_ticks',
  'quantity_lots',
  'quote_minor',
  'taker_side',
  'taker_order_id',
  'taker_customer_id',
  'taker_fee_minor',
  'maker_order_id',
  'maker_customer_id',
  'maker_fee_minor',
  'at_ms',
] as const;

export class TradesTable implements ProjectionTable {
  readonly name = 'trades';
  readonly #tradeId = new BigintColumn();
  readonly #marketId = new IntegerColumn();
  readonly #priceTicks = new IntegerColumn();
  readonly #quantityLots = new BigintColumn();
  readonly #quoteMinor = new BigintColumn();
  readonly #takerSide = new WordColumn(['buy', 'sell']);
  readonly #takerOrderId = new BigintColumn();
  readonly #takerCustomerId = new IntegerColumn();
  readonly #takerFeeMinor = new BigintColumn();
  readonly #makerOrderId = new BigintColumn();
  readonly #makerCustomerId = new IntegerColumn();
  readonly #makerFeeMinor = new BigintColumn();
  readonly #atMs = new BigintColumn();

  readonly columns = [
    this.#tradeId,
    this.#marketId,
    this.#priceTicks,
    this.#quantityLots,
    this.#quoteMinor,
    this.#takerSide,
    this.#takerOrderId,
    this.#takerCustomerId,
    this.#takerFeeMinor,
    this.#makerOrderId,
    this.#makerCustomerId,
    this.#makerFeeMinor,
    this.#atMs,
  ];

  statement(parameters: readonly string[]): string {
    return insertFromUnnest('trades', NAMES, parameters);
  }

  add(trade: Trade, atMs: number): void {
    this.#tradeId.pushNumber(trade.tradeId);
    this.#marketId.push(trade.marketId);
    this.#priceTicks.push(trade.priceTicks);
    this.#quantityLots.pushNumber(trade.quantityLots);
    this.#quoteMinor.pushBigint(trade.quoteMinor);
    this.#takerSide.push(trade.takerSide);
    this.#takerOrderId.pushNumber(trade.takerOrderId);
    this.#takerCustomerId.push(trade.takerCustomerId);
    this.#takerFeeMinor.pushBigint(trade.takerFeeMinor);
    this.#makerOrderId.pushNumber(trade.makerOrderId);
    this.#makerCustomerId.push(trade.makerCustomerId);
    this.#makerFeeMinor.pushBigint(trade.makerFeeMinor);
    this.#atMs.pushNumber(atMs);
  }
}
