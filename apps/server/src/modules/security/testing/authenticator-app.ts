import type { TestCustomer, TestServer } from '../../../testing/test-server.ts';
import { TEST_PASSWORD } from '../../../testing/test-server.ts';
import { codeOf } from './totp-code.ts';

const STEP_MS = 30_000;

/** A customer's authenticator app. Each call moves the clock on, so that the code was not used before. */
export interface AuthenticatorApp {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  next(): string;
}

/** Turns two-factor on. */
export async function turnOnTwoFactor(server: TestServer, customer: TestCustomer): Promise<AuthenticatorApp> {
  const as = { token: customer.token };
  const { secret } = await server.call('POST user/two_factor_setup', { password: TEST_PASSWORD }, as);
  const next = (): string => {
    server.clock.nowMs += STEP_MS;
    return codeOf(secret, server.clock.nowMs);
  };
  const { recovery_codes: recoveryCodes } = await server.call(
    'POST user/two_factor_confirm',
    { two_factor_code: next() },
    as,
  );
  return { secret, recoveryCodes, next };
}
