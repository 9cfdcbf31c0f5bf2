import { HDKey } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import { BTC, ETH, USDT } from '@tallystick/protocol/currency-ids';
import { NETWORKS, type Network } from '../networks.ts';
import { DEMO_MNEMONIC, VECTOR_MNEMONIC, ZPUB_VERSIONS, operatorKey } from '../testing/wallet.ts';
import { checkAddress } from './check-address.ts';
import { DEMO_DEPOSIT_KEYS } from './demo-keys.ts';
import { depositKind, deriveAddress, encodeAddress } from './derive.ts';
import { base58check } from './encodings.ts';
import { ExtendedKeyError, parseDepositKey, type ExtendedKeyProblem } from './extended-key.ts';

const xpub = (path: string): string => operatorKey(VECTOR_MNEMONIC, path).publicExtendedKey;
const zpub = (path: string): string => operatorKey(VECTOR_MNEMONIC, path, ZPUB_VERSIONS).publicExtendedKey;

/** The same key with other version bytes and a matching checksum. */
function reversioned(text: string, version: number): string {
  const bytes = base58check.decode(text);
  new DataView(bytes.buffer).setUint32(0, version);
  return base58check.encode(bytes);
}

function problemOf(network: Network, text: string): ExtendedKeyProblem | null {
  try {
    parseDepositKey(network, text);
    return null;
  } catch (error) {
    if (!(error instanceof ExtendedKeyError)) throw error;
    for (const word of text.trim().split(/\s+/)) {
      if (word.length > 8) expect(error.message).not.toContain(word);
    }
    return error.problem;
  }
}

