import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../timekeeping/clock.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Allowances } from '../account/allowances.ts';
import type { Sessions } from '../account/sessions.ts';
import { defineModule } from '../../module/module.ts';
import { PeriodicJob } from '../../timekeeping/periodic-job.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Pictures } from '../pictures/service.ts';
import { SecurityMessenger } from '../security/security-messenger.ts';
import type { Security } from '../security/security.ts';
import { RecoveryQueue } from './queue.ts';
import { RecoveryReview } from './review.ts';
import { registerRecoveryCalls } from './routes.ts';
import { FactorRecovery } from './service.ts';
import { RecoveryMessenger } from './messenger.ts';

const COMPLETE_EVERY_MS = 15_000;

export interface RecoveryOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly security: Security;
  readonly allowances: Allowances;
  readonly pictures: Pictures;
  readonly sessions: Sessions;
  readonly outbox: Outbox;
  readonly clock: Pick<Clock, 'now' | 'certainNow' | 'machineNow'>;
  readonly publicUrl: string | null;
  readonly rejectedDocumentDays: number;
  readonly pictureLimitBytes: number;
  readonly log: FastifyBaseLogger;
}

/** Recovery of a lost second factor. A login with the second factor stops it. */
export function createRecovery(options: RecoveryOptions) {
  const { pool, vault, security, outbox, clock, log } = options;
  const { now, certainNow, machineNow } = clock;
  const messenger = new RecoveryMessenger({ ...options, messenger: new SecurityMessenger({ outbox, now }) });
  const { tickets, twoFactor, holds } = security;
  const service = new FactorRecovery({
    ...options,
    tickets,
    twoFactor,
    holds,
    messenger,
    now,
    certainNow,
    machineNow,
  });
  const review = new RecoveryReview({ pool, messenger, now, certainNow });
  security.gate.onSecondFactor((client, customerId) => service.stopIn(client, customerId, 'second_factor'));
  twoFactor.onShown(customerId => service.stopByFactor(customerId));
  const turns = new PeriodicJob(() => service.completeDue(), {
    everyMs: COMPLETE_EVERY_MS,
    log,
    failure: 'a recovery could not be completed',
  });
  return defineModule({
    name: 'recovery',
    service,
    queues: [new RecoveryQueue({ pool, vault, review, pictures: options.pictures, certainNow })],
    calls: register => registerRecoveryCalls(register, service, options.pictureLimitBytes),
    /** Completes recoveries whose wait is over. */
    start: () => turns.start(),
    forgetOld: () => service.forgetOld(),
  });
}
