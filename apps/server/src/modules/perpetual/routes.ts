import type { CallOutput, CallRequest } from '@tallystick/protocol';
import type { RegisterCall } from '../../http/call-router.ts';
import { fillCursor, idRangeOf, pageOf, rangeOf, readPair } from '../../http/page.ts';
import { fromWire } from '../../http/words.ts';
import { wireDepth, wirePublicTrade } from '../market/wire.ts';
import { crossCalls } from './cross-routes.ts';
import { explained } from './explain.ts';
import { marginCalls } from './margin-routes.ts';
import type { Perpetual } from './perpetual.ts';
import { registerOrderCalls } from './order-routes.ts';
import { recordRoutes } from './record-routes.ts';
import type { TradedPosition } from './service.ts';
import { openPositions } from './store.ts';
import { readLots, type PerpetualUnits } from './units.ts';
import {
  readOpening,
  wireBalance,
  wireChoice,
  wireListed,
  wirePerpetualFill,
  wireSummary,
  wireContracts,
  type PositionWire,
} from './wire.ts';

/** Levels of the book in the page's first answer; the socket sends the full book. */
const DEPTH_LEVELS = 200;

type Traders = Pick<Perpetual, 'service' | 'units' | 'wire'>;

export function perpetualRoutes(perpetual: Perpetual) {
  const { service, units, wire } = perpetual;
  const records = recordRoutes(perpetual);

  /** A customer's positions; the desk lists them as well. */
  async function list(
    customerId: number,
    input: CallRequest<'POST lever/my_trade'>,
  ): Promise<CallOutput<'POST lever/my_trade'>> {
    if (input.market_id !== undefined) units.of(input.market_id);
    const positions = await service.list(customerId, {
      ...idRangeOf(input),
      view: input.view,
      side: input.direction,
      status: input.status,
      closeReason: fromWire(input.close_reason),
    });
    return pageOf(positions, input.limit, ({ positionId }) => String(positionId), wire);
  }

  const contracts = (): CallOutput<'GET lever/contracts'> => wireContracts(perpetual);

  function calls(register: RegisterCall): void {
    registerMarketCalls(register, perpetual, contracts);
    registerTradeCalls(register, perpetual);
    registerPositionCalls(register, perpetual);
    marginCalls(register, perpetual);
    registerOrderCalls(register, perpetual);
    crossCalls(register, perpetual);
    register('POST lever/my_trade', (input, { session }) => list(session.customerId, input));
    register('GET lever/detail', async (input, { session }) => ({
      position: wire(await service.find(session.customerId, input.position_id)),
    }));
    register('GET lever/fills', async (input, { session }) => {
      if (input.market_id !== undefined) units.of(input.market_id);
      const filter = { ...rangeOf(input), before: readPair(input.cursor) };
      const fills = await service.fills(session.customerId, filter);
      return pageOf(fills, input.limit, fillCursor, ({ trade, role }) =>
        wirePerpetualFill(trade, role, units.of(trade.marketId)),
      );
    });
    records.calls(register);
    register('GET lever/alerts', async (_input, { session }) => ({
      mail: await perpetual.mails.read(session.customerId),
    }));
    register('POST lever/alerts', async (input, { session }) => ({
      mail: await perpetual.mails.write(session.customerId, input),
    }));
  }

  return { list, contracts, liquidations: records.allLiquidations, calls };
}

function registerMarketCalls(
  register: RegisterCall,
  perpetual: Perpetual,
  contracts: () => CallOutput<'GET lever/contracts'>,
): void {
  const { service, markets, units, wire } = perpetual;
  register('GET lever/contracts', contracts);
  register('POST lever/deal', async ({ market_id: marketId }, { session }) => {
    const of = units.of(marketId);
    const { listed, depth, trades } = markets.page(marketId);
    const shown = {
      ...wireListed(listed, perpetual),
      depth: wireDepth(marketId, depth.sequence, depth.data, of, DEPTH_LEVELS),
      trades: trades.map(trade => wirePublicTrade(trade, of)),
    };
    if (session === null) return { ...shown, balance: null, positions: null, summary: null, choice: null };
    const open = openPositions(perpetual.exchange, session.customerId);
    return {
      ...shown,
      balance: wireBalance(await service.balance(session.customerId, of.quote.id), of.quote),
      positions: open
        .filter(view => view.marketId === marketId)
        .toReversed()
        .map(wire),
      summary: wireSummary(markets.summary(open), markets.settlement()),
      choice: wireChoice(service.choice(session.customerId, marketId), of),
    };
  });
}

