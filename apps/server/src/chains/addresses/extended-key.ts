import { bytesToHex } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import type { Network } from '../networks.ts';
import { BITCOIN_NETWORKS, type BitcoinNetwork, type BitcoinNetworkParameters } from './bitcoin-networks.ts';
import { decodeBase58check } from './encodings.ts';

export type ExtendedKeyProblem = 'private' | 'malformed' | 'testnet' | 'wrong_script' | 'wrong_depth';

/** The message never contains the key, because someone may have given a private one by mistake. */
export class ExtendedKeyError extends Error {
  readonly problem: ExtendedKeyProblem;

  constructor(problem: ExtendedKeyProblem, message: string) {
    super(message);
    this.name = 'ExtendedKeyError';
    this.problem = problem;
  }
}

/** The operator's extended public key for one network, ready to derive deposit addresses from. */
export interface DepositKey {
  readonly network: Network;
  /** Hash of the public key: identifies the key in the database without revealing it. */
  readonly id: string;
  /** The external chain: addresses are its children. */
  readonly chain: HDKey;
  /** How addresses on a chain like Bitcoin look. Unset: as on Bitcoin itself. */
  readonly bitcoin?: BitcoinNetworkParameters;
}

const XPUB = 0x0488b21e;
const ZPUB = 0x04b24746;

/** SLIP-132: the meaning of the key's first four bytes. */
const PRIVATE: readonly number[] = [
  0x0488ade4, 0x049d7878, 0x04b2430c, 0x0295b005, 0x02aa7a99, 0x04358394, 0x044a4e28, 0x045f18bc, 0x024285b5,
  0x02575048,
];
const TESTNET: readonly number[] = [0x043587cf, 0x044a5262, 0x045f1cf6, 0x024289ef, 0x02575483];
/** ypub (BIP-49) and the two for multisignature scripts: their wallets would not see the addresses we derive. */
const OTHER_SCRIPTS: readonly number[] = [0x049d7cb2, 0x0295b43f, 0x02aa7ed3];

/**
 * Reads an account's extended public key (BIP-44 `m/44'/60'/0'`, `m/44'/195'/0'`; for Bitcoin BIP-44 or BIP-84), or the
 * key of its external chain one level below. Bitcoin takes `xpub…` and `zpub…`, the others `xpub…`.
 *
 * @throws ExtendedKeyError naming the problem, never the key.
 */
export function parseDepositKey(network: Network, written: string): DepositKey {
  const text = written.trim();
  if (/^[a-z]prv/i.test(text) || /^(0x)?[0-9a-f]{64}$/i.test(text) || text.split(/\s+/).length >= 12) {
    throw isPrivate();
  }
  const bytes = decodeBase58check(text);
  if (bytes?.length !== 78) {
    throw new ExtendedKeyError('malformed', 'is not an extended public key, or has a typing mistake');
  }
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  // A private key's 32 bytes follow a zero, whatever its version bytes say.
  if (PRIVATE.includes(version) || bytes[45] === 0) throw isPrivate();
  if (TESTNET.includes(version)) throw new ExtendedKeyError('testnet', 'is a key for a test network');
  if (OTHER_SCRIPTS.includes(version) || (version === ZPUB && network !== 'OMNI')) {
    throw new ExtendedKeyError(
      'wrong_script',
      `is for another kind of address: give the account's ${network === 'OMNI' ? 'xpub or zpub' : 'xpub'}`,
    );
  }
  if (version !== XPUB && version !== ZPUB) {
    throw new ExtendedKeyError('malformed', 'is not an extended public key');
  }
  const key = readKey(text, version);
  return { network, id: bytesToHex(key.identifier!), chain: externalChain(key) };
}

function readKey(text: string, version: number): HDKey {
  try {
    return HDKey.fromExtendedKey(text, { public: version, private: PRIVATE[0]! });
  } catch (cause) {
    throw new ExtendedKeyError('malformed', `is not a point on the curve (${(cause as Error).name})`);
  }
}

function externalChain(key: HDKey): HDKey {
  if (key.depth === 3) return key.deriveChild(0);
  // The operator's wallet would take addresses of the change chain for change.
  if (key.depth === 4 && key.index === 0) return key;
  throw new ExtendedKeyError(
    'wrong_depth',
    `is a key at depth ${key.depth}: give the account's (depth 3, such as m/44'/60'/0')`,
  );
}

function isPrivate(): ExtendedKeyError {
  return new ExtendedKeyError(
    'private',
    'is a private key: give the extended public key, never this one; treat what you typed as no longer secret',
  );
}

/**
 * The same key on a test chain, under an id of its own: in a database that has seen another chain, customers get new
 * addresses.
 */
export function onBitcoinNetwork(key: DepositKey, network: BitcoinNetwork): DepositKey {
  return network === 'main'
    ? key
    : { ...key, id: `${network}:${key.id}`, bitcoin: BITCOIN_NETWORKS[network] };
}
