import { useCallback } from 'react';
import type { WireContract } from '@tallystick/protocol/wire';
import { useContracts } from '../api/perpetual.ts';

/** Finds a contract by its market's id, for lists with positions of several contracts. */
export function useContractOf(): (marketId: number) => WireContract | undefined {
  const { data } = useContracts();
  return useCallback(
    marketId => data?.items.find(({ contract }) => contract.market_id === marketId)?.contract,
    [data],
  );
}
