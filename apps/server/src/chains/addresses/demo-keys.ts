import type { Network } from '../networks.ts';

/**
 * DEMO ONLY: second accounts (`m/84'/0'/1'`, `m/44'/60'/1'`, `m/44'/195'/1'`) of the well-known test mnemonic "test
 * test test test test test test test test test test junk". Anyone can spend what is sent to their addresses, so live
 * mode requires the operator's own keys. Not the first accounts, because local nodes fund those, and a customer's
 * deposit address must not be a sender.
 */
export const DEMO_DEPOSIT_KEYS: Readonly<Record<Network, string>> = {
  OMNI: 'zpub6qiy8cvfjiUGqdsfJZTWhAMc9yWVAGAxnMXKyjUYXQ7L8xmtG11kFYnykCNnQGChYKmUuAgmaET4Sx8Qo3hR5MKvBhYVTyxF9xX4XGF33pV',
  ERC20:
    'xpub6Ce9NcJvTk372KjsGfWqbcex5DumjpNquQLApoeQUavSCjEc823BV1tb4rXUuPuht8h2hSxkg2EXUaKUJmniJvRZAELxypsCzBFdtosmV76',
  TRC20:
    'xpub6BuRy7ZmkGfP4LfiwbWSuu7pRCfSbjyB59BHNudeJgwsJUu23Dzmz4fRKh7Bsfo1EgmmCxtCLsat66A3Fe28PGEzwkmiTChdjv5PDhyqh2Q',
};
