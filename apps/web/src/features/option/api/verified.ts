import { callApi } from '#lib/api-client.ts';
import { currentSession } from '#lib/session.ts';

/**
 * Whether the customer is verified, as far as we can tell before asking for a purchase. What the session remembers may
 * be older than an operator's decision, so a no is asked for again; when that fails the purchase itself will tell.
 */
export async function mayBuy(): Promise<boolean> {
  if (currentSession()?.user.verification === 'verified') return true;
  try {
    return (await callApi('GET user/identity', {})).level === 'advanced';
  } catch {
    // Out of reach: the server refuses what must not be bought.
    return true;
  }
}
