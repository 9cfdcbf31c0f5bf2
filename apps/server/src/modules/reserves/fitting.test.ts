import { MOST_RECORD_BYTES, type RecordBody } from '@tallystick/verify/public-log/records';
import { entryBytes } from '@tallystick/verify/public-log/entry';
import { expect, it } from 'vitest';
import { fitting } from './fitting.ts';

type Asset = RecordBody<'reserves'>['assets'][number];

const signed = (index: number, place: 'cold' | 'other'): Asset => ({
  currency: 'USDT',
  decimals: 6,
  network: 'ERC20',
  amount: String(index + 1),
  proof: 'signed',
  owner: place === 'other' ? 'house' : 'customers',
  place,
  address: `0x${String(index).padStart(40, '0')}`,
  format: 'eip191',
  message: 'm'.repeat(300),
  signature: 's'.repeat(132),
  block: 1,
  account: null,
  money: null,
  rate: null,
  document: null,
  at_ms: 1,
});

const bodyOf = (assets: readonly Asset[]): RecordBody<'reserves'> => ({
  point: 1,
  at_ms: 1,
  assets,
  unproven: [],
  house: [],
  liabilities_record: 1,
});

const many = (count: number, place: 'cold' | 'other') =>
  Array.from({ length: count }, (_, index) => signed(index + (place === 'other' ? 1_000 : 0), place));

const published = (body: RecordBody<'reserves'>) =>
  entryBytes({ number: 1e15, kind: 'reserves', at_ms: 1e15, body, previous_hash: '0'.repeat(64) }).length;

it('a record that fits is published whole', () => {
  const body = bodyOf([...many(30, 'cold'), ...many(10, 'other')]);
  expect(fitting(body)).toEqual({ body, left: 0 });
});

it('of one that is too long the house’s own goes first, then signatures; no amount that counts is lost', () => {
  const cold = many(60, 'cold');
  const { body, left } = fitting(bodyOf([...cold, ...many(60, 'other')]));
  expect(published(body)).toBeLessThanOrEqual(MOST_RECORD_BYTES);
  expect(body.assets.slice(0, 60)).toEqual(cold);
  expect(left).toBe(120 - body.assets.length);

  const crowded = fitting(bodyOf([...many(110, 'cold'), ...many(3, 'other')])).body;
  expect(published(crowded)).toBeLessThanOrEqual(MOST_RECORD_BYTES);
  expect(crowded.assets.map(({ amount }) => amount)).toEqual(many(110, 'cold').map(({ amount }) => amount));
  const proofs = crowded.assets.map(({ proof, signature }) => `${proof} ${signature === null}`);
  expect(new Set(proofs)).toEqual(new Set(['signed false', 'observed true']));
});
