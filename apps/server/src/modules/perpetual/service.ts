import type { ReadonlyExchange, PositionView } from '@tallystick/core';
import type { CallOutput, CallRequest, WirePerpetualFill, WirePosition } from '@tallystick/protocol';
import type pg from 'pg';
import type { CommandBus } from '../../engine/command-bus.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { submitCommand, type Accepted } from '../../http/submit.ts';
import { explain, newestPosition, positionIn, positionsIn } from './answers.ts';
import type { PerpetualPositions } from './positions.ts';
import { findPosition, openPositions } from './store.ts';
import { readLots, readMultiple, type PerpetualUnits, type PerpetualUnitsTable } from './units.ts';
import { wirePerpetualFill } from './wire.ts';

export interface PerpetualOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: Pick<ReadonlyExchange, 'perpetual'>;
  readonly positions: PerpetualPositions;
  readonly units: PerpetualUnitsTable;
}

type Command = Parameters<CommandBus['submit']>[0];

/** What customers do with contracts. */
export class PerpetualService {
  readonly #options: PerpetualOptions;

  constructor(options: PerpetualOptions) {
    this.#options = options;
  }

  /** The reply is made of the command's own events: no look-up stands between the commit and the customer. */
  async open(
    customerId: number,
    input: CallRequest<'POST lever/submit'>,
    key: string,
  ): Promise<CallOutput<'POST lever/submit'>> {
    const units = this.#options.units.of(input.market_id);
    const order = {
      marketId: input.market_id,
      side: input.direction,
      orderType: input.type,
      lots: readLots(input.lots),
      multiple: readMultiple(input.multiple),
      priceTicks: input.price === undefined ? null : units.priceTicks(input.price, 'price'),
      worstPriceTicks: worstTicks(units, input.worst_price),
      postOnly: input.post_only,
      takeProfitTicks: units.stopTicks(input.take_profit_price, 'take_profit_price'),
      stopLossTicks: units.stopTicks(input.stop_loss_price, 'stop_loss_price'),
      clientOrderId: input.client_order_id ?? null,
    };
    const accepted = await this.#submit(
      customerId,
      { type: 'placePerpetualOrder', customerId, ...order },
      { units, key, input: order },
    );
    const view = newestPosition(accepted.events, customerId);
    return {
      position: this.#wire(view),
      fills: this.#fills(accepted, customerId, view.positionId),
    };
  }

  async close(
    customerId: number,
    input: CallRequest<'POST lever/close'>,
    key: string,
  ): Promise<CallOutput<'POST lever/close'>> {
    const position = await this.#own(customerId, input.position_id);
    const units = this.#options.units.of(position.marketId);
    const close = {
      positionId: input.position_id,
      lots: input.lots === undefined ? null : readLots(input.lots),
      priceTicks: input.price === undefined ? null : units.priceTicks(input.price, 'price'),
      worstPriceTicks: worstTicks(units, input.worst_price),
    };
    const accepted = await this.#submit(
      customerId,
      { type: 'closePosition', customerId, ...close },
      { units, key, input: close },
    );
    const view = positionIn(accepted.events, input.position_id);
    return {
      position: this.#wire(view),
      fills: this.#fills(accepted, customerId, view.positionId),
    };
  }

  /** How many were closed is the first call's; what remains is as of now. */
  async closeAll(
    customerId: number,
    marketId: number | null,
    key: string,
  ): Promise<CallOutput<'POST lever/close_all'>> {
    if (marketId !== null) this.#options.units.of(marketId);
    const { events } = await this.#submit(
      customerId,
      { type: 'closeAllPositions', customerId, marketId },
      { key, input: { marketId } },
    );
    const changed = positionsIn(events, customerId);
    const open = await openPositions(this.#options.pool, customerId);
    const inScope = open.filter(
      ({ status, marketId: of }) => status === 'holding' && (marketId ?? of) === of,
    );
    return {
      closed: changed.filter(({ status }) => status === 'closed').length,
      remaining: inScope.length,
      positions: changed.map(view => this.#wire(view)),
    };
  }

  async reverse(
    customerId: number,
    input: CallRequest<'POST lever/reverse'>,
    key: string,
  ): Promise<CallOutput<'POST lever/reverse'>> {
    const position = await this.#own(customerId, input.position_id);
    const units = this.#options.units.of(position.marketId);
    const reverse = {
      positionId: input.position_id,
      worstPriceTicks: worstTicks(units, input.worst_price),
    };
    const accepted = await this.#submit(
      customerId,
      { type: 'reversePosition', customerId, ...reverse },
      { units, key, input: reverse },
    );
    const closed = positionIn(accepted.events, input.position_id);
    const opened = newestPosition(accepted.events, customerId);
    return {
      closed: this.#wire(closed),
      position: this.#wire(opened),
      fills: [closed, opened].flatMap(view => this.#fills(accepted, customerId, view.positionId)),
    };
  }

  async offset(
    customerId: number,
    input: CallRequest<'POST lever/offset'>,
    key: string,
  ): Promise<CallOutput<'POST lever/offset'>> {
    await this.#own(customerId, input.long_position_id);
    await this.#own(customerId, input.short_position_id);
    const offset = {
      longPositionId: input.long_position_id,
      shortPositionId: input.short_position_id,
      lots: input.lots === undefined ? null : readLots(input.lots),
    };
    const { events } = await this.#submit(
      customerId,
      { type: 'offsetPositions', customerId, ...offset },
      { key, input: offset },
    );
    return {
      long: this.#wire(positionIn(events, input.long_position_id)),
      short: this.#wire(positionIn(events, input.short_position_id)),
    };
  }

  async setStops(
    customerId: number,
    input: CallRequest<'POST lever/setstop'>,
  ): Promise<CallOutput<'POST lever/setstop'>> {
    const position = await this.#own(customerId, input.position_id);
    const units = this.#options.units.of(position.marketId);
    // As it stands in the exchange: what is left out stays, whatever was changed a moment ago.
    const now = this.#options.exchange.perpetual.position(input.position_id) ?? position;
    const chosen = (text: string | undefined, field: string, before: number | null): number | null =>
      text === undefined ? before : units.stopTicks(text, field);
    const { events } = await this.#submit(
      customerId,
      {
        type: 'setStops',
        customerId,
        positionId: input.position_id,
        takeProfitTicks: chosen(input.take_profit_price, 'take_profit_price', now.takeProfitTicks),
        stopLossTicks: chosen(input.stop_loss_price, 'stop_loss_price', now.stopLossTicks),
      },
      { units },
    );
    return { position: this.#wire(positionIn(events, input.position_id)) };
  }

  async addMargin(
    customerId: number,
    input: CallRequest<'POST lever/add_margin'>,
    key: string,
  ): Promise<CallOutput<'POST lever/add_margin'>> {
    const position = await this.#own(customerId, input.position_id);
    const units = this.#options.units.of(position.marketId);
    const added = {
      positionId: input.position_id,
      amountMinor: units.amountMinor(input.amount, 'amount'),
    };
    const { events } = await this.#submit(
      customerId,
      { type: 'addMargin', customerId, ...added },
      { units, key, input: added },
    );
    return {
      position: this.#wire(positionIn(events, input.position_id)),
      balance: await this.#options.positions.balance(customerId, units),
    };
  }

  async cancel(customerId: number, orderId: number): Promise<CallOutput<'POST lever/cancel'>> {
    const waiting = this.#waiting(customerId).find(({ orderIds }) => orderIds.includes(orderId));
    const { events } = await this.#submit(
      customerId,
      { type: 'cancelPerpetualOrder', customerId, orderId },
      {},
    );
    return { position: this.#wire(positionIn(events, waiting?.positionId ?? orderId)) };
  }

  /** Returns how many orders it took off. */
  async cancelAll(customerId: number, marketId: number | null): Promise<number> {
    if (marketId !== null) this.#options.units.of(marketId);
    const waiting = this.#waiting(customerId);
    const { events } = await this.#submit(
      customerId,
      { type: 'cancelAllPerpetualOrders', customerId, marketId },
      {},
    );
    const changed = new Set(positionsIn(events, customerId).map(({ positionId }) => positionId));
    return waiting
      .filter(({ positionId }) => changed.has(positionId))
      .reduce((count, { orderIds }) => count + orderIds.length, 0);
  }

  /**
   * The customer's orders that wait, in the exchange as it is. A command may change other positions, too: the first
   * after a halt liquidates whom the mark has reached meanwhile.
   */
  #waiting(customerId: number): { readonly positionId: number; readonly orderIds: readonly number[] }[] {
    return this.#options.exchange.perpetual
      .positionsOf(customerId)
      .map(({ positionId, waitingLots, closing }) => ({
        positionId,
        orderIds: [...(waitingLots > 0 ? [positionId] : []), ...(closing === null ? [] : [closing.orderId])],
      }));
  }

  /** Ended ones, too, so that a repeated call finds what it was about. Throws unknown_position for other people's. */
  async #own(customerId: number, positionId: number): Promise<PositionView> {
    const view = await findPosition(this.#options.pool, customerId, positionId);
    if (view === null) throw new CallFailure('unknown_position', { field: 'position_id' });
    return view;
  }

  #wire(view: PositionView): WirePosition {
    return this.#options.positions.wire(view);
  }

  #fills({ events }: Accepted, customerId: number, positionId: number): WirePerpetualFill[] {
    const fills: WirePerpetualFill[] = [];
    for (const event of events) {
      if (event.type !== 'perpetualTraded') continue;
      const units = this.#options.units.of(event.marketId);
      if (event.takerCustomerId === customerId && event.takerPositionId === positionId)
        fills.push(wirePerpetualFill(event, 'taker', units));
      else if (event.makerCustomerId === customerId && event.makerPositionId === positionId)
        fills.push(wirePerpetualFill(event, 'maker', units));
    }
    return fills;
  }

  async #submit(
    customerId: number,
    command: Command,
    { units, key, input }: { units?: PerpetualUnits; key?: string; input?: Parameters<typeof hashInput>[0] },
  ): Promise<Accepted> {
    const idempotency =
      key === undefined
        ? {}
        : {
            idempotency: {
              scope: `customer:${customerId}:perpetual`,
              key,
              inputHash: hashInput({ command: command.type, ...input }),
            },
          };
    try {
      return await submitCommand(this.#options.bus, command, idempotency);
    } catch (error) {
      throw error instanceof CallFailure ? explain(error, units) : error;
    }
  }
}

function worstTicks(units: PerpetualUnits, text: string | undefined): number | null {
  return text === undefined ? null : units.priceTicks(text, 'worst_price');
}
