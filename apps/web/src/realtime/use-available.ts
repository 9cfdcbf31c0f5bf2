import { useCallback } from 'react';
import type { WireHolding } from '@tallystick/protocol';
import { useSession } from '#lib/session.ts';
import { balancesTopic, useTopic, type HoldingKey } from './topics.ts';

/**
 * What one of the customer's accounts has available of a currency at this moment, as decimal text; undefined for visitors and
 * until the first balances arrive.
 */
export function useAvailable(account: WireHolding['account'], currencyId: number): string | undefined {
  const session = useSession();
  const select = useCallback(
    (holdings: ReadonlyMap<HoldingKey, WireHolding>) =>
      holdings.get(`${account}:${currencyId}`)?.available ?? '0',
    [account, currencyId],
  );
  return useTopic(session ? balancesTopic() : undefined, select);
}
