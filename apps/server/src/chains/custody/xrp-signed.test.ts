import { describe, expect, test } from 'vitest';
import { XrpSigner } from '../testing/xrp-signer.ts';
import { checkXrpSigned } from './xrp-signed.ts';
import { xrpTransactionId, type XrpFields } from './xrp-transaction.ts';

/** From the documentation and the tests of ripple-lib: an ed25519 and a secp256k1 signature, and their ids. */
const PUBLISHED = {
  ed25519: {
    blob: '120000228000000024000000016140000000000003E868400000000000000A7321ED5F5AC8B98974A3CA843326D9B88CEBD0560177B973EE0B149F782CFAA06DC66A74407D0825105229923B261C716F225181E5A66A34C9480446ABE64818A673954CC34D42946CD82172814F037976AE3800BDE983624A45FCDBED4A548C4650BF900D81145B812C9D57731E27A2DA8B1830195F88EF32A3B68314B5F762798A53D543A014CAF8B297CFF8F2F937E8',
    id: '1B6B9652F95D826C9D9C3FD30F208130433CBC7C48C10F6EC2CC5E4A85D167FF',
  },
  secp256k1: {
    blob: '120000228000000023000022B8240000000C2E0000270F201B00D5A36761400000000098968068400000000000000C73210305E09ED602D40AB1AF65646A4007C2DAC17CB6CDACDE301E74FB2D728EA057CF744730450221009C00E8439E017CA622A5A1EE7643E26B4DE9C808DE2ABE45D33479D49A4CEC66022062175BE8733442FA2A4D9A35F85A57D58252AE7B19A66401FE238B36FA28E5A081146C1856D0E36019EA75C56D7E8CBA6E35F9B3F71583147FB49CD110A1C46838788CD12764E3B0F837E0DDF9EA7C1F687474703A2F2F6578616D706C652E636F6D2F6D656D6F2F67656E657269637D0472656E74E1F1',
    id: '41B9CB78D8E18A796CDD4B0BC6FB0EA19F64C4F25FDE23049197852CAB71D10D',
  },
} as const;
const LIMITS = { feeCeiling: 1_000n };
const SEEDS = { secp256k1: 'shd2nxpFD6iBRKWsRss2P4tKMWyy9', ed25519: 'sEd7t79mzn2dwy3vvpvRmaaLbLhvme6' };
/** Nobody's key here. */
const COLD = 'rUeEBYXHo8vF86Rqir3zWGRQ84W9efdAQd';
const signer = new XrpSigner(SEEDS.secp256k1);

function payment(account = signer.address) {
  return {
    TransactionType: 'Payment' as const,
    Account: account,
    Destination: 'rUeEBYXHo8vF86Rqir3zWGRQ84W9efdAQd',
    DestinationTag: 9999,
    Amount: '10000000',
    Fee: '12',
    Sequence: 12,
    LastLedgerSequence: 14_000_999,
    Flags: 0 as const,
  };
}

async function check(asked: readonly XrpFields[], signed: readonly string[]) {
  return checkXrpSigned(asked, JSON.stringify({ signed }), LIMITS);
}

async function found(asked: XrpFields, blob: string): Promise<[code: string, found: string][]> {
  const { deviations } = await check([asked], [blob]);
  return deviations.map(one => [one.code, one.found]);
}

test.each(Object.values(PUBLISHED))('a published transaction has the published id', ({ blob, id }) => {
  expect(xrpTransactionId(blob)).toBe(id);
});

describe('a published signature is good', () => {
  test('of secp256k1; whatever else the transaction has is told', async () => {
    expect(await found(payment(), PUBLISHED.secp256k1.blob)).toEqual([
      ['data', '2147483648'],
      ['data', '8888'],
      ['data', expect.stringContaining('"MemoData":"72656E74"')],
    ]);
  });

  test('of ed25519', async () => {
    const asked = {
      ...payment('r9LqNeG6qHxjeUocjvVki2XR35weJ9mZgQ'),
      Destination: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
      Amount: '1000',
      Sequence: 1,
    };
    expect(await found(asked, PUBLISHED.ed25519.blob)).toEqual([
      ['memo', 'none'],
      ['data', 'none'],
      ['data', '2147483648'],
    ]);
  });

  test('and is not, with one bit of it changed', async () => {
    const changed = PUBLISHED.secp256k1.blob.replace('62175BE8', '62175BE9');
    expect(await found(payment(), changed)).toContainEqual(['signer', 'none that is good']);
  });
});

describe.each(Object.entries(SEEDS))('signed by a key of %s', (_kind, seed) => {
  const own = new XrpSigner(seed);

  test('exactly what was asked for is taken, with its id', async () => {
    const blob = own.signOne(payment(own.address));
    const transactions = [{ transactionId: xrpTransactionId(blob), raw: blob }];
    expect(await check([payment(own.address)], [` ${blob.toLowerCase()}\n`])).toEqual({
      transactions,
      deviations: [],
    });
  });

  test('another account’s key is none of this account', async () => {
    const blob = own.signOne(payment(COLD));
    expect((await found(payment(COLD), blob)).map(([code]) => code)).toEqual(['signer']);
  });
});

test('a fee up to the ceiling may differ, and none above', async () => {
  expect(await found(payment(), signer.signOne({ ...payment(), Fee: '1000' }))).toEqual([]);
  expect(await found(payment(), signer.signOne({ ...payment(), Fee: '1001' }))).toEqual([
    ['fee_above_ceiling', '1001'],
  ]);
});

test('a tag of zero is not the same as none', async () => {
  const { DestinationTag, ...rest } = payment();
  const zero = { ...rest, DestinationTag: 0 };
  expect(DestinationTag).toBe(9999);
  expect(await found(rest, signer.signOne(zero))).toEqual([['memo', '0']]);
  expect(await found(zero, signer.signOne(rest))).toEqual([['memo', 'none']]);
});

test('another kind of transaction, or an amount of a token, is told', async () => {
  const emptied = signer.signOne({
    TransactionType: 'AccountSet',
    Account: signer.address,
    Fee: '12',
    Sequence: 12,
    Flags: 0,
    LastLedgerSequence: 14_000_999,
  });
  expect((await found(payment(), emptied)).map(([code]) => code)).toEqual([
    'type',
    'recipient',
    'memo',
    'amount',
  ]);
  const token = { currency: 'USD', issuer: COLD, value: '10' };
  expect(await found(payment(), signer.signOne({ ...payment(), Amount: token }))).toEqual([
    ['amount', expect.stringContaining('USD')],
  ]);
});

test.each([
  '',
  'XYZ',
  '12',
  '1200',
  PUBLISHED.ed25519.blob.slice(0, -2),
  `${PUBLISHED.ed25519.blob}00`,
  'F'.repeat(20_001),
])('what is no signed transaction is unreadable (%#)', async blob => {
  expect((await found(payment(), blob)).map(([code]) => code)).toEqual(['unreadable']);
});

test('an unsigned or a multi-signed transaction is unreadable', async () => {
  const { encode } = await import('ripple-binary-codec');
  expect(await found(payment(), encode(payment()))).toEqual([['unreadable', '']]);
  const signers = [{ Signer: { Account: COLD, SigningPubKey: 'ED'.padEnd(66, '1'), TxnSignature: 'AB' } }];
  const several = encode({ ...payment(), SigningPubKey: '', Signers: signers });
  expect(await found(payment(), several)).toEqual([['unreadable', '']]);
});
