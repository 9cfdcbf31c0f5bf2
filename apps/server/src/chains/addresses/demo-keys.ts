import { ed25519 } from '@noble/curves/ed25519.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import type { AddressSource } from './address-source.ts';
import { encodeCardano } from './cardano.ts';

/**
 * DEMO ONLY: second accounts (`m/84'/0'/1'`, `m/44'/60'/1'`, `m/44'/195'/1'`, `m/44'/3'/1'`) of the well-known test
 * mnemonic "test test test test test test test test test test test junk". Anyone can spend what is sent to their
 * addresses, so live mode requires the operator's own keys. Not the first accounts, because local nodes fund those, and
 * a customer's deposit address must not be a sender.
 */
export const DEMO_DEPOSIT_KEYS = {
  OMNI: 'zpub6qiy8cvfjiUGqdsfJZTWhAMc9yWVAGAxnMXKyjUYXQ7L8xmtG11kFYnykCNnQGChYKmUuAgmaET4Sx8Qo3hR5MKvBhYVTyxF9xX4XGF33pV',
  ERC20:
    'xpub6Ce9NcJvTk372KjsGfWqbcex5DumjpNquQLApoeQUavSCjEc823BV1tb4rXUuPuht8h2hSxkg2EXUaKUJmniJvRZAELxypsCzBFdtosmV76',
  TRC20:
    'xpub6BuRy7ZmkGfP4LfiwbWSuu7pRCfSbjyB59BHNudeJgwsJUu23Dzmz4fRKh7Bsfo1EgmmCxtCLsat66A3Fe28PGEzwkmiTChdjv5PDhyqh2Q',
  DOGE: 'xpub6DEKda2BGfKecSFSnPzNSAohGRyc1zxqqhp2k5TtsB6Xf6ymDd1wyceekygcQgM17bKFRwcoHw3QnfN1GtoREEiZ95viHyx5uWBdFPeauED',
} as const;

/** DEMO ONLY: the account `m/44'/144'/1'/0/0` of the same mnemonic. */
export const DEMO_XRP_ADDRESS = 'rGc3QNr6jxACQJoCZo7PV7tur6GVGCtXXZ';

/** DEMO ONLY: addresses of keys that everybody can work out, for chains that operators give a list for. */
export function demoList(network: 'SOL' | 'ADA'): AddressSource {
  const publicKey = (index: number): Uint8Array =>
    ed25519.getPublicKey(sha256(utf8ToBytes(`tallystick demo ${network} ${index}`)));
  return {
    network,
    id: `demo-${network}`,
    at: (_kind, index) => {
      const key = publicKey(index);
      const address = network === 'SOL' ? base58.encode(key) : encodeCardano(blake2b(key, { dkLen: 28 }));
      return { address, memo: null };
    },
  };
}
