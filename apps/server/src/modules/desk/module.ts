import { defineModule } from '../../module/module.ts';
import type { QueueKind } from '../../queue/queue-kind.ts';
import { notifyOperators } from './alert/notify-operators.ts';
import { createDeskParts, type DeskOptions } from './parts.ts';
import { registerDeskCalls } from './routes.ts';

/** The operators' desk: everything that belongs to no other module. */
export function createDesk(options: DeskOptions) {
  const parts = createDeskParts(options);
  return defineModule({
    name: 'desk',
    authenticator: parts.authenticator,
    clock: parts.clock,
    /** Sends alerts to operators. */
    alerts: parts.watch,
    /** Adds another module's queue of decisions: see `Module.queues`. Each name only once. */
    addQueue: (kind: QueueKind) => parts.queues.add(kind),
    subscriptions: feed => notifyOperators({ ...options, language: options.defaultLanguage, feed }),
    deskCalls: register => registerDeskCalls(register, parts),
    finishLeft: leftForMs => parts.proposals.finishAll(leftForMs),
  });
}
