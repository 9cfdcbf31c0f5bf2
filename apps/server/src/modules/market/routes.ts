import type { RegisterCall } from '../../http/call-router.ts';
import type { WalletService } from '../wallet/service.ts';
import type { MarketService } from './service.ts';

export function registerMarketCalls(
  register: RegisterCall,
  market: MarketService,
  wallet: WalletService,
): void {
  register('GET currency/quotation_new', () => market.quotations());
  register('GET currency/new_timeshar', input =>
    market.candles(input.market_id, input.interval, input.limit, input.to_ms),
  );
  register('GET currency/deal', input => market.deal(input.market_id));
  register('GET coin/convert', input => market.convert(input.from, input.to, input.amount));
  register('GET currency/user_currency_list', async (_input, { session }) => {
    const holdings = session === null ? null : await wallet.spotHoldings(session.customerId);
    return {
      items: market.currencies().map(currency => ({
        currency,
        available: holdings === null ? null : (holdings.get(currency.id)?.available ?? '0'),
        frozen: holdings === null ? null : (holdings.get(currency.id)?.frozen ?? '0'),
      })),
    };
  });
}
