import { callApi } from './api-client.ts';
import { queryClient } from './query-client.ts';
import { endSession } from './session.ts';

/** Ends the session here at once, and on the server as soon as it hears of it. */
export async function logOut(): Promise<void> {
  // Built before the session ends: the call carries the token that is being given back.
  const ending = callApi('POST user/logout', {});
  endSession();
  queryClient.clear();
  await ending.catch(() => {
    // Offline or already ended: the token is gone from this device either way, and expires on the server.
  });
}
