import type { Settings } from '../config/settings.ts';
import { seedDemoCustomer } from '../demo/customer.ts';
import { seedDemoDust } from '../demo/dust.ts';
import { DemoLaunches } from '../demo/launches.ts';
import { seedDemoOperators } from '../demo/operators.ts';
import { openTraders, traderIds } from '../demo/population.ts';
import { seedDemoReferral } from '../demo/referral.ts';
import { defineModule } from '../module/module.ts';
import { fundDemoPool } from '../modules/option/listing.ts';
import { fundDemoInsurance } from '../modules/perpetual/listing.ts';
import { listDemoTrust } from '../modules/trust/listing.ts';
import type { Timekeeping } from '../timekeeping/timekeeping.ts';
import type { Parts } from './compose.ts';

/** The demo's traders who take part in its offers of new currencies. */
const SUBSCRIBERS = 8;

/** Contents of a demo: accounts that can log in at once, the house's funds and offers, and traders. */
export function composeDemo(parts: Parts, settings: Settings, { onceStamping }: Timekeeping) {
  const { pool, bus, exchange, now } = parts;
  const offers = new DemoLaunches({ ...parts, customerIds: traderIds(SUBSCRIBERS) });
  return defineModule({
    name: 'demo',
    async seed() {
      await seedDemoCustomer(pool, parts.account, parts.faucet, now);
      await seedDemoOperators(pool, now);
      await fundDemoPool(pool, exchange, bus);
      await fundDemoInsurance(pool, exchange, bus);
      await listDemoTrust(pool, exchange, bus);
      await seedDemoReferral(pool, exchange, bus);
      await seedDemoDust(pool, exchange, bus);
    },
    recover: () => openTraders(parts, Math.max(SUBSCRIBERS, settings.DEMO_TRADERS)),
    /** After prices: the offers' rates are set near an index. */
    async start() {
      await onceStamping(async () => {
        await offers.seed();
        offers.start();
      });
      return () => offers.stop();
    },
  });
}
