import type { OptionView } from '@tallystick/core';
import type pg from 'pg';
import type { PrivateTopics } from '../../engine/market-data/private-topics.ts';
import { newestRows, privateTopic } from '../../module/private-topic.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { openOptions } from './store.ts';
import { wireOption } from './wire.ts';

export interface OptionTopicsOptions {
  readonly pool: pg.Pool;
  readonly units: MarketUnitsTable;
  readonly marketData: { readonly customers: Pick<PrivateTopics, 'subscribeOptions'> };
}

export function optionTopics({ pool, units, marketData }: OptionTopicsOptions) {
  const wire = (option: OptionView) =>
    wireOption(option, units.of(option.marketId), units.currency(option.currencyId));
  return {
    options: privateTopic({
      kind: newestRows(
        (option: ReturnType<typeof wireOption>) => option.option_id,
        option => option.state !== 'settled',
        // Newest first.
        (a, b) => b.option_id - a.option_id,
      ),
      subscribe: ({ customerId }, add) =>
        marketData.customers.subscribeOptions(customerId, ({ data }) => add(data.map(wire))),
      read: async ({ customerId }) => (await openOptions(pool, customerId)).map(wire),
    }),
  };
}
