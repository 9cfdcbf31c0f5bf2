import type pg from 'pg';
import type { MarketUnitsTable } from '../market/units.ts';
import type { WalletSource } from '../wallet/source.ts';
import { runningStakes } from './store.ts';

/** Stakes of unsettled options. */
export function optionWalletSource(pool: pg.Pool, units: MarketUnitsTable): WalletSource {
  return {
    escrows: [
      {
        name: 'running_options',
        account: 'option',
        platform: 'optionEscrow',
        sql: `select currency_id, null::bigint as about, stake_minor as minor from options
               where customer_id between $1 and $2 and state <> 'settled' and not practice`,
      },
    ],

    async holds({ customerId, account, currency }) {
      const stakes = account === 'option' ? await runningStakes(pool, customerId, currency.id) : [];
      return stakes.map(({ optionId, marketId, stakeMinor, boughtAtMs }) => ({
        kind: 'option',
        reference: `option:${optionId}`,
        label: units.of(marketId).market.symbol,
        amountMinor: stakeMinor,
        atMs: boughtAtMs,
      }));
    },
  };
}
