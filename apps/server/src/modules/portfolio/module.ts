import { defineModule } from '../../module/module.ts';
import { PortfolioService, type PortfolioOptions } from './service.ts';
import { wirePortfolio } from './wire.ts';

/** Equity, margin, exposure and worst loss over all products. */
export function createPortfolio(options: PortfolioOptions) {
  const service = new PortfolioService(options);
  return defineModule({
    name: 'portfolio',
    calls: register =>
      register('GET wallet/portfolio', (_input, { session }) =>
        Promise.resolve(wirePortfolio(service.facts(session.customerId), options.exchange)),
      ),
  });
}
