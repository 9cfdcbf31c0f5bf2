import { expect, test } from 'vitest';
import type { RpcLog } from './rpc-schemas.ts';
import { TRANSFER_TOPIC, readTokenTransfer } from './token-transfer.ts';

const word = (hex: string): `0x${string}` => `0x${hex.padStart(64, '0')}`;
const FROM = 'aa'.repeat(20);
const TO = 'bb'.repeat(20);

function log(change: Partial<RpcLog>): RpcLog {
  return {
    address: `0x${'cc'.repeat(20)}`,
    topics: [TRANSFER_TOPIC, word(FROM), word(TO)],
    data: word('0f'),
    blockHash: word('1'),
    transactionHash: word('2'),
    logIndex: 0,
    ...change,
  };
}

test('the topic is the one that every ERC-20 uses', () => {
  expect(TRANSFER_TOPIC).toBe('0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef');
});

test('a transfer', () => {
  expect(readTokenTransfer(log({}))).toEqual({ from: `0x${FROM}`, to: `0x${TO}`, amount: 15n });
  expect(readTokenTransfer(log({ data: `0x${'f'.repeat(64)}` }))?.amount).toBe(2n ** 256n - 1n);
});

test.each<[string, Partial<RpcLog>]>([
  ['another event', { topics: [word('1'), word(FROM), word(TO)] }],
  ['no topics', { topics: [] }],
  ['addresses that are not indexed', { topics: [TRANSFER_TOPIC], data: `${word(FROM)}${word(TO).slice(2)}` }],
  [
    'an ERC-721, whose amount would be a token’s number',
    { topics: [TRANSFER_TOPIC, word(FROM), word(TO), word('5')] },
  ],
  ['a sender with bytes before the address', { topics: [TRANSFER_TOPIC, word(`01${FROM}`), word(TO)] }],
  ['a recipient with bytes before the address', { topics: [TRANSFER_TOPIC, word(FROM), word(`01${TO}`)] }],
  ['no amount', { data: '0x' }],
  ['an amount with more behind it', { data: `${word('1')}00` }],
])('not a transfer: %s', (_what, change) => {
  expect(readTokenTransfer(log(change))).toBeNull();
});
