import { describe, expect, test } from 'vitest';
import type { WireMarket, WireTicker } from '@tallystick/protocol/wire';
import { DEFAULT_QUERY, nextSort, queryMarkets, quoteCodes, type ListedMarket } from './market-list.ts';

function listed(id: number, symbol: string, name: string, ticker?: Partial<WireTicker>): ListedMarket {
  const [base = '', quote = ''] = symbol.split('/');
  const currency = (code: string, label: string) => ({
    id: 1,
    code,
    name: label,
    decimals: 8,
    display_decimals: 2,
  });
  const market: WireMarket = {
    id,
    symbol,
    base: currency(base, name),
    quote: currency(quote, quote),
    tick_size: '0.1',
    lot_size: '0.1',
    min_notional: '5',
    maker_fee_percent: '0.1',
    taker_fee_percent: '0.1',
    price_band_percent: '10',
    status: 'open',
    halt: null,
    announced: null,
  };
  const unknown: WireTicker = {
    market_id: id,
    last: null,
    open_24h: null,
    high_24h: null,
    low_24h: null,
    volume_24h: '0',
    quote_volume_24h: '0',
    change_24h: null,
    trades_24h: 0,
    first_trade_id: null,
    last_trade_id: null,
    index_price: null,
    stale: false,
    at_ms: 0,
  };
  return { market, ticker: ticker && { ...unknown, ...ticker } };
}

const markets = [
  listed(1, 'BTC/USDT', 'Bitcoin', { last: '104381.5', change_24h: '2.41', quote_volume_24h: '900' }),
  listed(2, 'ETH/USDT', 'Ethereum', { last: '2567.47', change_24h: '-10.08', quote_volume_24h: '1000.5' }),
  listed(8, 'ETH/BTC', 'Ethereum', { last: '0.0246', change_24h: null, quote_volume_24h: '3' }),
  listed(6, 'DOGE/USDT', 'Dogecoin'),
];
const favourites = new Set([6, 8]);

function shown(change: Partial<typeof DEFAULT_QUERY>) {
  return queryMarkets(markets, { ...DEFAULT_QUERY, ...change }, favourites).map(({ market }) => market.id);
}

describe('filters', () => {
  test.each([
    [{ search: 'bitc' }, [1]],
    [{ search: ' eth/b' }, [8]],
    [{ search: 'ethbtc' }, [8]],
    [{ search: 'nothing' }, []],
    [{ group: 'BTC' }, [8]],
    [{ group: 'favourites' }, [8, 6]],
    [{ group: 'favourites', search: 'doge' }, [6]],
  ])('%o shows %o', (query, ids) => {
    expect(shown(query)).toEqual(ids);
  });
});

describe('sorting', () => {
  test.each([
    [{ sort: 'volume', direction: 'down' }, [2, 1, 8, 6]],
    [{ sort: 'change', direction: 'up' }, [2, 1, 6, 8]],
    [{ sort: 'change', direction: 'down' }, [1, 2, 6, 8]],
    [{ sort: 'price', direction: 'up' }, [8, 2, 1, 6]],
    [{ sort: 'name', direction: 'up' }, [1, 6, 8, 2]],
    [{ sort: 'name', direction: 'down' }, [2, 8, 6, 1]],
  ] as const)('%o gives %o: what is unknown comes last', (query, ids) => {
    expect(shown(query)).toEqual(ids);
  });

  test('a heading turns the direction, another starts afresh', () => {
    const byPrice = nextSort(DEFAULT_QUERY, 'price');
    expect(byPrice).toMatchObject({ sort: 'price', direction: 'down' });
    expect(nextSort(byPrice, 'price').direction).toBe('up');
    expect(nextSort(byPrice, 'name')).toMatchObject({ sort: 'name', direction: 'up' });
  });
});

test('quote currencies', () => {
  expect(quoteCodes(markets)).toEqual(['USDT', 'BTC']);
});
