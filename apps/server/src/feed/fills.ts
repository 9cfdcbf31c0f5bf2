import type { PerpetualTrade, Trade as SpotTrade } from '@tallystick/core';
import type pg from 'pg';
import { PERPETUAL_TRADES } from '../engine/products/perpetual/tables.ts';
import { select } from '../engine/projections/select.ts';
import { TRADES } from '../engine/projections/trades.ts';
import type { ExchangeBodies, FeedEventOf, OrderFilled } from '../events/event.ts';

type Db = Pick<pg.ClientBase, 'query'>;
type Line = OrderFilled['line'];

/** Trades of one command. */
interface Range {
  readonly sequence: number;
  readonly line: Line;
  readonly first: number;
  readonly last: number;
}

/** A row of the feed that names trades. */
export interface FillsRow {
  readonly sequence: number;
  readonly atMs: number;
  readonly body: ExchangeBodies['fills'];
}

/** One side of one trade. */
interface Side extends Omit<OrderFilled, 'fills' | 'line' | 'lastTradeId'> {
  readonly customerId: number;
}

interface Trade {
  readonly id: number;
  readonly sides: readonly Side[];
}

const LINES: readonly Line[] = ['spot', 'perpetual'];

/**
 * The fills of the rows' trades in the order of the rows, one event for each order and command. Without `named`: of all
 * customers with an address. With it only those customers' trades are read.
 */
export async function expandFills(
  db: Db,
  stored: readonly FillsRow[],
  named?: readonly number[],
): Promise<readonly (readonly FeedEventOf<'orderFilled'>[])[]> {
  const rows = stored.map(row => ({ atMs: row.atMs, ranges: rangesOf(row) }));
  const spot = await readTrades(rows, 'spot', bounds => spotTrades(db, bounds, named));
  const perpetual = await readTrades(rows, 'perpetual', bounds => perpetualTrades(db, bounds, named));
  const trades = { spot, perpetual };
  const reached = named === undefined ? await reachable(db, trades) : new Set(named);
  return rows.map(({ ranges, atMs }) => {
    const filled = new Map<string, FeedEventOf<'orderFilled'>>();
    for (const { sequence, line, first, last } of ranges) {
      for (let id = first; id <= last; id++) {
        const trade = trades[line].get(id);
        if (trade === undefined) {
          // It was not read, because no customer in it was asked for.
          if (named !== undefined) continue;
          throw new Error(`${line} trade ${id} is in the feed and not on disk`);
        }
        for (const side of trade.sides) {
          if (!reached.has(side.customerId)) continue;
          const key = `${sequence}:${line}:${side.orderId}`;
          filled.set(key, addTo(filled.get(key), { side, line, sequence, tradeId: id, atMs }));
        }
      }
    }
    return [...filled.values()];
  });
}

/** Throws for a body that ends within a range, or counts trades without a first id. */
function rangesOf({ sequence: from, body }: FillsRow): readonly Range[] {
  const next = [body[0] ?? 0, body[1] ?? 0];
  const ranges: Range[] = [];
  let sequence = from;
  for (let i = 2; i < body.length; i += 3) {
    const [later, number, filled] = body.slice(i, i + 3);
    const line = LINES[number ?? -1];
    if (later === undefined || line === undefined || filled === undefined || next[number!] === 0)
      throw new Error(`fills of sequence ${from} cannot be read`);
    sequence += later;
    const first = next[number!]!;
    next[number!] = first + filled;
    ranges.push({ sequence, line, first, last: first + filled - 1 });
  }
  return ranges;
}

