import { FirstAnswers } from '../http/first-answers.ts';
import { defineModule } from '../module/module.ts';
import { Allowances } from '../modules/account/allowances.ts';
import { Codes } from '../modules/account/codes.ts';
import { KnownDevices } from '../modules/account/known-devices.ts';
import { LoginGuard } from '../modules/account/login-guard.ts';
import { createPasswords } from '../modules/account/passwords.ts';
import { Sessions } from '../modules/account/sessions.ts';
import { createAppInfo } from '../modules/app/module.ts';
import { createDocuments } from '../modules/document/module.ts';
import { createLogin } from '../modules/login/module.ts';
import { createErrorLog } from '../modules/error-log/module.ts';
import { createOutbox } from '../modules/outbox/module.ts';
import { createAccountSecurity } from '../modules/security/module.ts';
import type { Base } from './foundation.ts';

export type Access = Awaited<ReturnType<typeof composeAccess>>;

/** Accounts and what protects them. Uses the machine's time, as customers' phones do, not a clock that tests set. */
export async function composeAccess(base: Base) {
  const timed = { ...base, now: base.machineNow };
  const secure = base.publicUrl?.startsWith('https://') ?? false;
  const devices = new KnownDevices({ ...timed, secure });
  const sessions = new Sessions({ ...timed, devices });
  const allowances = new Allowances(timed);
  const guard = new LoginGuard(allowances);
  const codes = new Codes({ ...timed, limited: base.rateLimits });
  const passwords = await createPasswords(base.passwordCost);
  const outbox = createOutbox(base);
  const documents = await createDocuments(base);
  const keys = { devices, sessions, allowances, guard, codes, passwords, outbox: outbox.outbox };
  const protection = createAccountSecurity({
    ...base,
    ...keys,
    showCodes: base.demo,
    holdHours: () => base.settings.get('withdrawal_limits').security_hold_hours,
  });
  const { security } = protection;
  const login = createLogin({
    ...base,
    ...keys,
    security,
    documents: documents.service,
    showCodes: base.demo,
  });
  const firstAnswers = new FirstAnswers(base);
  const errorLog = createErrorLog(base);
  return {
    ...keys,
    security,
    account: login.account,
    documents: documents.service,
    firstAnswers,
    errors: errorLog.errors,
    modules: [
      createAppInfo({ ...base, account: login.account }),
      outbox,
      login,
      protection,
      documents,
      errorLog,
      defineModule({ name: 'first-answers', forgetOld: () => firstAnswers.forgetOld() }),
    ],
  };
}
