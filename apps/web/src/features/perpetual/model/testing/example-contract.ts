import type { WireContract, WirePerpetualOrder, WirePosition } from '@tallystick/protocol/wire';
import { parseLevels } from '#lib/market-units.ts';
import { BTC_USDT } from '#lib/testing/example-market.ts';
import { contractUnits } from '../contract.ts';
import { NOTHING_HELD } from '../held.ts';
import type { TicketContext } from '../summary.ts';

/** BTCUSDT as the demo lists it. */
export const BTC_PERPETUAL: WireContract = {
  market_id: 1,
  symbol: 'BTC/USDT',
  base: BTC_USDT.base,
  quote: BTC_USDT.quote,
  tick_size: '0.1',
  lot_size: '0.001',
  multiples: [1, 2, 3, 5, 10, 20, 50, 100],
  tiers: [
    { up_to_value: '50000', max_multiple: 100, maintenance_percent: '0.5' },
    { up_to_value: '250000', max_multiple: 50, maintenance_percent: '1' },
    { up_to_value: '1000000', max_multiple: 20, maintenance_percent: '2.5' },
  ],
  maker_fee_percent: '0.02',
  taker_fee_percent: '0.05',
  price_band_percent: '3',
  max_order_lots: 10_000,
  max_customer_value: '1000000',
  impact_value: '20000',
  max_open_interest_lots: 1_000_000,
  funding_interval_hours: 8,
  interest_percent: '0.01',
  funding_cap_percent: '0.75',
  liquidation_fee_percent: '0.25',
  stale_after_ms: 10_000,
  status: 'open',
  halt: null,
  announced: null,
};

/** A book around 100,000 with 3 BTC on each side, and 10,000 USDT available. */
export function exampleContext(change: Partial<TicketContext> = {}): TicketContext {
  const units = contractUnits(BTC_PERPETUAL);
  return {
    contract: BTC_PERPETUAL,
    availableMinor: 10_000_000_000n,
    exposureMinor: 0n,
    held: NOTHING_HELD,
    bids: parseLevels(
      [
        ['99990', '1'],
        ['99980', '2'],
      ],
      units,
    ),
    asks: parseLevels(
      [
        ['100010', '1'],
        ['100020', '2'],
      ],
      units,
    ),
    bookKnown: true,
    mark: '100000',
    stale: false,
    ...change,
  };
}

/** 100 lots long at 100,000 and ×10, as the server sends it while the mark equals the entry price. */
export function examplePosition(change: Partial<WirePosition> = {}): WirePosition {
  return {
    position_id: 7,
    client_order_id: null,
    market_id: 1,
    symbol: 'BTC/USDT',
    direction: 'long',
    type: 'market',
    price: null,
    multiple: 10,
    margin_type: 'isolated',
    maintenance_percent: '0.5',
    maker_fee_percent: '0.02',
    taker_fee_percent: '0.05',
    status: 'holding',
    lots: 100,
    waiting_lots: 0,
    holding_lots: 100,
    closed_lots: 0,
    quantity: '0.1',
    open_value: '10000',
    value: '10000',
    waiting_margin: '0',
    margin: '1000',
    added_margin: '0',
    removed_margin: '0',
    top_up_limit: '0',
    top_up_used: '0',
    maintenance_margin: '50',
    margin_ratio_percent: '5',
    open_price: '100000',
    close_price: null,
    mark_price: '100000',
    liquidation_price: '90452.26130653',
    bankruptcy_price: '90000',
    take_profit_price: null,
    stop_loss_price: null,
    triggered: null,
    closing: null,
    unrealised_profit: '0',
    realised_profit: '0',
    fee: '5',
    liquidation_fee: '0',
    funding: '-1.5',
    insurance_paid: '0',
    net_profit: '-6.5',
    close_reason: null,
    end_reason: 'filled',
    placed_at_ms: 1,
    opened_at_ms: 1,
    closed_at_ms: null,
    updated_at_ms: 1,
    ...change,
  };
}

/** A sale of 10 lots at 101,000 that only reduces. */
export function exampleOrder(change: Partial<WirePerpetualOrder> = {}): WirePerpetualOrder {
  return {
    order_id: 20,
    client_order_id: null,
    market_id: 1,
    symbol: 'BTC/USDT',
    side: 'sell',
    position_side: null,
    reduce_only: true,
    type: 'limit',
    price: '101000',
    multiple: 10,
    status: 'open',
    lots: 10,
    waiting_lots: 10,
    filled_lots: 0,
    waiting_margin: '0',
    filled_value: '0',
    average_price: null,
    fee: '0',
    realised_profit: '0',
    end_reason: null,
    placed_at_ms: 10,
    updated_at_ms: 10,
    ...change,
  };
}
