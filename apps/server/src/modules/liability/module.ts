import { defineModule } from '../../module/module.ts';
import type { ObjectStore } from '../../object-store/object-store.ts';
import type { Vault } from '../../vault/vault.ts';
import { PointStore } from './point-files.ts';
import { PointMaker, type PointMakerOptions } from './point-maker.ts';
import { registerLiabilityCalls } from './routes.ts';
import { LiabilityService } from './service.ts';

export interface LiabilityOptions extends Omit<PointMakerOptions, 'store' | 'everyMs'> {
  readonly objects: ObjectStore;
  readonly vault: Vault;
  /** See the setting LIABILITIES_EVERY_MS. */
  readonly liabilitiesEveryMs: number;
}

/** Audit points, and proofs of what customers are owed at them. */
export function createLiability(options: LiabilityOptions) {
  const store = new PointStore(options.objects, options.vault);
  const service = new LiabilityService({ ...options, store });
  const maker = new PointMaker({ ...options, store, everyMs: options.liabilitiesEveryMs });
  return defineModule({
    name: 'liability',
    maker,
    calls: register => registerLiabilityCalls(register, service),
    forgetOld: () => maker.forgetOld(),
    start() {
      maker.start();
      return () => maker.stop();
    },
  });
}
