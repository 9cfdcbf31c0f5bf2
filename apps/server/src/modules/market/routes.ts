import type { RegisterCall } from '../../http/call-router.ts';
import type { MarketService } from './service.ts';

export function registerMarketCalls(register: RegisterCall, market: MarketService): void {
  register('GET currency/quotation_new', () => market.quotations());
  register('GET currency/new_timeshar', input =>
    market.candles(input.market_id, input.interval, input.limit, input.to_ms),
  );
  register('GET currency/deal', input => market.deal(input.market_id));
  register('GET coin/convert', input => market.convert(input.from, input.to, input.amount));
}
