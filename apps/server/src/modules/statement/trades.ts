import type { Reads } from '../../database/reads.ts';
import { PERPETUAL_TRADES } from '../../engine/products/perpetual/tables.ts';
import { TRADES } from '../../engine/projections/trades.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { PerpetualUnitsTable } from '../perpetual/units.ts';
import { wirePerpetualFill } from '../perpetual/wire.ts';
import { wireFill } from '../spot/wire.ts';
import { tradeRange, type Range } from './bounds.ts';
import { timeText } from './content.ts';
import type { Period } from './period.ts';

const PAGE = 1_000;

export const TRADE_COLUMNS = [
  'time',
  'product',
  'pair',
  'side',
  'role',
  'price',
  'quantity',
  'value',
  'value_currency',
  'fee',
  'fee_currency',
  'realised_profit',
  'order_id',
  'position_id',
  'trade_id',
] as const;

interface Row {
  readonly atMs: number;
  readonly cells: readonly string[];
}

interface Units {
  readonly units: MarketUnitsTable;
  readonly perpetualUnits: PerpetualUnitsTable;
}

/** The customer's sides of spot and contract trades, oldest first; both if they traded with themself. */
export async function* tradePages(
  db: Reads,
  { units, perpetualUnits }: Units,
  customerId: number,
  period: Period,
): AsyncGenerator<readonly (readonly string[])[]> {
  const ranges = {
    spot: await tradeRange(db, 'trades', period.fromMs, period.toMs),
    contracts: await tradeRange(db, 'perpetual_trades', period.fromMs, period.toMs),
  };
  const spot = pagesOf(db, 'trades', customerId, ranges.spot, (row, role) => {
    const trade = TRADES.decodeStamped(row);
    const of = units.of(trade.marketId);
    const fill = wireFill(trade, role, of);
    const order = [String(fill.order_id), '', `${fill.trade_id}`];
    const deal = ['spot', fill.symbol, fill.side, fill.role, fill.price, fill.quantity, fill.value];
    return {
      atMs: trade.atMs,
      cells: [timeText(trade.atMs), ...deal, of.quote.code, fill.fee, fill.fee_currency, '', ...order],
    };
  });
  const contracts = pagesOf(db, 'perpetual_trades', customerId, ranges.contracts, (row, role) => {
    const trade = PERPETUAL_TRADES.decode(row);
    const of = perpetualUnits.of(trade.marketId);
    const fill = wirePerpetualFill(trade, role, of);
    const orderId = role === 'taker' ? trade.takerOrderId : trade.makerOrderId;
    const deal = ['contract', fill.symbol, fill.side, fill.role, fill.price, fill.quantity, fill.value];
    const { code } = of.quote;
    const order = [fill.realised_profit, String(orderId), String(fill.position_id), String(fill.trade_id)];
    return { atMs: fill.at_ms, cells: [timeText(fill.at_ms), ...deal, code, fill.fee, code, ...order] };
  });
  yield* inOrder(spot, contracts);
}

/** Each side has its own index, so up to a page is read from both and then merged. */
async function* pagesOf(
  db: Reads,
  table: 'trades' | 'perpetual_trades',
  customerId: number,
  { first, end }: Range,
  rowOf: (row: Record<string, string>, role: 'maker' | 'taker') => Row,
): AsyncGenerator<Row> {
  let after = { id: first - 1, role: 'taker' };
  const sideOf = (role: 'maker' | 'taker'): string =>
    `(select *, '${role}' as role from ${table} where ${role}_customer_id = $1
        and trade_id >= $2 and trade_id < $3 and (trade_id, '${role}'::text) > ($2, $4::text)
      order by trade_id limit ${PAGE})`;
  for (;;) {
    const { rows } = await db.query<Record<string, string>>(
      `select * from (${sideOf('maker')} union all ${sideOf('taker')}) as fills
        order by trade_id, role limit ${PAGE}`,
      [customerId, after.id, end, after.role],
    );
    for (const row of rows) yield rowOf(row, row['role'] === 'maker' ? 'maker' : 'taker');
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = { id: Number(last['trade_id']), role: last['role'] ?? '' };
  }
}

async function* inOrder(
  a: AsyncGenerator<Row>,
  b: AsyncGenerator<Row>,
): AsyncGenerator<readonly (readonly string[])[]> {
  let page: (readonly string[])[] = [];
  let [left, right] = [await a.next(), await b.next()];
  while (left.done !== true || right.done !== true) {
    const takesLeft = right.done === true || (left.done !== true && left.value.atMs <= right.value.atMs);
    const taken: Row = takesLeft ? (left.value as Row) : (right.value as Row);
    page.push(taken.cells);
    if (takesLeft) left = await a.next();
    else right = await b.next();
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
