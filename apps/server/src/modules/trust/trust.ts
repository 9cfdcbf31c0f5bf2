import type { RegisterCall } from '../../http/call-router.ts';
import { TrustNews, type TrustNewsOptions } from './news.ts';
import { registerTrustCalls } from './routes.ts';
import { TrustService, type TrustOptions } from './service.ts';

export interface TrustModule {
  readonly service: TrustService;
  readonly news: TrustNews;
  /** Tells customers what their deposits paid, from now on. Returns the way to stop. */
  readonly startNews: () => () => Promise<void>;
  readonly registerCalls: (register: RegisterCall) => void;
}

/** Locked deposits, wired. Nothing runs until it is started. */
export function createTrust(options: TrustOptions & TrustNewsOptions): TrustModule {
  const trust = new TrustService(options);
  const news = new TrustNews(options);
  return {
    service: trust,
    news,
    startNews: () => news.start(),
    registerCalls: register => registerTrustCalls(register, trust),
  };
}
