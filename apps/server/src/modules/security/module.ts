import type pg from 'pg';
import { defineModule } from '../../module/module.ts';
import type { Login } from '../account/login.ts';
import type { AccountService } from '../account/service.ts';
import { registerSecurityCalls } from './routes.ts';
import type { Security } from './security.ts';

export interface SecurityModuleOptions {
  readonly pool: pg.Pool;
  readonly security: Security;
  readonly account: AccountService;
  readonly login: Login;
}

/** What protects an account beyond its password. */
export function createSecurityModule({ pool, security, account, login }: SecurityModuleOptions) {
  return defineModule({
    name: 'security',
    calls: register => registerSecurityCalls(register, security, account, login, pool),
    recover: () => security.freezes.finish(),
    forgetOld: () => security.forgetOld(),
  });
}
