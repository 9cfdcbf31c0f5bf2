import { callApi } from '#lib/api-client.ts';
import { currentSession } from '#lib/session.ts';

/** The session's value. False may be older than an operator's decision. */
export function isVerified(): boolean {
  return currentSession()?.user.verification === 'verified';
}

/** Asks whether the customer is verified, before a purchase. If this fails, the purchase call reports it. */
export async function mayBuy(): Promise<boolean> {
  try {
    return (await callApi('GET user/identity', {})).level === 'advanced';
  } catch {
    // Unreachable: the server will refuse a forbidden purchase itself.
    return true;
  }
}
