import { defineModule } from '../../module/module.ts';
import type { Security } from '../security/security.ts';
import { Login, type LoginOptions } from './login.ts';
import { registerAccountCalls } from './routes.ts';
import { registerSecondStepCalls } from './second-step-routes.ts';
import { AccountService, type AccountOptions } from './service.ts';

export type LoginModuleOptions = Omit<AccountOptions, 'login' | 'holds'> &
  Omit<LoginOptions, 'gate'> & { readonly security: Security };

/** Registering, and logging in. */
export function createLogin(options: LoginModuleOptions) {
  const { security, sessions } = options;
  const login = new Login({ ...options, gate: security.gate });
  const account = new AccountService({ ...options, login, holds: security.holds });
  return defineModule({
    name: 'login',
    account,
    calls(register) {
      registerAccountCalls(register, account, login, sessions, options.pool);
      registerSecondStepCalls(register, security, login);
    },
    finishLeft: leftForMs => account.openForgotten(leftForMs),
    forgetOld: () => account.forgetOld(),
  });
}
