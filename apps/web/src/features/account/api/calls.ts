import type { CallOutput } from '@tallystick/protocol';
import { callApi } from '#lib/api-client.ts';
import { ApiError } from '#lib/errors.ts';
import { provePasskey } from '#lib/passkeys.ts';
import { queryClient } from '#lib/query-client.ts';
import { startSession } from '#lib/session.ts';
import { secondStepOf, type SecondStep } from '../model/second-step.ts';
import { areaCodeOf, requestTarget, type Target } from '../model/target.ts';

export type CodePurpose = 'register' | 'forget';
export type CodeSent = CallOutput<'POST sms_send'>;

/** Sends a code by SMS or mail. The response never tells whether the account exists. */
export function sendCode(target: Target, purpose: CodePurpose): Promise<CodeSent> {
  return target.kind === 'phone'
    ? callApi('POST sms_send', { area_code: areaCodeOf(target), phone: target.phone, purpose })
    : callApi('POST sms_mail', { email: target.email, purpose });
}

/** Checks the code before the password step, so that a typo shows on the page where it was made. */
export async function checkCode(target: Target, code: string, purpose: CodePurpose): Promise<void> {
  if (target.kind === 'phone') {
    await callApi('POST user/check_mobile', {
      area_code: areaCodeOf(target),
      phone: target.phone,
      code,
      purpose,
    });
  } else {
    await callApi('POST user/check_email', { email: target.email, code, purpose });
  }
}

/** Logs in, or returns the second step that is needed. `code`: of the second factor, if sent with the password. */
export async function logIn(target: Target, password: string, code: string): Promise<SecondStep | undefined> {
  const second = code.trim() === '' ? {} : { two_factor_code: code.trim() };
  try {
    begin(await callApi('POST user/login', { ...requestTarget(target), password, ...second }));
    return undefined;
  } catch (error) {
    const step = error instanceof ApiError ? secondStepOf(error) : undefined;
    if (step) return step;
    throw error;
  }
}

/** A link to the account's mailbox, or its phone if it has none. The response never tells whether the account exists. */
export function sendLoginLink(target: Target): Promise<CallOutput<'POST user/login_link'>> {
  return callApi('POST user/login_link', requestTarget(target));
}

/** Uses a link: this device is known to the account from now on. */
export async function openLoginLink(token: string): Promise<void> {
  await callApi('POST user/login_link_open', { token });
}

export async function logInWithCode({ ticket }: SecondStep, code: string): Promise<void> {
  begin(await callApi('POST user/login_second', { ticket, two_factor_code: code }));
}

/** With a passkey, alone or as the second step. False if the customer changed their mind. */
export async function logInWithPasskey(step?: SecondStep): Promise<boolean> {
  const ticket = step ? { ticket: step.ticket } : {};
  const { options } = await callApi('POST user/passkey_login_options', ticket);
  const credential = await provePasskey(options);
  if (credential === undefined) return false;
  begin(await callApi('POST user/passkey_login', { credential, ...ticket }));
  return true;
}

function begin(session: CallOutput<'POST user/login'>): void {
  queryClient.clear();
  startSession(session);
}

export interface Registration {
  readonly target: Target;
  readonly code: string;
  readonly password: string;
  readonly repeat: string;
  readonly invitation: string;
}

export async function register({ target, code, password, repeat, invitation }: Registration): Promise<void> {
  const session = await callApi('POST user/register', {
    ...requestTarget(target),
    code,
    password,
    re_password: repeat,
    ...(invitation ? { invitation_code: invitation } : {}),
    agreement: true,
  });
  begin(session);
}

export async function resetPassword(
  target: Target,
  code: string,
  password: string,
  repeat: string,
): Promise<void> {
  await callApi('POST user/forget', { ...requestTarget(target), code, password, re_password: repeat });
}
