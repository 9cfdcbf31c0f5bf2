import { callApi } from '#lib/api-client.ts';
import { currentSession } from '#lib/session.ts';

/** What the session remembers: a no may be older than an operator's decision. */
export function isVerified(): boolean {
  return currentSession()?.user.verification === 'verified';
}

/** Asks whether the customer is verified, before a purchase; when that fails the purchase itself will tell. */
export async function mayBuy(): Promise<boolean> {
  try {
    return (await callApi('GET user/identity', {})).level === 'advanced';
  } catch {
    // Out of reach: the server refuses what must not be bought.
    return true;
  }
}
