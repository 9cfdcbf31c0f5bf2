import { createConvert } from '../modules/convert/module.ts';
import { createLaunch } from '../modules/launch/module.ts';
import { createMarket } from '../modules/market/module.ts';
import { createOption } from '../modules/option/module.ts';
import { createPerpetuals } from '../modules/perpetual/module.ts';
import { createPortfolio } from '../modules/portfolio/module.ts';
import { createPriceAlerts } from '../modules/price-alert/module.ts';
import { createReferral } from '../modules/referral/module.ts';
import { createSpot } from '../modules/spot/module.ts';
import { createStatement } from '../modules/statement/module.ts';
import { createTrust } from '../modules/trust/module.ts';
import { createWallet } from '../modules/wallet/module.ts';
import { escrowsOf } from '../modules/wallet/source.ts';
import { createPriceLog } from '../price-log/module.ts';
import { createPublicLog } from '../public-log/module.ts';
import type { Access } from './access.ts';
import type { Base } from './foundation.ts';
import type { Identification } from './identification.ts';
import type { Notifications } from './notifications.ts';
import { walletSources } from './wallet-sources.ts';

export type Products = ReturnType<typeof composeProducts>;

/** Markets, what is traded on them, and what customers own. */
export function composeProducts(
  base: Base,
  access: Access,
  notifications: Notifications,
  { identity }: Identification,
) {
  const { notifier, preferences } = notifications;
  const notifying = { ...base, notifier, preferences };
  const sources = walletSources(base);
  const wallet = createWallet({ ...base, sources });
  const market = createMarket(base);
  const spot = createSpot(base);
  const perpetual = createPerpetuals(notifying);
  const option = createOption({ ...notifying, identity });
  const trust = createTrust(notifying);
  const launch = createLaunch({ ...notifying, open: () => base.settings.get('products').launch });
  const statement = createStatement(base);
  const convert = createConvert({ ...base, ...access });
  const referral = createReferral(notifying);
  const alerts = createPriceAlerts({ ...base, ...access });
  return {
    market,
    wallet,
    faucet: wallet.faucet,
    spot,
    perpetual: perpetual.perpetual,
    option,
    statement: statement.service,
    /** Private topics of the products; notices have their own. */
    topics: { ...spot.topics, ...wallet.topics, ...option.topics, ...perpetual.topics },
    escrows: escrowsOf(sources),
    kinds: {
      ...perpetual.kinds,
      ...option.kinds,
      ...trust.kinds,
      ...launch.kinds,
      ...convert.kinds,
      ...referral.kinds,
    },
    alertWatch: alerts.watch,
    modules: [
      market,
      wallet,
      spot,
      convert,
      perpetual,
      option,
      trust,
      launch,
      statement,
      referral,
      createPriceLog(base.priceLog, option),
      createPublicLog(base),
      createPortfolio(base),
      alerts,
    ],
  };
}
