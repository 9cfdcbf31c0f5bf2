import type { RegisterCall } from '../../http/call-router.ts';
import { explained } from './explain.ts';
import type { Perpetual } from './perpetual.ts';
import { readMultiple } from './units.ts';
import { wireBalance, wireChoice } from './wire.ts';

type Margins = Pick<Perpetual, 'service' | 'units' | 'wire'>;

/** Margin and leverage of open positions, and what later orders and positions begin with. */
export function marginCalls(register: RegisterCall, { service, units, wire }: Margins): void {
  register('POST lever/add_margin', async (input, { session: { customerId }, idempotencyKey }) => {
    const position = await service.find(customerId, input.position_id);
    const of = units.of(position.marketId);
    const amountMinor = of.amountMinor(input.amount, 'amount');
    const changed = await service.addMargin(position, amountMinor, idempotencyKey).catch(explained(of));
    const balance = await service.balance(customerId, of.quote.id);
    return { position: wire(changed), balance: wireBalance(balance, of.quote) };
  });
  register('POST lever/remove_margin', async (input, { session: { customerId }, idempotencyKey }) => {
    const position = await service.find(customerId, input.position_id);
    const of = units.of(position.marketId);
    const amountMinor = of.amountMinor(input.amount, 'amount');
    const changed = await service.removeMargin(position, amountMinor, idempotencyKey).catch(explained(of));
    const balance = await service.balance(customerId, of.quote.id);
    return { position: wire(changed), balance: wireBalance(balance, of.quote) };
  });
  register('POST lever/change_leverage', async (input, { session: { customerId } }) => {
    const position = await service.find(customerId, input.position_id);
    const of = units.of(position.marketId);
    const multiple = readMultiple(input.multiple);
    const changed = await service.changeLeverage(position, multiple).catch(explained(of));
    const balance = await service.balance(customerId, of.quote.id);
    return { position: wire(changed), balance: wireBalance(balance, of.quote) };
  });
  register('POST lever/top_up', async (input, { session: { customerId } }) => {
    const position = await service.find(customerId, input.position_id);
    const of = units.of(position.marketId);
    const limitMinor = of.amountMinor(input.limit, 'limit');
    return { position: wire(await service.setTopUp(position, limitMinor).catch(explained(of))) };
  });
  register('GET lever/choice', (input, { session: { customerId } }) => {
    const of = units.of(input.market_id);
    return { choice: wireChoice(service.choice(customerId, input.market_id), of) };
  });
  register('POST lever/set_leverage', async (input, { session: { customerId } }) => {
    const of = units.of(input.market_id);
    const multiple = readMultiple(input.multiple);
    const choice = await service.setLeverage(customerId, input.market_id, multiple).catch(explained(of));
    return { choice: wireChoice(choice, of) };
  });
  register('POST lever/top_up_default', async (input, { session: { customerId } }) => {
    const of = units.of(input.market_id);
    const limitMinor = of.amountMinor(input.limit, 'limit');
    const choice = await service
      .setTopUpDefault(customerId, input.market_id, limitMinor)
      .catch(explained(of));
    return { choice: wireChoice(choice, of) };
  });
}
