import type { CallOutput } from '@tallystick/protocol';
import { toWire } from '../account/wire-user.ts';
import type { LoggedIn } from './login.ts';

export function wireLoggedIn({ token, customer }: LoggedIn): CallOutput<'POST user/login'> {
  return { token, user: toWire(customer) };
}
