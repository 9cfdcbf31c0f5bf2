import type { CallInput, CallOutput } from '@tallystick/protocol';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { TestDesk } from '../../testing/test-desk.ts';
import type { Answer } from '../../testing/test-requests.ts';
import { freshKey, type TestCustomer, type TestServer } from '../../testing/test-server.ts';
import { proofCode, setFundPassword } from '../security/testing/proof-code.ts';

export const FUND_PASSWORD = '258147';
/** Real addresses of unknown owners. */
export const TRON_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

export type Withdrawing = CallInput<'POST wallet/out'>;

/** A customer who may withdraw: verified, with a fund password and a deposit from a chain. */
export async function withdrawer(server: TestServer, amount = 10_000): Promise<TestCustomer> {
  const customer = await server.customer();
  await mayWithdraw(server, customer);
  await server.submit({
    type: 'credit',
    customerId: customer.id,
    account: 'spot',
    currencyId: USDT,
    amountMinor: BigInt(amount) * 1_000_000n,
    from: 'custodyTron',
    reference: 'test',
  });
  return customer;
}

/** Verifies the customer and sets a fund password. */
export async function mayWithdraw(server: TestServer, customer: TestCustomer): Promise<void> {
  await setFundPassword(server, customer, FUND_PASSWORD);
  await server.database.pool.query(`update customers set verification = 'verified' where id = $1`, [
    customer.id,
  ]);
}

export async function saveAddress(
  server: TestServer,
  customer: TestCustomer,
  change: Partial<CallInput<'POST wallet/addaddress'>> = {},
): Promise<CallOutput<'POST wallet/addaddress'>['address']> {
  const code = await proofCode(server, customer, 'address');
  const input = { currency_id: USDT, network: 'TRC20', address: TRON_ADDRESS, label: 'Cold wallet' } as const;
  const { address } = await server.call(
    'POST wallet/addaddress',
    { ...input, password: FUND_PASSWORD, code, ...change },
    { token: customer.token },
  );
  return address;
}

/** Input of a withdrawal of 100 USDT, with a new code. */
export async function withdrawing(
  server: TestServer,
  customer: TestCustomer,
  change: Partial<Withdrawing> = {},
): Promise<Withdrawing> {
  const code = await proofCode(server, customer, 'withdraw');
  return { currency_id: USDT, amount: '100', password: FUND_PASSWORD, code, ...change };
}

/** A withdrawal that must be accepted. */
export async function withdraw(
  server: TestServer,
  customer: TestCustomer,
  change: Partial<Withdrawing> = {},
): Promise<CallOutput<'POST wallet/out'>['withdrawal']> {
  const input = await withdrawing(server, customer, change);
  const options = { token: customer.token, key: freshKey() };
  return (await server.call('POST wallet/out', input, options)).withdrawal;
}

/** The answer to a withdrawal, whatever it is. */
export async function tryToWithdraw(
  server: TestServer,
  customer: TestCustomer,
  change: Partial<Withdrawing> = {},
): Promise<Answer<'POST wallet/out'>> {
  const input = await withdrawing(server, customer, change);
  return server.try('POST wallet/out', input, { token: customer.token, key: freshKey() });
}

/** An operator's decision: the answer's code, 1 if it is accepted. */
export async function decideWithdrawal(
  desk: TestDesk,
  id: number,
  action: 'approve' | 'reject' | 'send',
  transactionId?: string,
): Promise<string | number> {
  const { body } = await desk.try('POST desk/queue_decide', {
    queue: 'withdrawal',
    id,
    action,
    ...(action === 'reject' ? { reason: 'The name does not match' } : {}),
    ...(transactionId === undefined ? {} : { inputs: { transaction_id: transactionId } }),
  });
  return body.code;
}

let transactions = 0;

/** The id of a transaction that was not used before. */
export function freshTransaction(): string {
  return (++transactions).toString(16).padStart(64, 'f');
}
