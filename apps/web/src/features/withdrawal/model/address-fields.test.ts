import { expect, test } from 'vitest';
import { addressInput, reduceAddress, startAddress, validateAddress } from './address-fields.ts';

/** From published examples: EIP-55, TRON's documentation, BIP-173, BIP-350 and the first block. */
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const TAPROOT = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
const LEGACY = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

test.each([
  ['ERC20', ETHEREUM, undefined],
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
  expect(validateAddress({ currencyId: 3, network, address, label: '' })?.code).toBe(code);
});

test('an address of another network is named', () => {
  expect(validateAddress({ currencyId: 3, network: 'TRC20', address: ETHEREUM, label: '' })?.params).toEqual({
    network: 'ERC20',
  });
});

test.each([
  [3, 'ERC20', 'ERC20'],
  [3, null, 'TRC20'],
  [3, 'SOLANA', 'TRC20'],
  [1, 'ERC20', 'OMNI'],
  [2, null, 'ERC20'],
])('currency %i asked over %s starts with %s', (currencyId, asked, network) => {
  expect(startAddress(currencyId, asked).network).toBe(network);
});

test('another currency keeps the network where it has it', () => {
  const form = startAddress(3, 'ERC20');
  expect(reduceAddress(form, { type: 'currency', currencyId: 2 }).network).toBe('ERC20');
  expect(reduceAddress(form, { type: 'currency', currencyId: 1 }).network).toBe('OMNI');
});

test('what is sent is trimmed, and an empty label is none', () => {
  const actions = [
    { type: 'network', network: 'ERC20' },
    { type: 'address', address: ` ${ETHEREUM} ` },
    { type: 'label', label: ' ' },
  ] as const;
  const form = actions.reduce(reduceAddress, startAddress(3, null));
  expect(addressInput(form)).toEqual({ currency_id: 3, network: 'ERC20', address: ETHEREUM });
  expect(addressInput(reduceAddress(form, { type: 'label', label: ' home ' })).label).toBe('home');
});
