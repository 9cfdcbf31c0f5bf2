import { useEffect } from 'react';
import type { WireContract } from '@tallystick/protocol/wire';
import { perpetualTickersTopic } from '#realtime/topics.ts';
import { formatPrice } from '#ui/format.ts';
import { contractName, contractUnits } from '../model/contract.ts';

/** Writes the live mark price into the tab title without rendering: `104,381.5 BTCUSDT · Tallystick`. */
export function useContractTitle(contract: WireContract | undefined): void {
  useEffect(() => {
    if (!contract) return;
    const store = perpetualTickersTopic();
    const { priceDecimals } = contractUnits(contract);
    const write = () => {
      const mark = store.read()?.get(contract.market_id)?.mark;
      const price = mark ? `${formatPrice(mark, priceDecimals)} ` : '';
      document.title = `${price}${contractName(contract)} · Tallystick`;
    };
    write();
    return store.watch(write);
  }, [contract]);
}
