import { Sockets, type SocketsOptions } from '../sockets/sockets.ts';
import type { Services } from './compose.ts';

type Others = Pick<SocketsOptions, 'server' | 'limits' | 'noticesEveryMs' | 'monotonicMs'>;

/** The realtime side of the services. */
export function openSockets(services: Services, others: Others): Sockets {
  const { marketData, perpetual, perpetualUnits, clock } = services;
  return new Sockets({
    ...services,
    ...others,
    customers: marketData.customers,
    positions: marketData.perpetual.customers,
    perpetual,
    perpetualUnits,
    operators: services.desk.authenticator,
    aheadMs: clock.aheadMs,
  });
}
