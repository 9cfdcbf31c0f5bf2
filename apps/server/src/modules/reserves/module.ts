import type { ReadonlyExchange } from '@tallystick/core';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { AuditLog } from '../../audit-log/audit-log.ts';
import type { Chains } from '../../chains/chains.ts';
import { defineModule } from '../../module/module.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import { PeriodicJob } from '../../timekeeping/periodic-job.ts';
import type { SealedPictures } from '../pictures/sealed-pictures.ts';
import { ReserveAssets } from './assets.ts';
import { registerReserveDeskCalls } from './desk-routes.ts';
import { ReserveDocuments } from './documents.ts';
import { bankStatementKind } from './proposal-kind.ts';
import { LOOK_MS, ReservePublisher } from './publisher.ts';
import { registerReserveCalls } from './routes.ts';
import { ReserveSignatures } from './signatures.ts';

export interface ReservesOptions {
  readonly pool: pg.Pool;
  readonly exchange: Pick<ReadonlyExchange, 'currencies' | 'currency' | 'balance'>;
  readonly chains: Chains;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly sealedPictures: SealedPictures;
  /** Under which name the exchange's logs are signed. */
  readonly logOrigin: string;
  readonly audit: AuditLog;
  readonly mode: 'demo' | 'live';
  readonly pictureLimitBytes: number;
  readonly registry: Registry;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
}

/** What stands behind what customers are owed: signed addresses, observed balances, bank statements, published together. */
export function createReserves(options: ReservesOptions) {
  const { logOrigin: origin } = options;
  const assets = new ReserveAssets(options);
  const documents = new ReserveDocuments(options);
  const signatures = new ReserveSignatures({ ...options, origin });
  const publisher = new ReservePublisher({ ...options, assets });
  return defineModule({
    name: 'reserves',
    publish: () => publisher.publish(),
    kinds: { bank_statement: bankStatementKind(options.exchange, options.now) },
    calls: register => registerReserveCalls(register, { ...options, origin }),
    deskCalls: register =>
      registerReserveDeskCalls(register, { ...options, documents, signatures, publisher }),
    start() {
      const failure = 'reserves could not be published';
      return new PeriodicJob(() => publisher.turn(), {
        everyMs: LOOK_MS,
        log: options.log,
        failure,
      }).start();
    },
  });
}
