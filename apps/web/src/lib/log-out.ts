import { callApi } from './api-client.ts';
import { queryClient } from './query-client.ts';
import { endSession } from './session.ts';

/** Ends the session here at once, and on the server when the call arrives. */
export async function logOut(): Promise<void> {
  // Built before the session ends, because the call carries its token.
  const ending = callApi('POST user/logout', {});
  endSession();
  queryClient.clear();
  await ending.catch(() => {
    // Offline or already ended: the token is gone from this device and expires on the server.
  });
}
