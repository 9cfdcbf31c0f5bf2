import type { RegisterCall } from '../../http/call-router.ts';
import { tellOfTrust, type TrustNewsOptions } from './news.ts';
import { registerTrustCalls } from './routes.ts';
import { TrustService, type TrustOptions } from './service.ts';

export interface TrustModule {
  readonly service: TrustService;
  readonly registerCalls: (register: RegisterCall) => void;
}

/** Locked deposits, wired. */
export function createTrust(options: TrustOptions & TrustNewsOptions): TrustModule {
  const trust = new TrustService(options);
  tellOfTrust(options);
  return {
    service: trust,
    registerCalls: register => registerTrustCalls(register, trust),
  };
}
