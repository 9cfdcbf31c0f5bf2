import type { WireContract, WireMarket } from '@tallystick/protocol/wire';
import { unitsOf, type MarketUnits } from '#lib/market-units.ts';

export type Direction = 'long' | 'short';

const markets = new WeakMap<WireContract, WireMarket>();

/**
 * The contract in the form of a market, for the order book, trades and price arithmetic. The market's lot is the
 * contract's lot. One contract always gives the same object.
 */
export function marketOf(contract: WireContract): WireMarket {
  const known = markets.get(contract);
  if (known) return known;
  const made: WireMarket = {
    id: contract.market_id,
    symbol: contract.symbol,
    base: contract.base,
    quote: contract.quote,
    tick_size: contract.tick_size,
    lot_size: contract.lot_size,
    min_notional: '0',
    maker_fee_percent: contract.maker_fee_percent,
    taker_fee_percent: contract.taker_fee_percent,
    price_band_percent: contract.price_band_percent,
    status: contract.status,
    halt: contract.halt,
    announced: null,
  };
  markets.set(contract, made);
  return made;
}

export function contractUnits(contract: WireContract): MarketUnits {
  return unitsOf(marketOf(contract));
}

/** `BTC/USDT` → `BTCUSDT`, as contracts are called. */
export function contractName({ symbol }: { readonly symbol: string }): string {
  return symbol.replace('/', '');
}
