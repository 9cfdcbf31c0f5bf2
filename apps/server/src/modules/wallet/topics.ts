import { CUSTOMER_ACCOUNTS, type AccountBalance, type CustomerAccount } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type pg from 'pg';
import type { PrivateTopics } from '../../engine/market-data/private-topics.ts';
import { newestRows, privateTopic } from '../../module/private-topic.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { listHoldings } from './store.ts';

export interface WalletTopicsOptions {
  readonly pool: pg.Pool;
  readonly units: MarketUnitsTable;
  readonly marketData: { readonly customers: Pick<PrivateTopics, 'subscribeBalances'> };
}

type CustomersBalance = Omit<AccountBalance, 'ownerId' | 'account'> & { readonly account: CustomerAccount };

export function walletTopics({ pool, units, marketData }: WalletTopicsOptions) {
  const wire = (balance: CustomersBalance) => {
    const { decimals } = units.currency(balance.currencyId);
    return {
      account: balance.account,
      currency_id: balance.currencyId,
      available: formatMinor(balance.availableMinor, decimals),
      frozen: formatMinor(balance.frozenMinor, decimals),
    };
  };
  return {
    balances: privateTopic({
      kind: newestRows((holding: ReturnType<typeof wire>) => `${holding.account}:${holding.currency_id}`),
      subscribe: ({ customerId }, add) =>
        marketData.customers.subscribeBalances(customerId, ({ data }) =>
          add(data.filter(isCustomers).map(wire)),
        ),
      read: async ({ customerId }) => (await listHoldings(pool, customerId)).map(wire),
    }),
  };
}

function isCustomers(
  balance: AccountBalance,
): balance is AccountBalance & { readonly account: CustomerAccount } {
  return (CUSTOMER_ACCOUNTS as readonly string[]).includes(balance.account);
}
