import { defineModule } from '../../module/module.ts';
import { registerSecurityCalls } from './routes.ts';
import { createSecurity, type SecurityOptions } from './security.ts';

/** What protects an account beyond its password. */
export function createAccountSecurity(options: SecurityOptions) {
  const security = createSecurity(options);
  return defineModule({
    name: 'security',
    security,
    calls: register => registerSecurityCalls(register, security, options.pool),
    finishLeft: leftForMs => security.freezes.finish(leftForMs),
    forgetOld: () => security.forgetOld(),
  });
}
