import type { CustomerAccount } from '@tallystick/core';
import { listDemoTrust } from '@tallystick/server/modules/trust/listing';
import { Players } from '@tallystick/server/modules/option/testing/players';
import { PerpetualTraders } from '@tallystick/server/testing/perpetual-traders';
import { freshKey, type TestCustomer } from '@tallystick/server/testing/test-server';
import { Traders } from '@tallystick/server/testing/traders';
import { BTC, ETH, USDT } from '@tallystick/protocol/currency-ids';
import { Customer } from './customer.ts';
import { startInProcess, type InProcess } from './in-process.ts';
import { openPhone, type Phone } from './phone.ts';

export interface PortfolioExchange {
  readonly app: InProcess;
  readonly phone: Phone;
  readonly customer: Customer;
  readonly account: TestCustomer;
  close(): Promise<void>;
}

/** Prices stand still. A customer has something in every product, a position that is near its end, and orders that wait. */
export async function startPortfolioExchange(): Promise<PortfolioExchange> {
  const app = await startInProcess();
  const { server } = app;
  const spot = new Traders(server);
  await spot.begin();
  const perpetual = new PerpetualTraders(server);
  await perpetual.begin();
  const players = await Players.of(server);
  await listDemoTrust(server.database.pool, server.engine.exchange, server.engine.bus);
  const phone = await openPhone(app.browser);
  const customer = new Customer(phone, app);
  await customer.signUp('portfolio@example.org');
  const account = await customer.page.evaluate(() => {
    const { id } = JSON.parse(localStorage.getItem('tallystick.user') ?? '{}') as { id: number };
    return { id, email: 'portfolio@example.org', token: localStorage.getItem('tallystick.token') ?? '' };
  });
  const credit = (to: CustomerAccount, currencyId: number, amountMinor: bigint) =>
    server.submit({
      ...{ type: 'credit', customerId: account.id, account: to, currencyId, amountMinor },
      ...{ from: 'faucet', reference: `test:${to}:${currencyId}` },
    });
  await credit('spot', USDT, 12_480_361_234n);
  await credit('spot', BTC, 12_345_678n);
  await credit('spot', ETH, 210_000_000n);
  await credit('trust', USDT, 2_000_000_000n);
  await credit('contract', USDT, 3_000_000_000n);
  await players.equip(account);
  const maker = await perpetual.join(100_000);
  await perpetual.quote(maker, '59990', '60010');
  const open = (input: Parameters<PerpetualTraders['open']>[1]) => perpetual.open(account, input);
  await open({ direction: 'long', lots: 100, multiple: 20 });
  await open({ direction: 'short', lots: 40, multiple: 5 });
  await open({ direction: 'long', lots: 20, multiple: 100 });
  await open({ type: 'limit', price: '59000', lots: 10, multiple: 10 });
  await spot.place(account, { price: '59000', quantity: '0.01' });
  await spot.place(account, { side: 'sell', price: '61000', quantity: '0.02' });
  const via = 'custodyTron' as const;
  const withdrawal = { withdrawalId: 1, currencyId: USDT, amountMinor: 250_000_000n, feeMinor: 0n, via };
  await server.submit({ type: 'requestWithdrawal', customerId: account.id, ...withdrawal });
  const [product] = server.engine.exchange.trust.products();
  const { productId, version: termsVersion, minMinor: amountMinor } = product!;
  await server.submit({
    ...{ type: 'buyTrust', customerId: account.id, productId, termsVersion, amountMinor, autoRenew: false },
  });
  await players.buy(account, { amount: '100' }, freshKey());
  return { app, phone, customer, account, close: () => app.close() };
}
