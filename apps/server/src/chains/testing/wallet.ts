import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';

/** The mnemonic of the published BIP-84 test vectors. */
export const VECTOR_MNEMONIC =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

/** The well-known one that the demo's keys come from: see addresses/demo-keys.ts. */
export const DEMO_MNEMONIC = 'test test test test test test test test test test test junk';

/** SLIP-132 versions of P2WPKH keys. */
export const ZPUB_VERSIONS = { public: 0x04b24746, private: 0x04b2430c };

/** What an operator's hardware wallet does. Only for tests: the server never holds a private key. */
export function operatorKey(mnemonic: string, path: string, versions?: typeof ZPUB_VERSIONS): HDKey {
  return HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic), versions).derive(path);
}
