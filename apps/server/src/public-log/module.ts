import { defineModule } from '../module/module.ts';
import type { Cosigning } from './cosigning.ts';
import type { PublicLog } from './public-log.ts';
import { registerPublicLogCalls } from './routes.ts';
import type { PublicLogSources } from './sources.ts';

export interface PublicLogParts {
  readonly publicLog: PublicLog;
  readonly sources: PublicLogSources;
  readonly cosigning: Cosigning;
}

/** The public log: what comes into it by itself, its calls, and its witnesses. It is signed with the other heads. */
export function createPublicLog({ publicLog, sources, cosigning }: PublicLogParts) {
  return defineModule({
    name: 'public-log',
    calls: register => registerPublicLogCalls(register, publicLog),
    start() {
      const stops = [sources.start(), cosigning.start()];
      return async () => {
        await Promise.all(stops.map(stop => stop()));
      };
    },
  });
}
