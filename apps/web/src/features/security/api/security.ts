import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '@tallystick/protocol';
import { callApi } from '#lib/api-client.ts';
import { callQuery, pagesQuery } from '#lib/call-query.ts';
import { createPasskey } from '#lib/passkeys.ts';
import { queryClient } from '#lib/query-client.ts';
import { updateSessionUser } from '#lib/session.ts';

export type Overview = CallOutput<'GET user/security'>;
export type Passkey = Overview['passkeys'][number];
export type OpenSession = CallOutput<'GET user/center2'>['sessions'][number];

const OVERVIEW = ['user/security'];
const SESSIONS = ['user/center2'];
const PAGE = 10;

export function useSecurity() {
  return useQuery(callQuery('GET user/security', {}, OVERVIEW));
}

export function useSessions() {
  return useQuery({
    queryKey: SESSIONS,
    queryFn: async ({ signal }) => (await callApi('GET user/center2', {}, { signal })).sessions,
  });
}

export function useLoginHistory() {
  return useInfiniteQuery(pagesQuery('GET user/login_history', { limit: PAGE }, ['user/login_history']));
}

/** After any change: refetches the page's data and the session's user. */
async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: OVERVIEW });
  updateSessionUser(await callApi('GET user/center', {}));
}

export async function changePassword(input: CallInput<'POST safe/update_password'>): Promise<void> {
  await callApi('POST safe/update_password', input);
}

export async function changeFundPassword(input: CallInput<'POST user/e_pwd'>): Promise<void> {
  await callApi('POST user/e_pwd', input);
  await refresh();
}

export function setUpTwoFactor(password: string): Promise<CallOutput<'POST user/two_factor_setup'>> {
  return callApi('POST user/two_factor_setup', { password });
}

/** Returns the recovery codes, only once. Call `finishTwoFactor` when the customer has saved them. */
export async function confirmTwoFactor(code: string): Promise<readonly string[]> {
  return (await callApi('POST user/two_factor_confirm', { two_factor_code: code })).recovery_codes;
}

export const finishTwoFactor = refresh;

export async function disableTwoFactor(password: string, code: string): Promise<void> {
  await callApi('POST user/two_factor_disable', { password, two_factor_code: code });
  await refresh();
}

export async function renewRecoveryCodes(password: string, code: string): Promise<readonly string[]> {
  const renewed = await callApi('POST user/recovery_codes', { password, two_factor_code: code });
  return renewed.recovery_codes;
}

/** False if the customer cancelled. */
export async function addPasskey(name: string, password: string): Promise<boolean> {
  const { options } = await callApi('POST user/passkey_options', { password });
  const credential = await createPasskey(options);
  if (credential === undefined) return false;
  await callApi('POST user/passkey_add', { credential, name });
  await refresh();
  return true;
}

export async function renamePasskey(id: number, name: string): Promise<void> {
  await callApi('POST user/passkey_rename', { passkey_id: id, name });
  await refresh();
}

export async function removePasskey(id: number, password: string): Promise<void> {
  await callApi('POST user/passkey_remove', { passkey_id: id, password });
  await refresh();
}

export async function setPhrase(phrase: string, password: string): Promise<void> {
  await callApi('POST user/anti_phishing', { phrase, password });
  await refresh();
}

export async function freezeAccount(password: string, cancelOrders: boolean): Promise<void> {
  await callApi('POST user/freeze', { password, cancel_orders: cancelOrders });
}

export async function unfreezeAccount(code: string, twoFactorCode: string): Promise<void> {
  await callApi('POST user/unfreeze', { code, two_factor_code: twoFactorCode });
  await refresh();
}

export type ContactTarget = CallInput<'POST user/contact_code'>;

export async function sendContactCode(target: ContactTarget) {
  return { ...(await callApi('POST user/contact_code', target)), target: target.account };
}

export async function bindContact(
  target: ContactTarget,
  newCode: string,
  code: string,
  twoFactorCode: string,
): Promise<void> {
  const bound = { ...target, new_code: newCode, code, two_factor_code: twoFactorCode };
  const { user } = await callApi('POST user/contact', bound);
  updateSessionUser(user);
  await queryClient.invalidateQueries({ queryKey: OVERVIEW });
}

/** Ends one session, or all others. */
export async function endSession(sessionId?: number): Promise<void> {
  await callApi(
    'POST user/revoke_session',
    sessionId === undefined ? { all: true } : { session_id: sessionId },
  );
  await queryClient.invalidateQueries({ queryKey: SESSIONS });
}
