import { describe, expect, test } from 'vitest';
import { readAddress } from './read-address.ts';

const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const DOGE = 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L';
const XRP = 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf';
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

describe('a scanned or copied text', () => {
  test.each([
    [BTC, BTC, 'OMNI', false],
    [`  ${ETH}\n`, ETH, 'ERC20', false],
    [TRON, TRON, 'TRC20', false],
    [`bitcoin:${BTC}`, BTC, 'OMNI', false],
    [`BITCOIN:${BTC.toUpperCase()}?amount=0.5&label=Shop`, BTC.toUpperCase(), 'OMNI', true],
    [`ethereum:${ETH}`, ETH, 'ERC20', false],
    [`ethereum:pay-${ETH}@1?value=2.014e18`, ETH, 'ERC20', true],
    [`ethereum:${USDT}@1/transfer?address=${ETH}&uint256=1e6`, ETH, 'ERC20', true],
    [`tron:${TRON}?amount=100`, TRON, 'TRC20', true],
    [`tron://${TRON}`, TRON, 'TRC20', false],
    [`ethereum:${ETH}@56`, ETH, 'BEP20', false],
    [`dogecoin:${DOGE}`, DOGE, 'DOGE', false],
  ] as const)('%s is the address %s of %s', (text, address, network, amount) => {
    expect(readAddress(text)).toEqual({ found: 'address', address, network, memo: null, amount });
  });

  test('an address that two networks have is of the chosen one', () => {
    expect(readAddress(ETH, 'BEP20')).toMatchObject({ address: ETH, network: 'BEP20' });
    expect(readAddress(ETH, 'OMNI')).toMatchObject({ address: ETH, network: 'ERC20' });
    expect(readAddress(`ethereum:${ETH}`, 'BEP20')).toMatchObject({ address: ETH, network: 'BEP20' });
    expect(readAddress(`ethereum:${ETH}@1`, 'BEP20')).toMatchObject({ network: 'ERC20' });
    expect(readAddress(`ethereum:${ETH}`, 'OMNI')).toMatchObject({ network: 'ERC20' });
  });

  test.each([
    [`${XRP}?dt=1337`, '1337'],
    [`xrpl:${XRP}?dt=7&amount=5`, '7'],
    [XRP, null],
  ])('%s has the destination tag %s', (text, memo) => {
    expect(readAddress(text, 'XRP')).toMatchObject({ address: XRP, network: 'XRP', memo });
  });

  test.each([
    [`ethereum:${ETH}@137`, 'ethereum @137'],
    ['litecoin:ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9?amount=1', 'litecoin'],
  ])('%s is for another chain', (text, chain) => {
    expect(readAddress(text)).toEqual({ found: 'foreign', chain });
  });

  test.each([
    '',
    'hello',
    'https://example.org/pay?address=' + ETH,
    // A contract's address is not a receiver.
    `ethereum:${USDT}/transfer?uint256=1`,
    `ethereum:${USDT}/approve?address=${ETH}`,
    `bitcoin:${ETH}`,
    `tron:${BTC}`,
    `note: ${ETH}`,
    'x'.repeat(100_000),
    '__proto__:' + BTC,
  ])('%s is none', text => {
    expect(readAddress(text).found).toBe('nothing');
  });
});
