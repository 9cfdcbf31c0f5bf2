import { Caller } from '../../testing/caller.ts';
import { until } from '../../testing/cluster/processes.ts';

export const BTC_USDT = 1;

/** As the gateway at this address shows it; null before its first tick. */
export async function indexPrice(url: string): Promise<string | null> {
  const { items } = await new Caller(url).call('GET currency/quotation_new', {});
  return items.find(({ market }) => market.id === BTC_USDT)?.ticker.index_price ?? null;
}

/** A price near the index, so that no band refuses it. Waits for a first tick. */
export async function priceNearIndex(url: string): Promise<string> {
  const index = await until(
    () => indexPrice(url),
    () => `${url} shows no price`,
  );
  return Number(index).toFixed(1);
}