/** Calls that trade: each answers with the changed positions and the fills. */
function registerTradeCalls(register: RegisterCall, { service, units, wire }: Traders): void {
  register('POST lever/submit', async (input, { session, idempotencyKey }) => {
    const of = units.of(input.market_id);
    const traded = await service
      .open(session.customerId, readOpening(input, of), idempotencyKey)
      .catch(explained(of));
    return wireTraded(traded, of, wire);
  });
  register('POST lever/close', async (input, { session, idempotencyKey }) => {
    const position = await service.find(session.customerId, input.position_id);
    const of = units.of(position.marketId);
    const closing = {
      lots: input.lots === undefined ? null : readLots(input.lots),
      priceTicks: of.ticksOrNull(input.price, 'price'),
      worstPriceTicks: of.ticksOrNull(input.worst_price, 'worst_price'),
    };
    const traded = await service.close(position, closing, idempotencyKey).catch(explained(of));
    return wireTraded(traded, of, wire);
  });
  register('POST lever/close_all', async (input, { session, idempotencyKey }) => {
    const marketId = input.market_id ?? null;
    if (marketId !== null) units.of(marketId);
    const { positions, ...counts } = await service
      .closeAll(session.customerId, marketId, idempotencyKey)
      .catch(explained());
    return { ...counts, positions: positions.map(wire) };
  });
  register('POST lever/reverse', async (input, { session, idempotencyKey }) => {
    const position = await service.find(session.customerId, input.position_id);
    const of = units.of(position.marketId);
    const { closed, opened } = await service
      .reverse(position, of.ticksOrNull(input.worst_price, 'worst_price'), idempotencyKey)
      .catch(explained(of));
    const { position: before, fills } = wireTraded(closed, of, wire);
    const after = wireTraded(opened, of, wire);
    return { closed: before, position: after.position, fills: [...fills, ...after.fills] };
  });
}

/** Calls that change positions without a trade. */
function registerPositionCalls(register: RegisterCall, { service, units, wire }: Traders): void {
  register('POST lever/offset', async (input, { session: { customerId }, idempotencyKey }) => {
    const both = [
      await service.find(customerId, input.long_position_id),
      await service.find(customerId, input.short_position_id),
    ] as const;
    const lots = input.lots === undefined ? null : readLots(input.lots);
    const { long, short } = await service.offset(...both, lots, idempotencyKey).catch(explained());
    return { long: wire(long), short: wire(short) };
  });
  register('POST lever/setstop', async (input, { session }) => {
    const position = await service.find(session.customerId, input.position_id);
    const of = units.of(position.marketId);
    const ticks = (text: string | undefined, field: string) =>
      text === undefined ? undefined : of.stopTicks(text, field);
    const stops = {
      takeProfitTicks: ticks(input.take_profit_price, 'take_profit_price'),
      stopLossTicks: ticks(input.stop_loss_price, 'stop_loss_price'),
    };
    return { position: wire(await service.setStops(position, stops).catch(explained(of))) };
  });
  register('POST lever/cancel', async (input, { session }) => ({
    position: wire(await service.cancel(session.customerId, input.order_id).catch(explained())),
  }));
  register('POST lever/cancel_all', async (input, { session }) => {
    const marketId = input.market_id ?? null;
    if (marketId !== null) units.of(marketId);
    return { cancelled: await service.cancelAll(session.customerId, marketId).catch(explained()) };
  });
}

function wireTraded({ position, fills }: TradedPosition, units: PerpetualUnits, wire: PositionWire) {
  return {
    position: wire(position),
    fills: fills.map(({ trade, role }) => wirePerpetualFill(trade, role, units)),
  };
}
