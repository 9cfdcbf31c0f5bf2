import { defineModule } from '../../module/module.ts';
import type { Clock } from '../../timekeeping/clock.ts';
import type { AccountService } from '../login/service.ts';
import { registerAppCalls, type AppInfo } from './routes.ts';

export interface AppModuleOptions extends AppInfo {
  readonly account: AccountService;
  readonly clock: Pick<Clock, 'now' | 'aheadMs'>;
}

/** Information the apps need before login. */
export function createAppInfo(options: AppModuleOptions) {
  return defineModule({
    name: 'app',
    calls: register => registerAppCalls(register, options, options.account, options.clock),
  });
}
