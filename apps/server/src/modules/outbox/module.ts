import type { WakeWorker } from '../../engine/remote/news.ts';
import { defineModule } from '../../module/module.ts';
import { Outbox, type OutboxOptions } from './outbox.ts';
import type { Transport } from './transports.ts';

export interface OutboxModuleOptions extends Omit<OutboxOptions, 'transports' | 'keepBodies' | 'wakeWorker'> {
  readonly wakeWorker?: WakeWorker | undefined;
  readonly mail: Transport;
  readonly sms: Transport;
  readonly demo: boolean;
}

/** Mails and SMS. */
export function createOutbox({ mail, sms, demo, wakeWorker, ...options }: OutboxModuleOptions) {
  const outbox = new Outbox({
    ...options,
    transports: { mail, sms },
    keepBodies: demo,
    wakeWorker: wakeWorker && (() => wakeWorker('mails')),
  });
  return defineModule({
    name: 'outbox',
    outbox,
    start() {
      outbox.start();
      return () => outbox.stop();
    },
    forgetOld: () => outbox.forgetOld(),
  });
}
