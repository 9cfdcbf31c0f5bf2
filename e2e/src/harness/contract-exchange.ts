import type { App } from './app.ts';
import { ContractTrader } from './contract-trader.ts';
import { Customer } from './customer.ts';
import { openPhone, type Phone } from './phone.ts';
import { startPreparedApp } from './prepared-app.ts';

/** An exchange of its own, and a new customer who wants to trade perpetual contracts. */
export interface ContractExchange {
  readonly app: App;
  readonly phone: Phone;
  readonly customer: Customer;
  readonly trader: ContractTrader;
  close(): Promise<void>;
}

/** `feedSpeed`: minutes of recorded prices per real minute. */
export async function startContractExchange({
  feedSpeed,
}: {
  readonly feedSpeed: number;
}): Promise<ContractExchange> {
  const app = await startPreparedApp({ FEED_SPEED: String(feedSpeed) });
  try {
    const phone = await openPhone(app.browser);
    const customer = new Customer(phone, app);
    await customer.signUp('contracts@example.org');
    return { app, phone, customer, trader: new ContractTrader(customer), close: () => app.close() };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Takes demo funds and moves this many whole USDT to the contract account. */
export async function fundContracts({ customer }: ContractExchange, usdt: bigint): Promise<void> {
  await customer.fund();
  const amount = String(usdt);
  await customer.post('wallet/change', { from: 'spot', to: 'contract', currency_id: '3', amount });
}