function addTo(
  known: FeedEventOf<'orderFilled'> | undefined,
  of: {
    readonly side: Side;
    readonly line: Line;
    readonly sequence: number;
    readonly tradeId: number;
    readonly atMs: number;
  },
): FeedEventOf<'orderFilled'> {
  const { customerId, ...side } = of.side;
  const { line, tradeId, atMs } = of;
  if (known === undefined) {
    const id = `fill-${line}-${tradeId}-${side.orderId}`;
    const body = { ...side, line, fills: 1, lastTradeId: tradeId };
    return { id, kind: 'orderFilled', customerId, atMs, body };
  }
  const { body } = known;
  return {
    ...known,
    body: {
      ...body,
      lots: body.lots + side.lots,
      valueMinor: body.valueMinor + side.valueMinor,
      feeMinor: body.feeMinor + side.feeMinor,
      fills: body.fills + 1,
      lastTradeId: tradeId,
    },
  };
}

/** Rows name neighbouring trades, so a range of ids reads little more than needed. */
async function readTrades(
  rows: readonly { readonly ranges: readonly Range[] }[],
  line: Line,
  read: (bounds: Bounds) => Promise<readonly Trade[]>,
): Promise<ReadonlyMap<number, Trade>> {
  let from = Infinity;
  let to = -Infinity;
  for (const { ranges } of rows) {
    for (const range of ranges) {
      if (range.line !== line) continue;
      from = Math.min(from, range.first);
      to = Math.max(to, range.last);
    }
  }
  const trades = from > to ? [] : await read([from, to]);
  return new Map(trades.map(trade => [trade.id, trade]));
}

/** Customers without a mail address or phone (the house, the demo's traders) cannot be notified. */
async function reachable(
  db: Db,
  trades: Readonly<Record<Line, ReadonlyMap<number, Trade>>>,
): Promise<ReadonlySet<number>> {
  const customers = new Set<number>();
  for (const one of [...trades.spot.values(), ...trades.perpetual.values()])
    for (const side of one.sides) customers.add(side.customerId);
  if (customers.size === 0) return customers;
  const { rows } = await db.query<{ id: number }>(
    'select id from customers where id = any ($1) and (email is not null or phone is not null)',
    [[...customers]],
  );
  return new Set(rows.map(row => row.id));
}

type Bounds = readonly [from: number, to: number];
type Named = readonly number[] | undefined;

const REST = `where trade_id between $1 and $2
  and ($3::integer[] is null or taker_customer_id = any ($3) or maker_customer_id = any ($3))`;

async function spotTrades(db: Db, bounds: Bounds, named: Named): Promise<readonly Trade[]> {
  const trades = await select(db, TRADES, REST, [...bounds, named ?? null]);
  const noPosition = { takerPositionId: null, makerPositionId: null, takerEffect: null, makerEffect: null };
  return trades.map(trade => tradeOf({ ...trade, ...noPosition, valueMinor: trade.quoteMinor }));
}

async function perpetualTrades(db: Db, bounds: Bounds, named: Named): Promise<readonly Trade[]> {
  return (await select(db, PERPETUAL_TRADES, REST, [...bounds, named ?? null])).map(tradeOf);
}

/** A trade of spot or perpetual. */
type Traded = Omit<SpotTrade, 'quoteMinor' | 'priceTicks'> &
  Pick<PerpetualTrade, 'valueMinor'> & {
    [K in 'takerPositionId' | 'makerPositionId' | 'takerEffect' | 'makerEffect']: PerpetualTrade[K] | null;
  };

function tradeOf(trade: Traded): Trade {
  return { id: trade.tradeId, sides: [sideOf(trade, 'taker'), sideOf(trade, 'maker')] };
}

function sideOf(trade: Traded, role: 'taker' | 'maker'): Side {
  const bought = (trade.takerSide === 'buy') === (role === 'taker');
  return {
    customerId: trade[`${role}CustomerId`],
    marketId: trade.marketId,
    orderId: trade[`${role}OrderId`],
    positionId: trade[`${role}PositionId`],
    side: bought ? 'buy' : 'sell',
    role,
    effect: trade[`${role}Effect`],
    lots: trade.quantityLots,
    valueMinor: trade.valueMinor,
    feeMinor: trade[`${role}FeeMinor`],
  };
}
