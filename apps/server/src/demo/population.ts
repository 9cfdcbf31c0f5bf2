import type { ReadonlyExchange } from '@tallystick/core';
import { parseDecimal } from '@tallystick/core/money/decimal';
import type pg from 'pg';
import type { CommandBus } from '../engine/command-bus.ts';
import { hashInput } from '../engine/idempotency/hash-input.ts';
import type { AccountService } from '../modules/login/service.ts';
import { findCustomerById, insertCustomer } from '../modules/account/store.ts';
import { submitAttempt, submitCommand } from '../http/submit.ts';
import { creditedUnder } from '../modules/wallet/faucet.ts';

/** The house is an ordinary customer, with an id below those of people. */
export const HOUSE_ID = 1;
const FIRST_TRADER_ID = 101;

/** Demo money by currency code: enough to quote every book even after others have bought a part. */
const HOUSE_FUNDS: Readonly<Record<string, string>> = {
  USDT: '80000000',
  BTC: '150',
  ETH: '4000',
  BNB: '12000',
  SOL: '60000',
  XRP: '4000000',
  DOGE: '40000000',
  ADA: '12000000',
  LUMA: '40000',
  AURA: '60000',
  NOVA: '20000',
};
/** For the contract account: margin for quotes and positions in every contract. */
const HOUSE_MARGIN: Readonly<Record<string, string>> = { USDT: '20000000' };
const TRADER_MARGIN: Readonly<Record<string, string>> = { USDT: '20000' };
const TRADER_FUNDS: Readonly<Record<string, string>> = {
  USDT: '40000',
  BTC: '0.3',
  ETH: '6',
  BNB: '20',
  SOL: '100',
  XRP: '6000',
  DOGE: '60000',
  ADA: '20000',
};

export interface Population {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: ReadonlyExchange;
  readonly account: AccountService;
  readonly now: () => number;
}

/** Opens the house's account and, in demo, funds it; in live its operator deposits the funds. */
export async function openHouse(population: Population, demo: boolean): Promise<void> {
  await open(population, HOUSE_ID, 'Tallystick House');
  if (!demo) return;
  await fund(population, HOUSE_ID, HOUSE_FUNDS);
  await fund(population, HOUSE_ID, HOUSE_MARGIN, 'contract');
}

export function traderIds(count: number): number[] {
  return Array.from({ length: count }, (_, index) => FIRST_TRADER_ID + index);
}

/** Opens and funds this many demo traders. */
export async function openTraders(population: Population, count: number): Promise<void> {
  for (const id of traderIds(count)) {
    await open(population, id, `Demo trader ${id - FIRST_TRADER_ID + 1}`);
    await fund(population, id, TRADER_FUNDS);
    await fund(population, id, TRADER_MARGIN, 'contract');
  }
}

/** The house's neutral holding of a currency, in minor units. */
export function houseFundsMinor(exchange: ReadonlyExchange, currencyId: number): bigint {
  const currency = exchange.currency(currencyId);
  if (currency === null) return 0n;
  return parseDecimal(HOUSE_FUNDS[currency.code] ?? '0', currency.decimals) ?? 0n;
}

async function open(
  { pool, bus, exchange, account, now }: Population,
  id: number,
  nickname: string,
): Promise<void> {
  let customer = await findCustomerById(pool, id);
  customer ??= await insertCustomer(pool, {
    id,
    contact: null,
    passwordHash: null,
    invitedBy: null,
    language: 'en',
    nickname,
    demo: true,
    atMs: now(),
  });
  if (customer?.opened === false) await account.openInCore(id);
  // The house's own accounts neither earn rebates nor give any.
  if (exchange.referral.standing(id) === 'house') return;
  await submitCommand(bus, { type: 'setReferralStanding', customerId: id, standing: 'house' }, {});
}

/** Once per account and currency, whatever was spent since: an account ever used is not filled again. */
async function fund(
  { pool, bus, exchange }: Population,
  customerId: number,
  funds: Readonly<Record<string, string>>,
  account: 'spot' | 'contract' = 'spot',
): Promise<void> {
  const name = account === 'spot' ? String(customerId) : `${customerId}:${account}`;
  const reference = `demo:${name}`;
  const funded = await creditedUnder(pool, customerId, reference);
  for (const { id: currencyId, code, decimals } of exchange.currencies()) {
    const amountMinor = parseDecimal(funds[code] ?? '0', decimals) ?? 0n;
    if (amountMinor === 0n || funded.has(currencyId)) continue;
    await submitAttempt(
      bus,
      { type: 'credit', customerId, account, currencyId, amountMinor, from: 'faucet', reference },
      {
        scope: 'demo',
        key: `${name}-${currencyId}`,
        inputHash: hashInput({ customerId, account, currencyId, amountMinor }),
      },
    );
  }
}
