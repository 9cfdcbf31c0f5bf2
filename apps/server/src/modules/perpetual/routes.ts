import type { RegisterCall } from '../../http/call-router.ts';
import type { Perpetual } from './perpetual.ts';

export function registerPerpetualCalls(register: RegisterCall, perpetual: Perpetual): void {
  const { service, positions, markets, records, mails } = perpetual;
  register('POST lever/deal', (input, { session }) =>
    markets.deal(input.market_id, session?.customerId ?? null),
  );
  register('GET lever/contracts', () => markets.contracts());
  register('GET lever/funding_history', input => records.fundings(input));
  register('GET lever/premiums', input => records.premiums(input));
  register('GET lever/insurance_history', input => records.insurance(markets.settlement(), input));

  register('POST lever/submit', (input, { session, idempotencyKey }) =>
    service.open(session.customerId, input, idempotencyKey),
  );
  register('POST lever/close', (input, { session, idempotencyKey }) =>
    service.close(session.customerId, input, idempotencyKey),
  );
  register('POST lever/close_all', (input, { session, idempotencyKey }) =>
    service.closeAll(session.customerId, input.market_id ?? null, idempotencyKey),
  );
  register('POST lever/reverse', (input, { session, idempotencyKey }) =>
    service.reverse(session.customerId, input, idempotencyKey),
  );
  register('POST lever/offset', (input, { session, idempotencyKey }) =>
    service.offset(session.customerId, input, idempotencyKey),
  );
  register('POST lever/setstop', (input, { session }) => service.setStops(session.customerId, input));
  register('POST lever/add_margin', (input, { session, idempotencyKey }) =>
    service.addMargin(session.customerId, input, idempotencyKey),
  );
  register('POST lever/cancel', (input, { session }) => service.cancel(session.customerId, input.order_id));
  register('POST lever/cancel_all', async (input, { session }) => ({
    cancelled: await service.cancelAll(session.customerId, input.market_id ?? null),
  }));

  register('POST lever/my_trade', (input, { session }) => positions.list(session.customerId, input));
  register('GET lever/detail', async (input, { session }) => ({
    position: await positions.find(session.customerId, input.position_id),
  }));
  register('GET lever/fills', (input, { session }) => positions.fills(session.customerId, input));
  register('GET lever/my_funding', (input, { session }) => records.payments(session.customerId, input));
  register('GET lever/liquidations', (input, { session }) => records.liquidations(session.customerId, input));
  register('GET lever/triggers', (input, { session }) => records.triggers(session.customerId, input));
  register('GET lever/deleveragings', (input, { session }) =>
    records.deleveragings(session.customerId, input),
  );
  register('GET lever/offsets', (input, { session }) => records.offsets(session.customerId, input));
  register('GET lever/alerts', async (_input, { session }) => ({
    mail: await mails.read(session.customerId),
  }));
  register('POST lever/alerts', async (input, { session }) => ({
    mail: await mails.write(session.customerId, input),
  }));
}
