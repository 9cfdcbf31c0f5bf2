import type { CallOutput } from '@tallystick/protocol';
import { toWire } from '../account/wire-user.ts';
import type { LoggedIn } from './login.ts';
import type { SentCode } from './service.ts';

export function wireLoggedIn({ token, customer }: LoggedIn): CallOutput<'POST user/login'> {
  return { token, user: toWire(customer) };
}

export function wireSent({ resendAfterMs, expiresInMs, demoCode }: SentCode): CallOutput<'POST sms_send'> {
  return {
    resend_after_s: resendAfterMs / 1000,
    expires_in_s: expiresInMs / 1000,
    demo_code: demoCode,
  };
}
