import { expect, test } from 'vitest';
import type { FundingCoin } from '#lib/funding.ts';
import { addressInput, reduceAddress, startAddress, validateAddress } from './address-fields.ts';

/** From published examples: EIP-55, TRON's documentation, BIP-173, BIP-350 and the first block. */
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const TAPROOT = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
const LEGACY = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

const coin = (id: number, code: string, ...networks: FundingCoin['deposit']): FundingCoin => ({
  currency: { id, code, name: code, decimals: 8, display_decimals: 4 },
  deposit: networks,
  withdrawal: networks.map(network => ({ network, has_memo: network === 'XRP' })),
});
const USDT = coin(3, 'USDT', 'TRC20', 'ERC20', 'OMNI');
const BTC = coin(1, 'BTC', 'OMNI');
const ETH = coin(2, 'ETH', 'ERC20');
const XRP = coin(6, 'XRP', 'XRP');
const form = startAddress(USDT, null);
const OTHER = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH';
const ACCOUNT = 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf';

test.each([
  ['ERC20', ETHEREUM, undefined],
  ['BEP20', ETHEREUM, undefined],
  ['SOL', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', undefined],
  ['DOGE', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', undefined],
  ['ADA', 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8', undefined],
  ['XRP', ACCOUNT, undefined],
  ['SOL', '1'.repeat(32), undefined],
  ['TRC20', TRON.slice(0, -1), 'address_shape'],
  ['SOL', ETHEREUM, 'address_network'],
  ['ADA', ACCOUNT, 'address_elsewhere'],
  ['ADA', 'ADDR1VX2FXV2UMYHTTKXYXP8X0DLPDT3K6CWNG5PXJ3JHSYDZERS66HRL8', undefined],
  ['ERC20', `  ${ETHEREUM}\n`, undefined],
  ['TRC20', TRON, undefined],
  ['OMNI', SEGWIT, undefined],
  ['OMNI', SEGWIT.toUpperCase(), undefined],
  ['OMNI', TAPROOT, undefined],
  ['OMNI', LEGACY, undefined],
  // The server says whether its chain is that one.
  ['OMNI', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', undefined],
  ['OMNI', 'rltc1quy7ksmqlt0j9h0pjwptpskhzpjvt7n5fe94h4r', undefined],
  ['OMNI', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', undefined],
  ['ERC20', '', 'address_required'],
  ['ERC20', '   ', 'address_required'],
  ['ERC20', ETHEREUM.slice(0, -1), 'address_shape'],
  ['ERC20', `${ETHEREUM}0`, 'address_shape'],
  ['TRC20', TRON.replace('J', '0'), 'address_shape'],
  ['OMNI', `${SEGWIT.slice(0, -4)}v8F3`, 'address_shape'],
  ['TRC20', ETHEREUM, 'address_network'],
  ['ERC20', TRON, 'address_network'],
  ['TRC20', LEGACY, 'address_network'],
] as const)('over %s “%s” is %s', (network, address, code) => {
  expect(validateAddress({ ...form, network, address })[0]?.code).toBe(code);
});

test('an address of another network is named', () => {
  expect(validateAddress({ ...form, network: 'TRC20', address: ETHEREUM })[0]).toMatchObject({
    code: 'address_network',
    params: { network: 'ERC20' },
  });
});

test('a network that the coin does not have is not offered', () => {
  expect(validateAddress(startAddress(BTC, null, ETHEREUM))[0]).toMatchObject({
    code: 'address_elsewhere',
    params: { network: 'ERC20', currency: 'BTC' },
  });
});

test.each([
  [USDT, 'ERC20', 'ERC20'],
  [USDT, null, 'TRC20'],
  [USDT, 'SOLANA', 'TRC20'],
  [BTC, 'ERC20', 'OMNI'],
  [ETH, null, 'ERC20'],
])('$currency.code asked over %s starts with %s', (asked, network, first) => {
  expect(startAddress(asked, network).network).toBe(first);
});

test.each([
  ['neither a tag nor a word that none is needed', {}, 'memo_required'],
  ['a tag', { memo: ' 1337 ' }, undefined],
  ['the largest tag', { memo: '4294967295' }, undefined],
  ['one more', { memo: '4294967296' }, 'memo_shape'],
  ['letters', { memo: 'memo' }, 'memo_shape'],
  ['none needed', { noMemo: true }, undefined],
  ['a tag within the address', { address: 'XVLhHMPHU98es4dbozjVtdWzVrDjtV8AqEL4xcZj5whKbmc' }, undefined],
] as const)('with a memo network: %s', (_, change, code) => {
  const written = { ...startAddress(XRP, null, ACCOUNT), ...change };
  expect(validateAddress(written)[0]?.code).toBe(code);
});

test('a tag is sent where the network has any, and forgotten where none is needed', () => {
  const tagged = reduceAddress(startAddress(XRP, null, ACCOUNT), { type: 'memo', memo: ' 7 ' });
  expect(addressInput(tagged)).toEqual({ currency_id: 6, network: 'XRP', address: ACCOUNT, memo: '7' });
  const without = reduceAddress(tagged, { type: 'noMemo', noMemo: true });
  expect(addressInput(without)).toEqual({ currency_id: 6, network: 'XRP', address: ACCOUNT, no_memo: true });
  expect(addressInput(reduceAddress(tagged, { type: 'coin', coin: ETH }))).not.toHaveProperty('memo');
});

test.each([
  ['its own tag', { memo: '7' }, { memo: '8' }, { memo: '8', noMemo: false }],
  ['its own tag, though none was needed', { noMemo: true }, { memo: '8' }, { memo: '8', noMemo: false }],
  ['no tag: the other’s is forgotten', { memo: '7' }, {}, { memo: '', noMemo: false }],
  ['no tag, and none was needed by the other', { noMemo: true }, {}, { memo: '', noMemo: false }],
  ['no tag, and no address before', { address: '', memo: '7' }, {}, { memo: '7', noMemo: false }],
  ['no tag, and is the same', { address: ` ${OTHER} `, memo: '7' }, {}, { memo: '7', noMemo: false }],
])('a pasted address with %s', (_, before, pasted, after) => {
  const written = { ...startAddress(XRP, null, ACCOUNT), ...before };
  const read = reduceAddress(written, { type: 'read', address: OTHER, memo: null, ...pasted });
  expect(read).toMatchObject({ address: OTHER, ...after });
});

test('another currency keeps the network where it has it', () => {
  const chosen = startAddress(USDT, 'ERC20');
  expect(reduceAddress(chosen, { type: 'coin', coin: ETH }).network).toBe('ERC20');
  expect(reduceAddress(chosen, { type: 'coin', coin: BTC }).network).toBe('OMNI');
});

test('what is sent is trimmed, and an empty label is none', () => {
  const actions = [
    { type: 'network', network: 'ERC20' },
    { type: 'address', address: ` ${ETHEREUM} ` },
    { type: 'label', label: ' ' },
  ] as const;
  const written = actions.reduce(reduceAddress, form);
  expect(addressInput(written)).toEqual({ currency_id: 3, network: 'ERC20', address: ETHEREUM });
  expect(addressInput(reduceAddress(written, { type: 'label', label: ' home ' })).label).toBe('home');
});
