import { defineModule } from '../../module/module.ts';
import { Login, type LoginOptions } from './login.ts';
import { registerAccountCalls } from './routes.ts';
import { AccountService, type AccountOptions } from './service.ts';

/** Customers' accounts, and logging in to them. */
export function createAccount(options: Omit<AccountOptions, 'login'> & LoginOptions) {
  const login = new Login(options);
  const service = new AccountService({ ...options, login });
  return defineModule({
    name: 'account',
    login,
    service,
    calls: register => registerAccountCalls(register, service, login, options.sessions),
    recover: () => service.openForgotten(),
    forgetOld: () => service.forgetOld(),
  });
}
