import { defineModule } from '../module/module.ts';
import type { PriceLog } from './price-log.ts';
import { registerPriceLogCalls, registerProofCalls, type ProvenOptions } from './routes.ts';

/** The signed price log, and proofs of results by it. */
export function createPriceLog(log: PriceLog, options: ProvenOptions) {
  return defineModule({
    name: 'price-log',
    calls(register) {
      registerPriceLogCalls(register, log.reader);
      registerProofCalls(register, log.reader, options);
    },
    deskCalls: register => register('GET desk/price_log', () => log.status()),
    start() {
      log.start();
      return () => log.stop();
    },
    forgetOld: () => log.forgetOld(),
  });
}
