import type { Clock } from '../timekeeping/clock.ts';
import type { Engine } from '../engine/engine.ts';
import { Sockets, type SocketsOptions } from './sockets.ts';

type OfServices =
  | 'errors'
  | 'sessions'
  | 'units'
  | 'perpetualUnits'
  | 'perpetual'
  | 'notices'
  | 'chat'
  | 'operators';
type OfMarketData = 'customers' | 'positions';

/** What the realtime side takes of all that is composed. */
interface SocketServices extends Pick<SocketsOptions, 'errors' | 'sessions' | 'units' | 'notices' | 'chat'> {
  readonly perpetual: SocketsOptions['perpetual'] & { readonly units: SocketsOptions['perpetualUnits'] };
  readonly desk: { readonly authenticator: SocketsOptions['operators'] };
}

interface Parts extends Omit<SocketsOptions, OfServices | OfMarketData | 'clock' | 'aheadMs'> {
  readonly services: SocketServices;
  readonly marketData: Engine['marketData'];
  readonly clock: Clock;
}

/** The realtime side of a server made of these parts. */
export function openSockets({ services, marketData, clock, ...others }: Parts): Sockets {
  return new Sockets({
    ...others,
    errors: services.errors,
    sessions: services.sessions,
    marketData,
    customers: marketData.customers,
    positions: marketData.perpetual.customers,
    units: services.units,
    perpetualUnits: services.perpetual.units,
    perpetual: services.perpetual,
    notices: services.notices,
    chat: services.chat,
    operators: services.desk.authenticator,
    clock,
    aheadMs: clock.aheadMs,
  });
}
