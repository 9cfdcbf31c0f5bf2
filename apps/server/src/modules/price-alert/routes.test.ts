import { expect, it } from 'vitest';
import type { RegisterCall } from '../../http/call-router.ts';
import type { Allowances } from '../account/allowances.ts';
import { registerPriceAlertCalls } from './routes.ts';

it.each(['POST alert/add', 'POST alert/edit'])('%s is limited for each customer', async name => {
  const handlers = new Map<string, (input: unknown, context: unknown) => Promise<unknown>>();
  const register = ((call: string, handler: never) => void handlers.set(call, handler)) as RegisterCall;
  const units = { of: () => ({ market: { symbol: 'BTC/USDT' } }) } as never;
  const taken: string[] = [];
  const done: number[] = [];
  const set = (customerId: number) => {
    done.push(customerId);
    return Promise.resolve({ kind: 'funding' } as never);
  };
  const take: Allowances['take'] = (key, { burst }) => {
    taken.push(key);
    return Promise.resolve(taken.filter(one => one === key).length > burst ? 1_500 : 0);
  };
  registerPriceAlertCalls(register, { list: set, add: set, edit: set, delete: set }, units, { take });
  const call = (customerId: number) => handlers.get(name)!({}, { session: { customerId } });
  for (let i = 0; i < 200; i++) await call(7);
  await expect(call(7)).rejects.toMatchObject({ code: 'rate_limited', data: { retry_after_s: 2 } });
  await call(8);
  expect([done.length, done.at(-1)]).toEqual([201, 8]);
});
