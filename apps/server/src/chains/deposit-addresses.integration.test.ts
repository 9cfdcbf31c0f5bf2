import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADA, BNB, BTC, DOGE, ETH, SOL, USDT, XRP } from '@tallystick/protocol/currency-ids';
import type { Database } from '../database/database.ts';
import { createTestDatabase } from '../testing/database.ts';
import { keySource, listSource, sharedSource } from './addresses/address-source.ts';
import { DEMO_DEPOSIT_KEYS, DEMO_XRP_ADDRESS } from './addresses/demo-keys.ts';
import { deriveAddress } from './addresses/derive.ts';
import { parseDepositKey } from './addresses/extended-key.ts';
import { Assets } from './assets.ts';
import {
  AddressTampered,
  DepositAddresses,
  NoAddressLeft,
  type AddressSources,
} from './deposit-addresses.ts';
import { VECTOR_MNEMONIC, operatorKey } from './testing/wallet.ts';

const ETHEREUM = parseDepositKey('ERC20', DEMO_DEPOSIT_KEYS.ERC20);
const LIST = [
  '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
] as const;
const SOURCES = {
  OMNI: keySource(parseDepositKey('OMNI', DEMO_DEPOSIT_KEYS.OMNI)),
  ERC20: keySource(ETHEREUM),
  BEP20: keySource(ETHEREUM, 'BEP20'),
  TRC20: keySource(parseDepositKey('TRC20', DEMO_DEPOSIT_KEYS.TRC20)),
  DOGE: keySource(parseDepositKey('DOGE', DEMO_DEPOSIT_KEYS.DOGE)),
  XRP: sharedSource('XRP', DEMO_XRP_ADDRESS),
  SOL: listSource('SOL', LIST),
} satisfies AddressSources;
const ASSETS = new Assets();

let database: Database;
let addresses: DepositAddresses;
beforeAll(async () => {
  database = await createTestDatabase();
  addresses = new DepositAddresses(database.pool, SOURCES, ASSETS, () => 1);
});
afterAll(() => database.close());