describe('derivation', () => {
  test('BIP-32 test vector 2: the public child of a public key', () => {
    const master = HDKey.fromExtendedKey(
      'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB',
    );
    expect(master.deriveChild(0).publicExtendedKey).toBe(
      'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
    );
  });

  test('BIP-84 test vectors: account key and receiving addresses', () => {
    const account =
      'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
    expect(zpub("m/84'/0'/0'")).toBe(account);
    const key = parseDepositKey('OMNI', account);
    expect(deriveAddress(key, 'p2wpkh', 0)).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
    expect(deriveAddress(key, 'p2wpkh', 1)).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g');
  });

  test.each([
    ['OMNI', "m/44'/0'/0'", 'p2pkh', '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA'],
    ['ERC20', "m/44'/60'/0'", 'evm', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
    ['TRC20', "m/44'/195'/0'", 'tron', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
  ] as const)('BIP-44 on %s: %s/0/0', (network, path, kind, address) => {
    expect(deriveAddress(parseDepositKey(network, xpub(path)), kind, 0)).toBe(address);
    // The external chain's key, one level below, gives the same addresses.
    expect(deriveAddress(parseDepositKey(network, xpub(`${path}/0`)), kind, 0)).toBe(address);
  });

  test('agrees with derivation from the private key, for far indices too', () => {
    const account = operatorKey(VECTOR_MNEMONIC, "m/44'/60'/0'");
    const key = parseDepositKey('ERC20', account.publicExtendedKey);
    for (const index of [0, 1, 19, 20, 1000, 0x7fffffff]) {
      const child = account.derive(`m/0/${index}`);
      expect(deriveAddress(key, 'evm', index)).toBe(encodeAddress('evm', child.publicKey!));
    }
  });

  test.each([-1, 0.5, 0x80000000, Number.NaN])('refuses the index %s', index => {
    const key = parseDepositKey('ERC20', xpub("m/44'/60'/0'"));
    expect(() => deriveAddress(key, 'evm', index)).toThrow(RangeError);
  });

  test('chooses the kind of address by currency', () => {
    const bitcoin = parseDepositKey('OMNI', xpub("m/44'/0'/0'"));
    expect(depositKind(bitcoin, BTC)).toBe('p2wpkh');
    expect(depositKind(bitcoin, USDT)).toBe('p2pkh');
    expect(() => depositKind(bitcoin, ETH)).toThrow('does not travel on OMNI');
    expect(() => encodeAddress('p2tr', bitcoin.chain.publicKey!)).toThrow('no deposit address');
  });
});

describe('extended keys', () => {
  test.each<[ExtendedKeyProblem, Network, string]>([
    ['private', 'ERC20', operatorKey(VECTOR_MNEMONIC, "m/44'/60'/0'").privateExtendedKey],
    ['private', 'OMNI', operatorKey(VECTOR_MNEMONIC, "m/84'/0'/0'", ZPUB_VERSIONS).privateExtendedKey],
    ['private', 'ERC20', `  ${operatorKey(VECTOR_MNEMONIC, "m/44'/60'/0'").privateExtendedKey.slice(0, 60)}`],
    // A private key with the version bytes of a public one.
    ['private', 'ERC20', reversioned(operatorKey(VECTOR_MNEMONIC, 'm').privateExtendedKey, 0x0488b21e)],
    ['private', 'ERC20', VECTOR_MNEMONIC],
    ['private', 'ERC20', '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'],
    ['wrong_depth', 'ERC20', xpub('m')],
    ['wrong_depth', 'ERC20', xpub("m/44'/60'")],
    ['wrong_depth', 'ERC20', xpub("m/44'/60'/0'/0/0")],
    ['wrong_depth', 'ERC20', xpub("m/44'/60'/0'/1")],
    ['wrong_script', 'ERC20', zpub("m/84'/0'/0'")],
    ['wrong_script', 'TRC20', zpub("m/84'/0'/0'")],
    ['wrong_script', 'OMNI', reversioned(xpub("m/49'/0'/0'"), 0x049d7cb2)],
    ['wrong_script', 'OMNI', reversioned(xpub("m/48'/0'/0'"), 0x02aa7ed3)],
    ['testnet', 'OMNI', reversioned(xpub("m/84'/1'/0'"), 0x045f1cf6)],
    ['testnet', 'ERC20', reversioned(xpub("m/44'/1'/0'"), 0x043587cf)],
    ['malformed', 'ERC20', reversioned(xpub("m/44'/60'/0'"), 0x12345678)],
    ['malformed', 'ERC20', xpub("m/44'/60'/0'").replace(/.$/, last => (last === 'a' ? 'b' : 'a'))],
    ['malformed', 'ERC20', 'xpub'],
    ['malformed', 'ERC20', ''],
    // A point that is not on the curve.
    ['malformed', 'ERC20', offCurve(xpub("m/44'/60'/0'"))],
  ])('%s is refused on %s, and not repeated', (problem, network, text) => {
    expect(problemOf(network, text)).toBe(problem);
  });

  test('names the key by a hash that does not reveal it', () => {
    const key = parseDepositKey('ERC20', xpub("m/44'/60'/0'"));
    expect(key.id).toMatch(/^[0-9a-f]{40}$/);
    expect(parseDepositKey('ERC20', xpub("m/44'/60'/1'")).id).not.toBe(key.id);
  });
});

function offCurve(text: string): string {
  const bytes = base58check.decode(text);
  // x = 5 has no point on secp256k1.
  bytes.set([2, ...new Uint8Array(31), 5], 45);
  return base58check.encode(bytes);
}

test('the demo keys are the second accounts of the well-known mnemonic', () => {
  expect(DEMO_DEPOSIT_KEYS).toEqual({
    OMNI: operatorKey(DEMO_MNEMONIC, "m/84'/0'/1'", ZPUB_VERSIONS).publicExtendedKey,
    ERC20: operatorKey(DEMO_MNEMONIC, "m/44'/60'/1'").publicExtendedKey,
    TRC20: operatorKey(DEMO_MNEMONIC, "m/44'/195'/1'").publicExtendedKey,
  });
});

test('derived addresses are valid on their network and no other', () => {
  for (const network of Object.keys(NETWORKS) as Network[]) {
    const key = parseDepositKey(network, DEMO_DEPOSIT_KEYS[network]);
    for (const { currencyId, depositKind: kind } of NETWORKS[network].assets) {
      const address = deriveAddress(key, kind, 7);
      expect(checkAddress(network, address, { currencyId })).toEqual({ ok: true, address, kind });
      for (const other of Object.keys(NETWORKS) as Network[]) {
        if (other === network) continue;
        const looksLike = NETWORKS[network].name;
        expect(checkAddress(other, address)).toEqual({ ok: false, code: 'address_wrong_network', looksLike });
      }
    }
  }
});
