import { refusedAs } from '../../http/call-failure.ts';
import type { RegisterCall } from '../../http/call-router.ts';
import { idRangeOf, pageOf } from '../../http/page.ts';
import { explainConditional, readConditional } from './conditional-wire.ts';
import type { Perpetual } from './perpetual.ts';

/** Orders that wait for a price. */
export function registerConditionalCalls(
  register: RegisterCall,
  {
    conditionals,
    units,
    conditionalWire: wire,
  }: Pick<Perpetual, 'conditionals' | 'units' | 'conditionalWire'>,
): void {
  register('POST lever/conditional_order', async (input, { session, idempotencyKey, language }) => {
    const of = units.of(input.market_id);
    const order = await conditionals
      .place(session.customerId, readConditional(input, of), idempotencyKey)
      .catch(refusedAs(explainConditional(of)));
    return { order: wire(order, language) };
  });
  register('POST lever/conditional_orders', async (input, { session, language }) => {
    if (input.market_id !== undefined) units.of(input.market_id);
    const orders = await conditionals.list(session.customerId, { ...idRangeOf(input), view: input.view });
    return pageOf(
      orders,
      input.limit,
      ({ conditionalOrderId }) => String(conditionalOrderId),
      order => wire(order, language),
    );
  });
  register('POST lever/cancel_conditional_order', async (input, { session, language }) => ({
    order: wire(await conditionals.cancel(session.customerId, input.conditional_order_id), language),
  }));
  register('POST lever/cancel_conditional_orders', async (input, { session }) => {
    const marketId = input.market_id ?? null;
    if (marketId !== null) units.of(marketId);
    return { cancelled: await conditionals.cancelAll(session.customerId, marketId) };
  });
}