async function customers(count: number): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into customers (nickname, invitation_code, created_at_ms, password_changed_at_ms)
     select 'test', md5(random()::text), 0, 0 from generate_series(1, $1) returning id`,
    [count],
  );
  return rows.map(row => row.id);
}

test('each customer has one permanent address per network, for every currency of the account', async () => {
  const [ann, ben] = (await customers(2)) as [number, number];
  const ether = await addresses.addressFor(ann, 'ERC20', ETH);
  expect(ether.address).toBe(deriveAddress(ETHEREUM, 'evm', ether.index));
  expect(await addresses.addressFor(ann, 'ERC20', USDT)).toEqual(ether);
  expect((await addresses.addressFor(ben, 'ERC20', ETH)).address).not.toBe(ether.address);
  expect((await addresses.addressFor(ann, 'TRC20', USDT)).address).toMatch(/^T/);
  expect((await addresses.addressFor(ann, 'OMNI', BTC)).address).toMatch(/^bc1q/);
  expect((await addresses.addressFor(ann, 'OMNI', USDT)).address).toMatch(/^1/);
  await expect(addresses.addressFor(ann, 'OMNI', ETH)).rejects.toThrow('does not travel');
  await expect(addresses.addressFor(ann, 'TRC20', 4)).rejects.toThrow('does not travel');
});

test('concurrent requests get consecutive indices, and each customer only one', async () => {
  const many = await customers(12);
  const asked = await Promise.all([...many, ...many].map(id => addresses.addressFor(id, 'TRC20', USDT)));
  const indices = new Set(asked.map(one => one.index));
  expect(indices.size).toBe(12);
  expect(Math.max(...indices) - Math.min(...indices)).toBe(11);
  expect(asked.slice(0, 12)).toEqual(asked.slice(12));
});

test('a failed attempt leaves no gap', async () => {
  const [ann, ben] = (await customers(2)) as [number, number];
  const { index } = await addresses.addressFor(ann, 'ERC20', ETH);
  // The customer does not exist, so the database refuses.
  await expect(addresses.addressFor(2_000_000_000, 'ERC20', ETH)).rejects.toThrow('foreign key');
  expect((await addresses.addressFor(ben, 'ERC20', ETH)).index).toBe(index + 1);
});

test('indices start again with a new key, and old addresses stay ours', async () => {
  const [ann] = (await customers(1)) as [number];
  const before = await addresses.addressFor(ann, 'ERC20', ETH);
  const newKey = parseDepositKey('ERC20', operatorKey(VECTOR_MNEMONIC, "m/44'/60'/0'").publicExtendedKey);
  const renewed = new DepositAddresses(
    database.pool,
    { ...SOURCES, ERC20: keySource(newKey) },
    ASSETS,
    () => 2,
  );
  const after = await renewed.addressFor(ann, 'ERC20', ETH);
  expect(after).toMatchObject({ index: 0, address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' });
  expect(await renewed.isOurs('ERC20', before.address.toLowerCase())).toBe(true);
  expect(await renewed.isOurs('ERC20', after.address)).toBe(true);
  expect(await renewed.isOurs('ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(false);
  expect(await renewed.isOurs('ERC20', 'nonsense')).toBe(false);
});

test.each(['address', 'address_key'])(
  'an address that was changed in the database (%s) is never shown',
  async column => {
    const [ann] = (await customers(1)) as [number];
    await addresses.addressFor(ann, 'ERC20', ETH);
    await database.pool.query(
      `update chain_addresses set ${column} = $2 where network = 'ERC20' and customer_id = $1`,
      [ann, `0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe${column.length % 10}`],
    );
    await expect(addresses.addressFor(ann, 'ERC20', ETH)).rejects.toThrow(AddressTampered);
  },
);

test('the BNB Smart Chain has each customer’s Ethereum address, whichever was asked for first', async () => {
  const [ann, ben] = (await customers(2)) as [number, number];
  const bnb = await addresses.addressFor(ann, 'BEP20', BNB);
  const other = await addresses.addressFor(ben, 'ERC20', ETH);
  expect(await addresses.addressFor(ann, 'ERC20', ETH)).toEqual({ ...bnb, network: 'ERC20' });
  expect(await addresses.addressFor(ben, 'BEP20', BNB)).toEqual({ ...other, network: 'BEP20' });
  expect(bnb.address).not.toBe(other.address);
});

test('an Ethereum address is known on the BNB Smart Chain at once, also one that was given out before', async () => {
  const [ann] = (await customers(1)) as [number];
  const { address } = await addresses.addressFor(ann, 'ERC20', ETH);
  expect(await addresses.isOurs('BEP20', address)).toBe(true);
  const rows = async () =>
    (
      await database.pool.query(
        'select address_key, address, kind, key_id, address_index, customer_id, created_at_ms from chain_addresses where network = $1 order by 1',
        ['BEP20'],
      )
    ).rows;
  const before = await rows();
  await database.pool.query(`delete from chain_addresses where network = 'BEP20' and customer_id = $1`, [
    ann,
  ]);
  expect(await addresses.isOurs('BEP20', address)).toBe(false);
  const migration = new URL('../database/migrations/1036-addresses-on-both-chains.sql', import.meta.url);
  await database.pool.query(readFileSync(migration, 'utf8'));
  expect(await addresses.isOurs('BEP20', address)).toBe(true);
  expect(await rows()).toEqual(expect.arrayContaining(before));
  expect(await addresses.addressFor(ann, 'BEP20', BNB)).toMatchObject({ address, network: 'BEP20' });
});

test('on the XRP Ledger customers share an address and have a tag each, which counts as theirs', async () => {
  const [ann, ben] = (await customers(2)) as [number, number];
  const first = await addresses.addressFor(ann, 'XRP', XRP);
  const second = await addresses.addressFor(ben, 'XRP', XRP);
  expect(first).toMatchObject({ address: DEMO_XRP_ADDRESS, memo: expect.stringMatching(/^\d{3,10}$/) });
  expect(second.address).toBe(first.address);
  expect(second.memo).not.toBe(first.memo);
  expect(await addresses.addressFor(ann, 'XRP', XRP)).toEqual(first);
  expect(await addresses.isOurs('XRP', DEMO_XRP_ADDRESS)).toBe(true);
  await database.pool.query(
    `update chain_addresses set memo = '7' where network = 'XRP' and customer_id = $1`,
    [ann],
  );
  await expect(addresses.addressFor(ann, 'XRP', XRP)).rejects.toThrow(AddressTampered);
});

test('a list gives each of its addresses once, and is not invented on when it ends', async () => {
  const [ann, ben, cas] = (await customers(3)) as [number, number, number];
  const asked = [await addresses.addressFor(ann, 'SOL', SOL), await addresses.addressFor(ben, 'SOL', SOL)];
  expect(asked.map(one => one.address)).toEqual(LIST);
  await expect(addresses.addressFor(cas, 'SOL', SOL)).rejects.toThrow(NoAddressLeft);
  expect(await addresses.addressFor(ann, 'SOL', SOL)).toEqual(asked[0]);
  expect((await addresses.addressFor(cas, 'DOGE', DOGE)).address).toMatch(/^D/);
  expect([addresses.isOpen('SOL'), addresses.isOpen('ADA')]).toEqual([true, false]);
  await expect(addresses.addressFor(cas, 'ADA', ADA)).rejects.toThrow(NoAddressLeft);
});
