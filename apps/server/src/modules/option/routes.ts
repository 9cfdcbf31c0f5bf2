import type { RegisterCall } from '../../http/call-router.ts';
import type { OptionOffers } from './offers.ts';
import type { OptionService } from './service.ts';

export function registerOptionCalls(
  register: RegisterCall,
  option: OptionService,
  offers: OptionOffers,
): void {
  register('GET microtrade/lists', (input, { session }) => option.list(session.customerId, input));
  register('GET microtrade/detail', (input, { session }) =>
    option.detail(session.customerId, input.option_id),
  );
  register('GET microtrade/seconds', input => offers.seconds(input.market_id));
  register('GET microtrade/markets', () => offers.markets());
  register('GET microtrade/payable_currencies', (input, { session }) =>
    offers.payable(session.customerId, input.market_id),
  );
  register('POST microtrade/submit', (input, { session, idempotencyKey }) =>
    option.buy(session.customerId, input, idempotencyKey),
  );
  register('GET microtrade/practice', (_input, { session }) => offers.practice(session.customerId));
  register('POST microtrade/practice', (input, { session }) =>
    offers.fillPractice(session.customerId, input.currency_id),
  );
}
