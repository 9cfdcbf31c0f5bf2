import type { Channel } from '@tallystick/core';
import type { Network } from './networks.ts';

const CUSTODY: Readonly<Record<Network, Channel>> = {
  TRC20: 'custodyTron',
  ERC20: 'custodyEthereum',
  OMNI: 'custodyBitcoin',
  BEP20: 'custodyBnb',
  SOL: 'custodySolana',
  XRP: 'custodyXrp',
  DOGE: 'custodyDogecoin',
  ADA: 'custodyCardano',
};

/** The ledger account of a network; null: the bank's. */
export function custodyOf(network: Network | null): Channel {
  return network === null ? 'bank' : CUSTODY[network];
}
