import type pg from 'pg';
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
 * What the rows' trades filled, one event for each order and command, in the order of the rows given: of everybody who
 * can be reached, or of the customers named, of whose trades alone are read.
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
          // It is somebody else's.
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

/** Throws for a body that ends within a range, or counts what has no first. */
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

/** Rows name what lies side by side, so that two bounds fetch hardly more than is named. */
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

/** Without a mail address or phone there is nobody to tell: the house, the demo's traders. */
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

interface TradeRow {
  readonly trade_id: string;
  readonly market_id: number;
  readonly quantity_lots: string;
  readonly value_minor: string;
  readonly taker_side: 'buy' | 'sell';
  readonly taker_order_id: string;
  readonly taker_position_id: string | null;
  readonly taker_customer_id: number;
  readonly taker_effect: 'open' | 'close' | null;
  readonly taker_fee_minor: string;
  readonly maker_order_id: string;
  readonly maker_position_id: string | null;
  readonly maker_customer_id: number;
  readonly maker_effect: 'open' | 'close' | null;
  readonly maker_fee_minor: string;
}

type Bounds = readonly [from: number, to: number];
type Named = readonly number[] | undefined;

const OF_NAMED =
  'and ($3::integer[] is null or taker_customer_id = any ($3) or maker_customer_id = any ($3))';

async function spotTrades(db: Db, bounds: Bounds, named: Named): Promise<readonly Trade[]> {
  const { rows } = await db.query<TradeRow>(
    `select trade_id, market_id, quantity_lots, quote_minor as value_minor, taker_side, taker_order_id,
            null as taker_position_id, taker_customer_id, null as taker_effect, taker_fee_minor, maker_order_id,
            null as maker_position_id, maker_customer_id, null as maker_effect, maker_fee_minor
       from trades where trade_id between $1 and $2 ${OF_NAMED}`,
    [...bounds, named ?? null],
  );
  return rows.map(tradeOf);
}

async function perpetualTrades(db: Db, bounds: Bounds, named: Named): Promise<readonly Trade[]> {
  const { rows } = await db.query<TradeRow>(
    `select trade_id, market_id, quantity_lots, value_minor, taker_side, taker_order_id, taker_position_id,
            taker_customer_id, taker_effect, taker_fee_minor, maker_order_id, maker_position_id, maker_customer_id,
            maker_effect, maker_fee_minor
       from perpetual_trades where trade_id between $1 and $2 ${OF_NAMED}`,
    [...bounds, named ?? null],
  );
  return rows.map(tradeOf);
}

function tradeOf(row: TradeRow): Trade {
  return { id: Number(row.trade_id), sides: [sideOf(row, 'taker'), sideOf(row, 'maker')] };
}

function sideOf(row: TradeRow, role: 'taker' | 'maker'): Side {
  const bought = (row.taker_side === 'buy') === (role === 'taker');
  const positionId = row[`${role}_position_id`];
  return {
    customerId: row[`${role}_customer_id`],
    marketId: row.market_id,
    orderId: Number(row[`${role}_order_id`]),
    positionId: positionId === null ? null : Number(positionId),
    side: bought ? 'buy' : 'sell',
    role,
    effect: row[`${role}_effect`],
    lots: Number(row.quantity_lots),
    valueMinor: BigInt(row.value_minor),
    feeMinor: BigInt(row[`${role}_fee_minor`]),
  };
}
