import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BTC, USDT } from '@tallystick/protocol/currency-ids';
import { NETWORKS } from '@tallystick/protocol/networks';
import { anyCharacter } from '../../testing/any-character.ts';
import { type AddressKind, type Network } from '../networks.ts';
import { checkAddress, type AddressProblem } from './check-address.ts';
import { encodeAddress } from './derive.ts';
import { parseDepositKey } from './extended-key.ts';
import { DEMO_DEPOSIT_KEYS } from './demo-keys.ts';

describe('good addresses', () => {
  test.each<[Network, AddressKind, string]>([
    // EIP-55's own examples.
    ['ERC20', 'evm', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['ERC20', 'evm', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
    ['ERC20', 'evm', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
    ['ERC20', 'evm', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
    ['ERC20', 'evm', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['ERC20', 'evm', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
    ['ERC20', 'evm', '0xde709f2102306220921060314715629080e2fb77'],
    ['ERC20', 'evm', '0x27b1fdb04752bbc536007a920d24acb045561c26'],
    // The first address of Bitcoin, and other well-known ones.
    ['OMNI', 'p2pkh', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['OMNI', 'p2sh', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'],
    // BIP-173 and BIP-350.
    ['OMNI', 'p2wpkh', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['OMNI', 'p2wsh', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
    ['OMNI', 'p2tr', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
    ['TRC20', 'tron', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
    ['BEP20', 'evm', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['SOL', 'solana', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
    ['XRP', 'xrp', 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf'],
    ['DOGE', 'dogecoin', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
    // CIP-19's base and enterprise addresses.
    [
      'ADA',
      'cardano',
      'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
    ],
    ['ADA', 'cardano', 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'],
  ])('%s %s %s', (network, kind, address) => {
    expect(checkAddress(network, address)).toEqual({ ok: true, address, kind, memo: null });
    expect(checkAddress(network, `\n  ${address}\t`)).toEqual({ ok: true, address, kind, memo: null });
  });

  test('are returned in their normal spelling', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const upper = `0x${address.slice(2).toUpperCase()}`;
    expect(checkAddress('ERC20', address.toLowerCase())).toMatchObject({ address });
    expect(checkAddress('ERC20', upper)).toMatchObject({ address });
    expect(checkAddress('OMNI', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toMatchObject({
      address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    });
  });
});

test('an X-address of the XRP Ledger is taken apart into account and tag', () => {
  const account = 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf';
  const of = (text: string) => checkAddress('XRP', text);
  expect(of('XVLhHMPHU98es4dbozjVtdWzVrDjtV8AqEL4xcZj5whKbmc')).toMatchObject({
    address: account,
    memo: '0',
  });
  expect(of('XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb')).toMatchObject({
    address: account,
    memo: null,
  });
  expect(of('T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ')).toMatchObject({ code: 'address_is_testnet' });
});

describe('bad addresses', () => {
  test.each<[Network, AddressProblem, string]>([
    ['ERC20', 'address_invalid', ''],
    ['ERC20', 'address_invalid', ' '],
    ['ERC20', 'address_invalid', '0x'],
    ['ERC20', 'address_invalid', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
    ['ERC20', 'address_invalid', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0'],
    ['ERC20', 'address_invalid', '0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['ERC20', 'address_invalid', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['ERC20', 'address_invalid', 'vitalik.eth'],
    ['ERC20', 'address_invalid', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg'],
    ['ERC20', 'address_invalid', '0x5aAeb6053F3E94C9b9A09 f33669435E7Ef1BeAed'],
    // A Cyrillic а, full-width digits, a zero-width space.
    ['ERC20', 'address_invalid', '0x5аAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['ERC20', 'address_invalid', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe\u200bd'],
    ['ERC20', 'address_invalid', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1B'],
    ['ERC20', 'address_invalid', '0'.repeat(1_000_000)],
    ['ERC20', 'address_checksum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
    ['ERC20', 'address_is_burn', '0x0000000000000000000000000000000000000000'],
    ['ERC20', 'address_is_burn', '0x0000000000000000000000000000000000000001'],
    ['ERC20', 'address_is_burn', '0x000000000000000000000000000000000000dEaD'],
    ['ERC20', 'address_is_burn', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
    ['ERC20', 'address_is_contract', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['ERC20', 'address_is_contract', '0xdac17f958d2ee523a2206206994597c13d831ec7'],
    ['TRC20', 'address_is_contract', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['TRC20', 'address_is_burn', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    ['TRC20', 'address_checksum', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdh'],
    ['TRC20', 'address_is_testnet', '27ZESitosJfKouTBrGg6Nk5yEjnJHXMbkZp'],
    ['OMNI', 'address_checksum', '1A1zP1eP5QGefi2DMPTfTL5SLmv7Divfna'],
    ['OMNI', 'address_checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['OMNI', 'address_checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4'],
    ['OMNI', 'address_is_testnet', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['OMNI', 'address_is_testnet', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
    ['OMNI', 'address_is_testnet', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['OMNI', 'address_is_testnet', 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c'],
    // BIP-350's invalid examples: old checksum for taproot, new one for version 0, a program of one byte.
    ['OMNI', 'address_invalid', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
    ['OMNI', 'address_invalid', 'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47'],
    ['OMNI', 'address_invalid', 'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL'],
    ['OMNI', 'address_invalid', 'bc1pw5dgrnzv'],
    ['OMNI', 'address_invalid', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
    // Valid in BIP-350, but anyone could spend from addresses of these versions and lengths.
    ['OMNI', 'address_invalid', 'BC1SW50QGDZ25J'],
    ['OMNI', 'address_invalid', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'],
    ['OMNI', 'address_invalid', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y'],
    ['OMNI', 'address_is_burn', '1111111111111111111114oLvT2'],
    ['OMNI', 'address_is_burn', '1BitcoinEaterAddressDontSendf59kuE'],
    ['OMNI', 'address_is_burn', '1EXoDusjGwvnjZUyKkxZ4UHEf77z6A5S4P'],
    ['OMNI', 'address_invalid', 'bc'],
    ['BEP20', 'address_checksum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
    ['BEP20', 'address_is_contract', '0x55d398326f99059fF775485246999027B3197955'],
    ['SOL', 'address_is_burn', '11111111111111111111111111111111'],
    ['SOL', 'address_is_contract', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    // Off the curve: an account of a program.
    ['SOL', 'address_unsupported', 'CpSR8MjZk6jLsGf25DeTRRRg5DKteQ7aPS3Pt5DM7ca'],
    ['XRP', 'address_is_burn', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
    ['XRP', 'address_is_burn', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
    ['XRP', 'address_checksum', 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpF'],
    ['DOGE', 'address_checksum', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7M'],
    ['ADA', 'address_checksum', 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl9'],
    ['ADA', 'address_is_testnet', 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'],
    ['ADA', 'address_unsupported', 'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw'],
    [
      'ADA',
      'address_unsupported',
      'DdzFFzCqrht7PQiAhzrn6rNNoADJieTWBt8KeK9BZdUsGyX9ooYD9NpMCTGjQoUKcHN47g8JMXhvKogsGpQHtiQ65fZwiypjrC6d3a4Q',
    ],
  ])('%s %s %s', (network, code, text) => {
    expect(checkAddress(network, text)).toEqual({ ok: false, code, looksLike: null });
  });

  test.each<[Network, string, string]>([
    ['ERC20', 'TRON', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
    ['ERC20', 'Bitcoin', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'],
    ['TRC20', 'Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['TRC20', 'Ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    // Also mistyped; the network is the more helpful message.
    ['TRC20', 'Ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
    ['OMNI', 'TRON', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
    ['OMNI', 'Litecoin', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
    ['OMNI', 'Litecoin', 'ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea'],
    ['OMNI', 'Dogecoin', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
    ['OMNI', 'Bitcoin Cash', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    ['ERC20', 'XRP Ledger', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
    ['XRP', 'Solana', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
    ['SOL', 'Cardano', 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'],
    ['ERC20', 'Solana', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
  ])('%s is told that it looks like %s: %s', (network, looksLike, text) => {
    expect(checkAddress(network, text)).toEqual({ ok: false, code: 'address_wrong_network', looksLike });
  });

  test('the operator’s own token contracts are refused', () => {
    const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
    expect(checkAddress('ERC20', contract)).toMatchObject({ ok: true });
    expect(checkAddress('ERC20', contract, { contracts: [contract.toLowerCase()] })).toMatchObject({
      code: 'address_is_contract',
    });
  });

  test('Omni tokens cannot be sent to taproot; BTC can', () => {
    const taproot = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
    expect(checkAddress('OMNI', taproot, { currencyId: USDT })).toMatchObject({
      code: 'address_unsupported',
    });
    expect(checkAddress('OMNI', taproot, { currencyId: BTC })).toMatchObject({ ok: true });
  });
});

const BASE58 = [...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'];
const BECH32 = [...'qpzry9x8gf2tvdw0s3jn54khce6mua7l'];

/** A different public key for every number. */
const publicKeys = fc
  .nat({ max: 0x7fffffff })
  .map(index => parseDepositKey('ERC20', DEMO_DEPOSIT_KEYS.ERC20).chain.deriveChild(index).publicKey!);

describe('single typing mistakes', () => {
  test.each<[Network, 'p2pkh' | 'tron' | 'dogecoin' | 'xrp']>([
    ['OMNI', 'p2pkh'],
    ['TRC20', 'tron'],
    ['DOGE', 'dogecoin'],
    ['XRP', 'xrp'],
  ])('%s %s: any wrong, missing, doubled or swapped character', (network, kind) => {
    fc.assert(
      fc.property(publicKeys, fc.nat(), fc.constantFrom(...BASE58), fc.nat(3), (key, at, letter, how) => {
        const address = encodeAddress(kind, key);
        const mistyped = mistake(address, at % address.length, letter, how);
        fc.pre(mistyped !== address);
        expect(checkAddress(network, mistyped).ok).toBe(false);
      }),
    );
  });

  test('bech32: up to four wrong characters, wherever they are', () => {
    const places = fc.uniqueArray(fc.integer({ min: 3, max: 41 }), { minLength: 1, maxLength: 4 });
    const letters = fc.array(fc.constantFrom(...BECH32), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(publicKeys, places, letters, (key, at, wrong) => {
        const address = encodeAddress('p2wpkh', key);
        const characters = [...address];
        at.forEach((place, n) => (characters[place] = wrong[n]!));
        const mistyped = characters.join('');
        fc.pre(mistyped !== address);
        expect(checkAddress('OMNI', mistyped)).toMatchObject({ ok: false, code: 'address_checksum' });
      }),
    );
  });

  test('EIP-55: a letter in the wrong case', () => {
    fc.assert(
      fc.property(publicKeys, fc.integer({ min: 2, max: 41 }), (key, at) => {
        const address = encodeAddress('evm', key);
        const letter = address[at]!;
        const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
        const mistyped = address.slice(0, at) + swapped + address.slice(at + 1);
        const digits = mistyped.slice(2);
        const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
        fc.pre(mistyped !== address && !oneCase);
        expect(checkAddress('ERC20', mistyped)).toMatchObject({ ok: false, code: 'address_checksum' });
      }),
    );
  });
});

test('any text gets an answer', () => {
  const texts = fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: anyCharacter, maxLength: 50 }));
  fc.assert(
    fc.property(fc.constantFrom<Network>(...NETWORKS), texts, (network, text) => {
      const check = checkAddress(network, text);
      const again = check.ok ? { ...checkAddress(network, check.address), memo: check.memo } : check;
      expect(again).toEqual(check);
    }),
  );
});

function mistake(address: string, at: number, letter: string, how: number): string {
  const [before, character, after] = [address.slice(0, at), address[at]!, address.slice(at + 1)];
  if (how === 0) return before + after;
  if (how === 1) return before + character + character + after;
  if (how === 2) return before + (after[0] ?? '') + character + after.slice(1);
  return before + letter + after;
}
