import type { Exchange } from '@tallystick/core';
import { parseDecimal } from '@tallystick/core/money/decimal';
import type { FastifyBaseLogger } from 'fastify';
import type { Chains } from './chains/chains.ts';
import type { PlatformSettings } from './settings/platform-settings.ts';
import type { Money } from './modules/money/money.ts';

/** How often what did not reach the exchange at once is tried again, and payouts are looked at. */
const FINISH_EVERY_MS = 15_000;

export interface StartMoneyOptions {
  readonly money: Pick<Money, 'finish' | 'followPayouts' | 'sink'>;
  readonly chains: Chains;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly exchange: Pick<Exchange, 'currency'>;
  readonly log: FastifyBaseLogger;
}

/** Watches the chains for deposits and finishes what was put off. Returns what stops it again. */
export function startMoney(options: StartMoneyOptions): () => Promise<void> {
  const { money, chains, settings, exchange, log } = options;
  const watching = chains.watch({
    sink: money.sink,
    minimumMinor: minimumOfDeposits(settings, exchange),
  });
  watching.start();
  let finishing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    finishing = finishing
      .then(() => money.finish())
      .then(() => money.followPayouts())
      .catch((error: unknown) => log.error({ err: error }, 'what was put off could not be finished'));
  }, FINISH_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all([watching.stop(), finishing]);
  };
}

/** By currency. Only Ethereum has a watcher, where each currency has one minimum. */
export function minimumOfDeposits(
  settings: Pick<PlatformSettings, 'get'>,
  exchange: Pick<Exchange, 'currency'>,
): (currencyId: number) => bigint {
  return currencyId => {
    const { items } = settings.get('deposit_limits');
    const way = items.find(one => one.currency_id === currencyId && one.network === 'ERC20');
    return parseDecimal(way?.minimum ?? '0', exchange.currency(currencyId)?.decimals ?? 0) ?? 0n;
  };
}
